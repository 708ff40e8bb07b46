import test from "ava";
import { FIELDS, ResponseHead } from "../../../lib/http/response-head.js";

/** A head as a proxy sends it that gives each answer a number of its own. */
function proxied(number: number): string[] {
	return [
		"HTTP/1.1 200 OK", "Server: proxy", `X-Request: ${number}`, "Date: Sat, 21 Nov 2026 09:52:49 GMT", "Content-Type: application/json",
		"Content-Length: 2", "Connection: keep-alive", "Vary: Origin"
	];
}

/** All that is known of a head of these lines, or what is wrong with it. */
function read(head: ResponseHead, lines: readonly string[]): string {
	let fault = head.statusLine(lines[0]);
	let at = lines[0].length + 2;
	for (const line of lines.slice(1)) {
		if (fault === "")
			fault = head.fieldLine(line, at);
		at += line.length + 2;
	}
	const { digitsAt, digitsEnd, isChunked, isSteady, keepsAlive, length, status, timeAt, values } = head;
	const digits = length < 0 ? [] : [digitsAt, digitsEnd];
	return JSON.stringify(fault === "" ? [status, length, digits, isChunked, isSteady, keepsAlive, timeAt, [...values]] : fault);
}

const fields = [
	"Connection: close", "connection: keep-alive", "Content-Length: 3", "Content-Length: 3x", "Transfer-Encoding: chunked", "Proxy-Connection: close",
	"Content-Type: text/plain", "Retry-After: 3", "Date: Sat, 21 Nov 2026 10:00:00 GMT", "Date: today", "Vary: Origin", "X", ": x", "X: \0"
];

test("a head says the same whatever head was read before", (t) => {
	for (const status of ["HTTP/1.1 200 OK", "HTTP/1.0 200 OK", "HTTP/1.1 103 Hints", "HTTP/1.1 204", "HTTP/1.1 503 No"]) {
		for (const one of fields) {
			for (const two of fields) {
				const lines = [status, one, two, "Vary: Origin"];
				const fresh = read(new ResponseHead(), lines);
				for (const before of [lines, [status, two, one], ["HTTP/1.1 103 Hints", one, one, one]]) {
					const head = new ResponseHead();
					read(head, before);
					t.is(read(head, lines), fresh, `${before.join()} before ${lines.join()}`);
				}
			}
		}
	}
});

test("no list of a head has a hole, whatever comes: the collector of XS reads past the end of such a list", (t) => {
	const head = new ResponseHead();
	for (const lines of [["HTTP/1.1 200 OK"], ["HTTP/1.1 200 OK", "Date: today"], proxied(1), ["HTTP/1.1 204"]]) {
		for (let round = 0; round < 2; round++) {
			read(head, lines);
			t.deepEqual(Object.keys(head.values), Object.keys(FIELDS));
		}
	}
});
