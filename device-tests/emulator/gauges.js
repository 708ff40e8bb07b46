/** Has the slots of the stack that are free now count as untouched. */
function fillStack() { native("xs_gauges_fill").call(this); }
/** Slots of the stack that nothing has touched since `fillStack`. */
function stackLeft() { return native("xs_gauges_left").call(this); }
/** Slots of the whole stack. */
function stackSlots() { return native("xs_gauges_slots").call(this); }
/** Bytes of the system's heap that are free now. */
function heapFree() { return native("xs_gauges_heap").call(this); }
/** Fewest bytes of the system's heap that have been free since the start. */
function heapLeast() { return native("xs_gauges_least").call(this); }
/** Fewest bytes of the native stack of the machine's task that have been free. */
function taskLeft() { return native("xs_gauges_task").call(this); }
/** Milliseconds since the start. */
function sinceStart() { return native("xs_gauges_time").call(this); }

export { fillStack, heapFree, heapLeast, sinceStart, stackLeft, stackSlots, taskLeft };
