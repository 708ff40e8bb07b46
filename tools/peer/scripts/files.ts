import { gzipSync } from "node:zlib";
import { type Action, answer, type Asked, cut, json, next, pause, type Reply, reset, type Scripts, send } from "../script.js";

/** Bytes of the scripted file. */
const LENGTH = 20_000;

const file = Buffer.from(Array.from({ length: LENGTH }, (_, at) => at * 31 + (at >> 8) & 255));
const MODIFIED = "last-modified: Sat, 21 Nov 2026 07:00:00 GMT\r\n";

const TAGGED = 'date: Sat, 21 Nov 2026 07:00:00 GMT\r\netag: "one"\r\n';

/** How an answer differs from a file server's. */
interface Odd {
	/** Header lines that say which version of the file it is. */
	readonly validator?: string;
	/** Further header lines. */
	readonly fields?: string;
	/** Takes the place of the Content-Range. */
	readonly range?: string;
	/** Bytes of the answer's body, of which the head tells the number. */
	readonly body?: Buffer;
	readonly type?: string;
}

/** First byte that is asked for, 0 for the whole file. */
function firstOf({ head }: Asked): number {
	return Number(/\r\nrange: bytes=(\d+)-\r\n/.exec(head)?.[1] ?? 0);
}

/** The file, or the part of it that is asked for. */
function served(asked: Asked, { body, fields = "", range, type = "image/jpeg", validator = MODIFIED }: Odd = {}): Buffer {
	const first = firstOf(asked);
	const bytes = body ?? file.subarray(first);
	const status = first > 0 || range !== undefined ? "206 Partial Content" : "200 OK";
	const part = status.startsWith("206") ? `content-range: ${range ?? `bytes ${first}-${LENGTH - 1}/${LENGTH}`}\r\n` : "";
	return Buffer.concat([Buffer.from(`HTTP/1.1 ${status}\r\ncontent-type: ${type}\r\n${validator}${fields}${part}content-length: ${bytes.length}\r\n\r\n`), bytes]);
}

/** So many bytes of an answer, then the connection ends; all of a shorter one. */
function broken(bytes: Buffer, asked: Asked, ending: readonly Action[] = [cut]): readonly Action[] {
	return asked.argument < bytes.length ? [send(bytes.subarray(0, asked.argument)), ...ending] : [send(bytes)];
}

/** The first answer is cut, what comes after it is as said. */
function after(reply: Reply): Reply {
	return (asked) => asked.number === 1 ? broken(served(asked), { ...asked, argument: 5000 }) : reply(asked);
}

function chunked(bytes: Buffer, fields: string): Buffer {
	return Buffer.concat([Buffer.from(`HTTP/1.1 206 Partial Content\r\n${fields}transfer-encoding: chunked\r\n\r\n${bytes.length.toString(16)}\r\n`), bytes, Buffer.from("\r\n0\r\n\r\n")]);
}

/** What a proxy makes of the rest of a file. */
const GZIP = "content-encoding: gzip\r\n";

/** A proxy that compresses for whoever does not refuse it. */
function compressed(asked: Asked): Buffer {
	return asked.head.includes("\r\naccept-encoding: identity\r\n") ? served(asked) : served(asked, { body: gzipSync(file.subarray(firstOf(asked))), fields: GZIP });
}

