import test from "ava";
import { text } from "../../../host/text.js";
import { EVENT_BODY, EVENT_DONE, EVENT_ERROR, EVENT_HEAD, EVENT_MORE } from "../../../lib/http/parser-events.js";
import { ResponseParser } from "../../../lib/http/response-parser.js";
import { bytesOf, ParserDrive } from "../../../tools/parser/drive.js";
import { answer } from "../../../tools/parser/input.js";

/** Bytes of all lines of one exchange that are read. */
const LINES = 65_536;

/** A head without a body of exactly `length` bytes, in lines that fit a buffer of 256. */
function headOf(length: number): string {
	const [start, end] = ["HTTP/1.1 204 -\r\n", "\r\n"];
	let left = length - start.length - end.length;
	let lines = "";
	while (left > 0) {
		const size = left > 200 ? 100 : left;
		lines += `X: ${"x".repeat(size - 5)}\r\n`;
		left -= size;
	}
	return start + lines + end;
}

/** Lengths of fragments that meet the buffer's end, and each other's, in many ways. */
const steps = [1, 7, 255, 256, 257, 1000, LINES * 2];

function inSteps(drive: ParserDrive, bytes: Uint8Array, step: number): string[] {
	const cuts = [];
	for (let cut = step; cut < bytes.length; cut += step)
		cuts.push(cut);
	return drive.run(bytes, ...cuts);
}

test("a head of 65,536 bytes is read", (t) => {
	const bytes = bytesOf(headOf(LINES));
	t.is(bytes.length, LINES);
	const drive = new ParserDrive({ names: [] });
	for (const step of steps)
		t.deepEqual(inSteps(drive, bytes, step), ["204", "done reusable"], `in steps of ${step}`);
});

test("a head a byte longer is too long", (t) => {
	const bytes = bytesOf(headOf(LINES + 1));
	const drive = new ParserDrive({ names: [] });
	for (const step of steps)
		t.deepEqual(inSteps(drive, bytes, step), ["error response head is too long"], `in steps of ${step}`);
});

test("an LF alone is refused in the same words when no CR is left in the buffer", (t) => {
	const start = answer(["Transfer-Encoding: chunked"], "80\r\n" + "x".repeat(128));
	const bytes = bytesOf(start + "\r\n\n0\r\n\r\n");
	const drive = new ParserDrive({ size: 64, names: [] });
	t.is(drive.run(bytes).at(-1), "error response has a line that does not end in CRLF");
	t.is(drive.run(bytes, start.length, start.length + 2).at(-1), "error response has a line that does not end in CRLF");
});

/** Puts bytes into a parser's buffer. */
function feed(parser: ResponseParser, binary: string): void {
	parser.buffer.space(binary.length).set(bytesOf(binary));
	parser.buffer.end += binary.length;
}

/** Makes a parser ready for a response on another connection. */
function restart(parser: ResponseParser): void {
	parser.buffer.start = parser.buffer.end = 0;
	parser.begin();
}

test("after an error the parser stays at it, and begin makes it ready for another connection", (t) => {
	const parser = new ResponseParser(text, 256);
	restart(parser);
	feed(parser, "nonsense\r\n");
	t.is(parser.next(), EVENT_ERROR);
	t.is(parser.next(), EVENT_ERROR);
	t.is(parser.end(), EVENT_ERROR);
	t.is(parser.error, "response is not HTTP/1.1");
	restart(parser);
	t.is(parser.error, "");
	t.false(parser.hasBegun);
	t.is(parser.next(), EVENT_MORE);
	feed(parser, "HTTP/1.1 204 -\r\n\r\n");
	t.is(parser.next(), EVENT_HEAD);
	t.is(parser.next(), EVENT_DONE);
	t.is(parser.next(), EVENT_DONE);
	t.is(parser.end(), EVENT_DONE);
});

test("a response has begun with its first byte, whatever has been done with it", (t) => {
	const parser = new ResponseParser(text, 256);
	restart(parser);
	for (const byte of "HTTP/1.1 100 -\r\n\r\nH") {
		feed(parser, byte);
		t.true(parser.hasBegun);
		t.is(parser.next(), EVENT_MORE);
		t.true(parser.hasBegun);
	}
});

test("a body that was cut short leaves nothing to take in the next response", (t) => {
	const parser = new ResponseParser(text, 256);
	for (const binary of [answer(["Content-Length: 9"], "cut"), "HTTP/1.1"]) {
		restart(parser);
		t.is(parser.available, 0);
		feed(parser, binary);
		while (parser.next() !== EVENT_MORE)
			parser.take(new Uint8Array(2));
		t.is(parser.available, 0);
	}
});

test("no more than the body is given, whatever there is room for, and the headers stay as they were", (t) => {
	const parser = new ResponseParser(text, 256, ["a"]);
	restart(parser);
	feed(parser, answer(["Content-Length: 5", "A: b"], "hello!"));
	t.is(parser.next(), EVENT_HEAD);
	t.deepEqual(parser.head.values, ["b"]);
	t.is(parser.next(), EVENT_BODY);
	t.is(parser.available, 5);
	t.is(parser.take(new Uint8Array(0)), 0);
	t.is(parser.next(), EVENT_BODY);
	const target = new Uint8Array(8).fill(46);
	t.is(parser.take(target.subarray(1, 3)), 2);
	t.is(parser.available, 3);
	t.is(parser.take(target.subarray(3)), 3);
	t.is(String.fromCharCode(...target), ".hello..");
	t.is(parser.take(target), 0);
	t.is(parser.next(), EVENT_DONE);
	t.false(parser.isReusable);
	t.deepEqual(parser.head.values, ["b"]);
});
