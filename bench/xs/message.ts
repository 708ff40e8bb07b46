/** An HTTP answer as it comes in, for the fetch of the PocketBase SDK: whole bodies, with a length or in chunks. */
export class Message {
	status = 0;
	#head = "";
	#inBody = false;
	/** Bytes of the body to come, or of the chunk; below 0 while a chunk's size is not known. */
	#left = 0;
	#chunked = false;
	#body = new Uint8Array(1024);
	#length = 0;

	/** The body, once it is complete. */
	get body(): ArrayBuffer {
		return this.#body.buffer.slice(0, this.#length);
	}

	/** Takes bytes. Returns whether the answer is complete. */
	take(buffer: ArrayBuffer): boolean {
		let from = 0;
		if (!this.#inBody) {
			const before = this.#head.length;
			this.#head += String.fromArrayBuffer(buffer);
			const end = this.#head.indexOf("\r\n\r\n");
			if (end < 0)
				return false;
			this.#begin();
			from = end + 4 - before;
		}
		return this.#chunked ? this.#chunks(new Uint8Array(buffer), from) : this.#keep(new Uint8Array(buffer, from));
	}

	#begin(): void {
		this.#inBody = true;
		this.status = Number(this.#head.slice(9, 12));
		this.#chunked = /transfer-encoding: *chunked/i.test(this.#head);
		this.#left = this.#chunked ? -1 : Number(/content-length: *(\d+)/i.exec(this.#head)?.[1] ?? 0);
	}

	/** Returns whether nothing is left to come of the body or of the chunk. */
	#keep(bytes: Uint8Array): boolean {
		while (this.#length + bytes.length > this.#body.length) {
			const larger = new Uint8Array(this.#body.length * 2);
			larger.set(this.#body);
			this.#body = larger;
		}
		this.#body.set(bytes, this.#length);
		this.#length += bytes.length;
		this.#left -= bytes.length;
		return this.#left === 0;
	}

	#line = "";

	#chunks(bytes: Uint8Array, from: number): boolean {
		while (from < bytes.length) {
			if (this.#left > 0) {
				const count = Math.min(this.#left, bytes.length - from);
				if (this.#keep(bytes.subarray(from, from + count)))
					this.#left = -1;
				from += count;
				continue;
			}
			const byte = bytes[from++];
			if (byte !== 10) {
				this.#line += String.fromCharCode(byte);
				continue;
			}
			const size = this.#line.trim();
			this.#line = "";
			if (size === "0")
				return true;
			if (size !== "")
				this.#left = parseInt(size, 16);
		}
		return false;
	}
}