/** A file of 20,000 bytes, as a file server answers for it and as others do. */
const replies: Readonly<Record<string, Reply>> = {
	"file": (asked) => [send(served(asked))],
	// Each answer has as many bytes as the script's number says, its head included.
	"file-cut": (asked) => broken(served(asked), asked),
	"file-reset": (asked) => broken(served(asked), asked, [pause(20), reset]),
	"file-stalled": (asked) => asked.number === 1 ? broken(served(asked), asked, []) : [send(served(asked))],
	"file-etag": (asked) => broken(served(asked, { validator: `etag: "one"\r\n${MODIFIED}` }), asked),
	"file-unversioned": (asked) => broken(served(asked, { validator: "" }), asked),
	"file-weak": (asked) => broken(served(asked, { validator: 'etag: W/"one"\r\n' }), asked),
	// The file is another one when the rest is asked for.
	"file-changed": after(() => [send(served({ head: "" } as Asked, { validator: "last-modified: Sun, 22 Nov 2026 07:00:00 GMT\r\n" }))]),
	// No part is sent; the second file is longer, and no older.
	"file-without-range": after(() => [send(served({ head: "" } as Asked))]),
	"file-longer": after(() => [send(served({ head: "" } as Asked, { body: Buffer.concat([file, file]) }))]),
	"file-changed-part": after((asked) => [send(served(asked, { validator: "last-modified: Sun, 22 Nov 2026 07:00:00 GMT\r\n" }))]),
	"file-other-part": after((asked) => [send(served(asked, { range: `bytes ${firstOf(asked) - 1}-${LENGTH - 1}/${LENGTH}` }))]),
	"file-other-length": after((asked) => [send(served(asked, { range: `bytes ${firstOf(asked)}-${LENGTH}/${LENGTH + 1}` }))]),
	"file-past-end": after((asked) => [send(served(asked, { range: `bytes ${firstOf(asked)}-${LENGTH}/${LENGTH}` }))]),
	"file-no-range": after((asked) => [send(served(asked, { range: "bytes */20000" }))]),
	"file-too-long": after((asked) => [send(chunked(Buffer.concat([file.subarray(firstOf(asked)), Buffer.from("more")]), `${MODIFIED}content-range: bytes ${firstOf(asked)}-${LENGTH - 1}/${LENGTH}\r\n`))]),
	// Each part is shorter than what was asked for, and says so, or doesn't.
	"file-parts": (asked) => asked.number === 1 ? broken(served(asked), asked)
		: [send(served(asked, { body: file.subarray(firstOf(asked), firstOf(asked) + 3000), range: `bytes ${firstOf(asked)}-${Math.min(firstOf(asked) + 3000, LENGTH) - 1}/${LENGTH}` }))],
	"file-short": (asked) => asked.number === 1 ? broken(served(asked), asked) : [send(served(asked, { body: file.subarray(firstOf(asked), firstOf(asked) + 3000) }))],
	"file-unsatisfiable": after(() => [send(answer("invalid range: failed to overlap", "416 Range Not Satisfiable", "content-type: text/plain\r\n"))]),
	"file-part-unasked": (asked) => [send(served(asked, { range: `bytes 0-${LENGTH - 1}/${LENGTH}` }))],
	"file-chunked": () => [send(chunked(file, MODIFIED).toString("latin1").replace("206 Partial Content", "200 OK"))],
	"file-to-end": () => [send("HTTP/1.1 200 OK\r\ncontent-type: image/jpeg\r\n\r\nabc"), { does: "close" }],
	"file-html": (asked) => [send(served(asked, { type: "text/html; charset=utf-8" }))],
	"file-empty": (asked) => [send(served(asked, { body: Buffer.alloc(0) }))],
	// A proxy compresses: where it may, in any case, the rest alone; or it names that it does not.
	"file-compressed": (asked) => asked.number === 1 ? broken(compressed(asked), { ...asked, argument: 5000 }) : [send(compressed(asked))],
	"file-gzip": (asked) => [send(served(asked, { body: gzipSync(file), fields: GZIP }))],
	"file-gzip-unversioned": (asked) => [send(served(asked, { body: gzipSync(file), fields: `date: Sat, 21 Nov 2026 07:00:00 GMT\r\n${GZIP}`, validator: "" }))],
	"file-gzip-part": after((asked) => [send(served(asked, { fields: GZIP }))]),
	"file-identity": (asked) => [send(served(asked, { fields: "content-encoding: Identity\r\n" }))],
	// With a date, as a head that is known at the second request; without the date of the file.
	"file-etag-again": (asked) => asked.number === 1 ? [send(served(asked, { validator: TAGGED }))] : broken(served(asked, { validator: TAGGED }), { ...asked, argument: 5000 }),
	// Each answer brings a part, then one is cut before its first byte, so many times in a row.
	"file-shy": (asked) => asked.number % (asked.argument + 1) === 1 ? broken(served(asked), { ...asked, argument: 3000 }) : [cut],
	// The proxy has forgotten the connection.
	"file-forgotten": (asked) => asked.nth > 1 ? [] : asked.number === 1 ? [send(served(asked, { body: file.subarray(0, 5000) }))] : [send(served(asked))],
	"file-refused": (asked) => asked.number === 1 ? broken(served(asked), { ...asked, argument: 5000 }) : asked.number === 2 ? [send(json({ message: "Too Many Requests.", status: 429, data: {} }, "429 Too Many Requests", "retry-after: 0\r\n"))] : [send(served(asked))],
	"file-gone": after(() => [send(json({ data: {}, message: "The requested resource wasn't found.", status: 404 }, "404 Not Found"))]),
	"file-down": (asked) => asked.number === 1 ? broken(served(asked), asked) : asked.number < 4 ? [send(answer("Bad Gateway", "502 Bad Gateway"))] : [send(served(asked))]
};

