import test from "ava";
import { HeadLines } from "../../../lib/http/head-lines.js";
import { ConnectionDrive } from "../../../tools/connection/drive.js";
import { bytesOf } from "../../../tools/parser/drive.js";

/** The lines of a head as a CDN sends it: some fields differ each time, in length too. */
function linesOf(number: number, length = 2): string[] {
	return [
		"HTTP/1.1 200 OK", `Date: Sat, 21 Nov 2026 09:52:${10 + number % 50} GMT`, "Content-Type: application/json", `Content-Length: ${length}`,
		"Connection: keep-alive", "Vary: Origin", `CF-RAY: ${"a".repeat(1 + number % 7)}${number}`, 'NEL: {"max_age":604800}', `Report-To: {"s":"\\/${number * number}"}`
	];
}

function headOf(lines: readonly string[]): string {
	return lines.join("\r\n");
}

function answerOf(lines: readonly string[], body = "{}"): Uint8Array<ArrayBuffer> {
	return bytesOf(`${headOf(lines)}\r\n\r\n${body}`);
}

/** Lines of a head that has been read, and of as many that have matched. */
function known(matched: number): HeadLines {
	const lines = new HeadLines(linesOf(0), 2, "Sat, 21 Nov 2026 09:52:10 GMT");
	for (let number = 1; number <= matched; number++)
		lines.match(linesOf(number, 2 + number % 3));
	return lines;
}

/** A connection that compares lines, because so many heads have differed. */
function warmedUp(): ConnectionDrive {
	const drive = new ConnectionDrive();
	for (let number = 0; number < 8; number++)
		drive.exchange(answerOf(linesOf(number, 2 + number % 3), "{}".padEnd(2 + number % 3)));
	return drive;
}

test("a head matches whose lines differ where they decide nothing, with its Content-Length and Date", (t) => {
	for (const matched of [0, 1, 3]) {
		const lines = known(matched);
		for (const [number, length] of [[9, 0], [23, 268], [0, 2147483647], [1, 2]]) {
			t.true(lines.match(linesOf(number, length)), `after ${matched}`);
			t.is(lines.contentLength, length);
			t.is(lines.date, `Sat, 21 Nov 2026 09:52:${10 + number} GMT`);
		}
	}
});

test("without a Content-Length there is none; a Date that stays is told", (t) => {
	const lines = linesOf(1).filter((line) => !line.startsWith("Content-Length"));
	const other = new HeadLines(lines.slice(), -1, "Sat, 21 Nov 2026 09:52:11 GMT");
	t.true(other.match(lines.map((line) => line.replace("CF-RAY: ", "CF-RAY: b"))));
	t.is(other.contentLength, -1);
	t.is(other.date, "Sat, 21 Nov 2026 09:52:11 GMT");
});

const otherLines: readonly (readonly [of: string, ...others: string[]])[] = [
	["HTTP/1.1", "HTTP/1.0 200 OK", "HTTP/1.1 201 OK", "HTTP/1.1 200 OK ", "HTTP/1.1 200 OK:", ""],
	["Content-Type", "Content-Type: text/html", "Content-Type: application/json; charset=utf-8", "Content-Type:application/json", "Content-Type:"],
	["Content-Length", "Content-Length: ", "Content-Length:", "Content-Length: 02", "Content-Length: 2 ", "Content-Length: +2", "Content-Length: -2", "Content-Length: 0x2",
		"Content-Length: 2e1", "Content-Length: 2.0", "Content-Length: 2, 2", "Content-Length: NaN", "Content-Length: Infinity", "Content-Length: 4294967298",
		"Content-Length:  2", "Content-Length: \t2", "content-length: 2", "Content-Length : 2", "Content-Language: 2", "Transfer-Encoding: chunked"],
	["Connection", "Connection: close", "Connection: keep-alive, close", "Connection:", "Connection: keep-alive\t", "X-Connection: keep-alive"],
	["CF-RAY", "CF-RAY", "CF-RAY : 1", "CF-RA: 1", "CF-RAYS: 1", "Connection: close", "Content-Length: 2", "Transfer-Encoding: chunked", "Retry-After: 3", "Date: today", " CF-RAY: 1",
		"\tfolded", "CF-RAY: \0", "CF-RAY: \x01", "CF-RAY: \x1f", "CF-RAY: \x7f", "CF-RAY: \r", "CF-RAY: \n", "CF-RAY: a\nConnection: close", "CF-RAY: \t", ""],
	["Date", "Date: \x01", "Date: \n", "Retry-After: 1", "Dated: 1", "X: 1"],
	["Vary", "Connection: close", "Content-Length: 2", "Vary : Origin", "\x01"]
];

