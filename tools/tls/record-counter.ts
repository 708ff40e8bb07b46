/** Type of a record that carries the application's bytes (RFC 5246, section 6.2.1). */
const applicationData = 23;
const headerLength = 5;

/** Counts the TLS records that carry the application's bytes, in one direction of a connection, from their headers. */
export class RecordCounter {
	/** Up to TLS 1.2; later versions give other records the same type. */
	count = 0;
	readonly #header = new Uint8Array(headerLength);
	#filled = 0;
	/** Bytes of the current record's payload that have not come. */
	#owed = 0;

	/** Takes what has come, in pieces of any length. */
	push(bytes: Uint8Array): void {
		for (let at = 0; at < bytes.length;) {
			if (this.#owed > 0) {
				const length = Math.min(this.#owed, bytes.length - at);
				this.#owed -= length;
				at += length;
				continue;
			}
			this.#header[this.#filled++] = bytes[at++];
			if (this.#filled < headerLength)
				continue;
			this.#filled = 0;
			this.#owed = this.#header[3] << 8 | this.#header[4];
			if (this.#header[0] === applicationData)
				this.count++;
		}
	}
}
