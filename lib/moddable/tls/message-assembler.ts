/** Makes messages of a handshake out of records (RFC 5246, 6.2.1). Imports nothing of the SDK. */
import { HANDSHAKE_MALFORMED, TLSError } from "../../tls/error.js";

/** Bytes of type and length, and of the longest message with them. */
const HEADER = 4;
const MESSAGE_MAXIMUM = 0x4000;

/** Records of one handshake: 32 of the least size that a client may ask for (RFC 6066, 4) hold the longest message. */
const RECORDS_MAXIMUM = 64;

/** A record holds one message, several, or a part of one. A message that is whole in its record is not copied. */
export class MessageAssembler {
	/** What has not been returned. */
	private rest: Uint8Array | undefined;
	private records = 0;

	/** Whether nothing has come that was not returned. */
	get isEmpty(): boolean {
		return this.rest === undefined;
	}

	/**
	 * Takes a record's content. Until `next` has returned undefined, it must not be changed.
	 * @throws TLSError for too many records
	 */
	push(content: Uint8Array): void {
		if (++this.records > RECORDS_MAXIMUM)
			throw new TLSError(HANDSHAKE_MALFORMED);
		const { rest } = this;
		if (rest === undefined) {
			this.rest = content;
			return;
		}
		const joined = new Uint8Array(rest.length + content.length);
		joined.set(rest);
		joined.set(content, rest.length);
		this.rest = joined;
	}

	/**
	 * Returns the next message, with its header: a view. Returns undefined when there is no whole one.
	 * @throws TLSError for a message that is too long
	 */
	next(): Uint8Array | undefined {
		const { rest } = this;
		if (rest === undefined)
			return undefined;
		const { length } = rest;
		const size = length < HEADER ? HEADER : HEADER + (rest[1] << 16 | rest[2] << 8 | rest[3]);
		if (size > MESSAGE_MAXIMUM)
			throw new TLSError(HANDSHAKE_MALFORMED);
		if (length < size) {
			this.rest = rest.slice();
			return undefined;
		}
		this.rest = length === size ? undefined : rest.subarray(size);
		return rest.subarray(0, size);
	}
}
