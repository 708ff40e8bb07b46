/** What the measuring scripts call `host` (host.d.ts); the natives are in machine-counters.c. */
class Host {
	static sample(buffer) { return native("hostSample").call(this, buffer); }
	static collect() { return native("hostCollect").call(this); }
	static collecting(on) { return native("hostCollecting").call(this, on); }
	static print(text) { return native("hostPrint").call(this, text); }
	static exit(status) { return native("hostExit").call(this, status); }
	static settings() { return native("hostSettings").call(this); }
	static authority() { return native("hostAuthority").call(this); }
}

/** A partition of flash (partition.c). */
export class Flash {
	read(target, byteOffset) { return native("partitionRead").call(this, target, byteOffset); }
	write(data, byteOffset) { return native("partitionWrite").call(this, data, byteOffset); }
	eraseBlock(block) { return native("partitionErase").call(this, block); }
}

export default Host;
