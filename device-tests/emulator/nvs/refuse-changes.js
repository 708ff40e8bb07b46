/** From now on, each erase and each write of NVS fails, as those of worn flash do. */
export default function () { native("xs_refuse_changes").call(this); }