test("a line that decides something, names another field or cannot be one does not match", (t) => {
	for (const matched of [0, 3]) {
		for (const [of, ...others] of otherLines) {
			for (const other of others) {
				const lines = linesOf(9).map((line) => line.startsWith(of) ? other : line);
				t.false(known(matched).match(lines), `${JSON.stringify(other)} after ${matched}`);
			}
		}
		for (const lines of [linesOf(9).slice(1), linesOf(9).slice(0, -1), [...linesOf(9), "Connection: close"], [...linesOf(9), "A: b"], linesOf(9).reverse(), [""]])
			t.false(known(matched).match(lines), lines.join());
	}
});

test("where the body comes in chunks, or has a length that servers do not write so, the line that says so must be the same", (t) => {
	for (const framing of ["Transfer-Encoding: chunked", "Content-Length: 02", "Content-Length:2"]) {
		const lines = linesOf(0).map((line) => line.startsWith("Content-Length") ? framing : line);
		for (const other of ["Content-Length: 2", "\n2", "\r2", "2", "", "Content-Length: 03", "Content-Length:3", "Transfer-Encoding: gzip", "X: 2"]) {
			const head = new HeadLines(lines.slice(), framing.startsWith("C") ? 2 : -1, "");
			t.false(head.match(lines.map((line) => line === framing ? other : line)), `${JSON.stringify(other)} for ${framing}`);
			t.true(head.match(lines), "is known as before");
		}
	}
});

test("whatever line is another, the answer is read as on a fresh connection", (t) => {
	const all = [...new Set(otherLines.flat()), "Date:", "Date: ", "CF-RAY:", "CF-RAY: ", "CF-RAY: \xfc", "CF-RAY: \xc3\xbc", "NEL:", "Set-Cookie: a=b", "Transfer-Encoding: gzip", "Proxy-Connection: close"];
	for (let at = 0; at < linesOf(0).length; at++) {
		for (const other of all) {
			for (const lines of [linesOf(9).with(at, other), linesOf(9).toSpliced(at, 0, other)]) {
				const drive = warmedUp();
				t.is(drive.told(answerOf(lines)), new ConnectionDrive().told(answerOf(lines)), JSON.stringify(lines));
				if (drive.isOpen)
					t.is(drive.told(answerOf(linesOf(10))), new ConnectionDrive().told(answerOf(linesOf(10))), `behind ${JSON.stringify(lines)}`);
			}
		}
	}
});

test("lines of a head that was read in part only are not believed", (t) => {
	const drive = warmedUp();
	drive.send();
	drive.receive(bytesOf("HTTP/1.1 500 No\r\nRetry-After: 3\r\n"));
	drive.end();
	for (let round = 0; round < 2; round++)
		t.is(drive.told(answerOf(linesOf(9))), new ConnectionDrive().told(answerOf(linesOf(9))));
});

test("of a head's lines the first 32 may differ", (t) => {
	const lines = [...linesOf(0), ...Array.from({ length: 40 }, (_, index) => `X-${index}: a`)];
	for (const at of [9, 31, 32, 33, 34, 48]) {
		const head = new HeadLines(lines.slice(), 2, "");
		t.is(head.match(lines.with(at, lines[at] + "b")), at < 32, `line ${at}`);
	}
});
