import { answer, close, first, json, next, pause, type Scripts, send } from "../script.js";

const body = '{"id":"first"}';
const length = `content-length: ${body.length}\r\n`;
const sized = (head: string): string => `${head}\r\n${body}`;
const raw = (...texts: readonly string[]): Scripts[string] => first(...texts.map((text) => send(text)));

/** Parts of a chunked answer whose body is `body`. */
const chunked = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";

/** Well-framed first answers whose body is `{"id":"first"}` or nothing. */
export const framingScripts: Scripts = {
	"sized": raw(answer(body)),
	"mixed-case": raw(sized(`HTTP/1.1 200 OK\r\nContent-TYPE: application/json\r\nCONTENT-length: ${body.length}\r\n`)),
	"white-space": raw(sized(`HTTP/1.1 200 OK\r\ncontent-length:\t ${body.length}  \r\nserver:\t \t\r\n`)),
	"no-space": raw(sized(`HTTP/1.1 200 OK\r\ncontent-length:${body.length}\r\n`)),
	"no-reason": raw(sized(`HTTP/1.1 200 \r\n${length}`)),
	"no-reason-no-space": raw(sized(`HTTP/1.1 200\r\n${length}`)),
	"odd-reason": raw(sized(`HTTP/1.1 200 Très bien: 404\r\n${length}`)),
	"empty": raw(answer("")),
	"chunked": raw(`${chunked}5\r\n{"id"\r\n9\r\n:"first"}\r\n0\r\n\r\n`),
	"chunked-mixed-case": raw(`HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n00E\r\n${body}\r\n000\r\n\r\n`),
	"chunked-extensions": raw(`${chunked}5;name=value\r\n{"id"\r\n9;a;b="c;d"\r\n:"first"}\r\n0;last\r\n\r\n`),
	"chunked-trailers": raw(`${chunked}e\r\n${body}\r\n0\r\nChecksum: 1\r\nExpires: never\r\n\r\n`),
	"chunked-empty": raw(`${chunked}0\r\n\r\n`),
	"split-head": first(send("HTTP/1.1 200 OK\r"), pause(20), send(`\n${length}\r\n`), pause(20), send(body)),
	"no-content": raw("HTTP/1.1 204 No Content\r\n\r\n"),
	"no-content-sized": raw("HTTP/1.1 204 No Content\r\ncontent-length: 0\r\n\r\n"),
	"not-modified": raw("HTTP/1.1 304 Not Modified\r\ncontent-length: 500\r\n\r\n"),
	"continue": raw(`HTTP/1.1 100 Continue\r\n\r\n${answer(body)}`),
	"early-hints": first(send("HTTP/1.1 103 Early Hints\r\nlink: </a>\r\ncontent-length: 99\r\n\r\n"), pause(20),
		send("HTTP/1.1 102 Processing\r\n\r\n"), send("HTTP/1.1 100 Continue\r\n\r\n"), send(answer(body))),
	"to-end": first(send(`HTTP/1.1 200 OK\r\n\r\n{"id"`), pause(20), send(':"first"}'), close),
	"to-end-empty": first(send("HTTP/1.1 200 OK\r\n\r\n"), close),
	// An old server that keeps no connection need not close it at once.
	"old": raw(sized(`HTTP/1.0 200 OK\r\n${length}`)),
	"old-keep-alive": raw(sized(`HTTP/1.0 200 OK\r\nConnection: Keep-Alive\r\n${length}`)),
	"old-to-end": first(send(sized("HTTP/1.0 200 OK\r\n")), close),
	"closing": raw(answer(body, "200 OK", "connection: close\r\n")),
	"closing-in-list": raw(answer(body, "200 OK", "Connection: upgrade ,  CLOSE\r\n")),
	"closing-and-keeping": raw(answer(body, "200 OK", "connection: close, keep-alive\r\n")),
	"closing-twice": raw(answer(body, "200 OK", "connection: close\r\nconnection: keep-alive\r\n")),
	// `x-close` is no `close`.
	"not-closing": raw(answer(body, "200 OK", "connection: x-close, closed\r\nx-connection: close\r\n")),
	"closing-chunked": raw(`HTTP/1.1 200 OK\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\ne\r\n${body}\r\n0\r\n\r\n`),
	"long-line": { reply: ({ number, argument }) => number === 1 ? [send(longLine(argument))] : next },
	"long-head": raw(sized(`HTTP/1.1 200 OK\r\n${"x-filler: 0123456789 0123456789 0123456789\r\n".repeat(60)}${length}`)),
	// In the middle of a line that a client may pass over.
	"split-header": first(send("HTTP/1.1 200 OK\r\nset-cookie: a=b; pa"), pause(20), send(`th=/\r\n${length}\r\n${body}`)),
	// The surplus would be a good answer to the next request.
	"smuggled": raw(json({ message: "No." }, "400 Bad Request") + json({ id: "SMUGGLED" })),
	"surplus": raw(answer(body) + json({ id: "surplus" })),
	"surplus-later": first(send(answer(body)), pause(30), send(json({ id: "surplus" }))),
	"surplus-chunked": raw(`${chunked}e\r\n${body}\r\n0\r\n\r\n` + json({ id: "surplus" })),
	"surplus-no-content": raw("HTTP/1.1 204 No Content\r\ncontent-length: 5\r\n\r\nHTTP/")
};

function longLine(count: number): string {
	return sized(`HTTP/1.1 200 OK\r\nserver: one\r\nset-cookie: ${"c".repeat(count)}\r\n${length}`);
}
