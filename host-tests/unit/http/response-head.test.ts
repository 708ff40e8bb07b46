import test from "ava";
import { ResponseHead } from "../../../lib/http/response-head.js";
import { ConnectionDrive } from "../../support/connection/drive.js";
import { bytesOf } from "../../support/parser/drive.js";

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

/** A head that has read others, and remembers their lines. */
function remembering(...heads: readonly (readonly string[])[]): ResponseHead {
	const head = new ResponseHead();
	head.remember();
	for (const lines of heads)
		read(head, lines);
	return head;
}

const fields = [
	"Connection: close", "connection: keep-alive", "Content-Length: 3", "Content-Length: 3x", "Transfer-Encoding: chunked", "Proxy-Connection: close",
	"Content-Type: text/plain", "Retry-After: 3", "Date: Sat, 21 Nov 2026 10:00:00 GMT", "Date: today", "Vary: Origin", "vary: Origin", "X-Request: 1", "X", ": x", "X: \0"
];

test("a head whose lines are known from others says what it says without them", (t) => {
	for (const status of ["HTTP/1.1 200 OK", "HTTP/1.0 200 OK", "HTTP/1.1 103 Hints", "HTTP/1.1 204", "HTTP/1.1 503 No"]) {
		for (const one of fields) {
			for (const two of fields) {
				const lines = [status, one, two, "Vary: Origin"];
				const fresh = read(new ResponseHead(), lines);
				for (const before of [lines, [status, two, one], ["HTTP/1.1 200 OK", "Vary: Origin", one, two], ["HTTP/1.1 103 Hints", one, one, one]])
					t.is(read(remembering(before, before), lines), fresh, `${before.join()} before ${lines.join()}`);
			}
		}
	}
});

test("more lines, and longer ones, than are remembered are read as they are", (t) => {
	const many = Array.from({ length: 40 }, (_, index) => `X-${index}: ${"x".repeat(index * 4)}`);
	for (const last of ["Content-Length: 5", "Connection: close", "bad"]) {
		const lines = ["HTTP/1.1 200 OK", ...many, last];
		t.is(read(remembering(lines, lines), lines), read(new ResponseHead(), lines));
	}
});

test("what is remembered takes no more memory than 32 lines of 128 characters", (t) => {
	const head = remembering(["HTTP/1.1 200 OK", ...Array.from({ length: 100 }, (_, index) => "X: ".padEnd(index % 2 === 0 ? 128 : 129, "x"))]);
	const { lines } = head as unknown as { lines: string[] };
	t.is(lines.length, 32);
	t.is(lines.filter((line) => line !== "").length, 16);
});

test("no list of a head has a hole, whatever comes: the collector of XS reads past the end of such a list", (t) => {
	const head = new ResponseHead();
	for (const lines of [["HTTP/1.1 200 OK"], ["HTTP/1.1 200 OK", "Date: today"], proxied(1), ["HTTP/1.1 204"]]) {
		for (let round = 0; round < 2; round++) {
			read(head, lines);
			t.deepEqual(Object.keys(head.values), ["0", "1", "2"]);
			head.remember();
			const remembered = (head as unknown as { lines: string[] }).lines;
			t.is(Object.keys(remembered).length, remembered.length);
		}
	}
});

test("whatever byte of a proxy's head is another, the answer is read as on a fresh connection", (t) => {
	const answer = (number: number): Uint8Array<ArrayBuffer> => bytesOf(proxied(number).join("\r\n") + "\r\n\r\n{}");
	const { length } = answer(1);
	for (let at = 0; at < length; at++) {
		for (const byte of [0, 10, 13, 32, 44, 48, 57, 58, 122, 195]) {
			const mutant = answer(9);
			mutant[at] = byte;
			const drive = new ConnectionDrive();
			for (let number = 1; number < 5; number++)
				drive.exchange(answer(number));
			const [again, fresh] = [drive.exchange(mutant), new ConnectionDrive().exchange(mutant)];
			if (again !== fresh)
				return t.fail(`byte ${at} is ${byte}: ${again} instead of ${fresh}`);
		}
	}
	t.pass();
});