const sent = { id: "abcdefghij01234", picture: "door_8f0a.jpg", title: "door" };
const taken = json({ data: { id: { code: "validation_not_unique", message: "Value must be unique." } }, message: "Failed to create record.", status: 400 }, "400 Bad Request");
const missing = json({ data: {}, message: "The requested resource wasn't found.", status: 404 }, "404 Not Found");

/** The answer to an upload is lost; who asks for its record gets `fetched`, who sends it again `repeated`. */
function lost(fetched: string, repeated: string): Reply {
	return ({ method, number }) => number === 1 ? [cut] : [send(method === "GET" ? fetched : repeated)];
}

const uploads: Readonly<Record<string, Reply>> = {
	"upload": () => [send(json(sent))],
	"upload-stored": lost(json(sent), taken),
	"upload-hidden": lost(missing, taken),
	"upload-unstored": lost(missing, json(sent)),
	// The record has the id, and another file or none: the create was refused, and its refusal was lost.
	"upload-other-file": lost(json(sent), taken),
	"upload-longer-file": lost(json(sent), taken),
	"upload-without-file": lost(json({ ...sent, picture: "" }), taken),
	"upload-two-files": lost(json({ ...sent, picture: ["door_8f0a.jpg", "door_8f0b.jpg"] }), taken),
	"upload-listed": lost(json({ ...sent, picture: ["door_8f0a.jpg"] }), taken),
	"upload-unshown": lost(json({ id: sent.id, title: sent.title }), taken),
	"upload-file-kept-back": lost(json(sent), taken),
	"upload-late": ({ method, number }) => number === 1 ? [cut] : [send(method !== "GET" ? taken : number === 2 ? missing : json({ ...sent, title: "window" }))],
	"upload-refused": ({ number }) => [send(number === 1 ? json({ message: "Too Many Requests.", status: 429, data: {} }, "429 Too Many Requests", "retry-after: 0\r\n") : json(sent))],
	"upload-anothers": lost(json({ ...sent, title: "window" }), taken),
	"upload-lost": () => [cut],
	"upload-garbled": ({ number }) => [send(number === 1 ? "HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{\"id\":\"ab" : json(sent))]
};

/** The file of an upload's record, as it was sent unless the script says otherwise. */
function stored(name: string, asked: Asked): readonly Action[] {
	const bytes = Buffer.from(file.subarray(0, name === "upload-longer-file" ? 3001 : 3000));
	if (name === "upload-other-file")
		bytes[2999] ^= 1;
	return [send(name === "upload-file-kept-back" ? missing : served(asked, { body: bytes }))];
}

/** The same by the name that stands in the path; what is no file gets `next`. */
export const fileScripts: Scripts = {
	...Object.fromEntries(Object.entries(replies).map(([name, reply]) => [name, { reply: (asked: Asked) => asked.path.startsWith("/api/files/") ? reply(asked) : next }])),
	...Object.fromEntries(Object.entries(uploads).map(([name, reply]) => [name, { reply: (asked: Asked) => asked.path.startsWith("/api/collections/pictures/") ? reply(asked)
		: asked.path.startsWith("/api/files/") ? stored(name, asked) : next }])),
	// Refused at its head.
	"upload-too-large": { atHead: ({ number }) => number === 1 ? [send(json({ data: {}, message: "Request entity too large.", status: 413 }, "413 Request Entity Too Large")), cut] : undefined, reply: () => next }
};
