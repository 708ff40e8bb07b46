import { download, type DownloadOptions, upload, type UploadOptions } from "records-client/files";
import type { RequestSender } from "../../../lib/call-options.js";
import type { Limits } from "../../../lib/client-limits.js";
import type { RecordsClient } from "../../../lib/client.js";
import type { ClientResponse } from "../../../lib/response.js";
import type { Context } from "../case.js";
import { raise } from "../thrown.js";

/** Bytes of the scripted file. */
export const LENGTH = 20_000;

/** Limits that repeat at once. */
export const AT_ONCE: Partial<Limits> = Object.freeze({ retryBase: 1, retryMaximum: 1 });

/** The byte at a place of a file: of the scripted one, and of all that cases send. */
export function byteAt(at: number): number {
	return at * 31 + (at >> 8) & 255;
}

/** A file in memory that checks what it is given, and where. */
export class Checked {
	/** Bytes that have come. */
	count = 0;
	length = -1;
	/** What was wrong, "" for nothing. */
	fault = "";

	/** Takes a part. */
	readonly write = (bytes: Uint8Array, position: number, length: number): void => {
		if (position !== this.count)
			this.fault ||= `${position} after ${this.count} bytes`;
		const count = bytes.length;
		for (let at = 0; at < count; at++) {
			if (bytes[at] !== byteAt(position + at))
				this.fault ||= `byte ${position + at} is ${bytes[at]}`;
		}
		this.count += count;
		this.length = length;
	};

	/** Fails the case unless all of a file has come once. */
	expect(context: Context, length = LENGTH): void {
		context.equal(this.fault, "", "what came");
		context.equal(this.count, length, "bytes");
		context.equal(this.length, length, "length");
	}
}

/** Fetches the scripted file. */
export async function fetchScripted(client: RecordsClient, options: Partial<DownloadOptions> = {}): Promise<{ file: Checked; response: ClientResponse }> {
	const file = new Checked();
	return { file, response: await download({ client, collection: "pictures", recordId: "one", filename: "door.jpg", ...options }, file.write) };
}

/** Gives bytes of a file that cases send, `most` at a time. */
export function reader(most = Infinity): (view: Uint8Array, position: number) => number {
	return (view, position) => {
		const count = Math.min(view.length, most);
		for (let at = 0; at < count; at++)
			view[at] = byteAt(position + at);
		return count;
	};
}

/** Sends such a file. */
export function send(client: RecordsClient, options: Partial<UploadOptions> = {}, read = reader()): Promise<ClientResponse> {
	return upload({ client, collection: "pictures", field: "picture", filename: "door.jpg", length: 3000, ...options }, read);
}

/** Clients that are none, as an app's wrappers and test doubles, and what a transfer with one comes to. */
export function doubles(client: RecordsClient): readonly { readonly double: RequestSender; readonly error: string }[] {
	const unstreamed = "client must be a RecordsClient, or hand all that its sendEx is given on to one";
	const good = { ok: true, kind: "", error: "", statusCode: 200, body: '{"id":"abcdefghij01234"}', json: () => undefined } as ClientResponse;
	return [
		{ double: { sendEx: () => Promise.resolve(good) }, error: unstreamed },
		{ double: { sendEx: (method, path, body) => client.sendEx(method, path, body) }, error: unstreamed },
		{ double: { sendEx: () => Promise.reject(new Error("no")) }, error: "client.sendEx has thrown: no" },
		{ double: { sendEx: () => raise(Object.create(null)) }, error: "client.sendEx has thrown: unknown error" }
	];
}
