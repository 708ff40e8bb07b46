import test from "ava";
import { text } from "../host/text.js";
import { EVENT_BODY, EVENT_DONE, EVENT_ERROR, EVENT_HEAD, EVENT_MORE, ResponseParser } from "../lib/http/response-parser.js";
import { bytesOf, ParserDrive } from "./parser-drive.js";
import { answer } from "./parser-input.js";

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
	const drive = new ParserDrive({ mask: [] });
	for (const step of steps)
		t.deepEqual(inSteps(drive, bytes, step), ["204", "done reusable"], `in steps of ${step}`);
});

test("a head a byte longer is too long", (t) => {
	const bytes = bytesOf(headOf(LINES + 1));
	const drive = new ParserDrive({ mask: [] });
	for (const step of steps)
		t.deepEqual(inSteps(drive, bytes, step), ["error response head is too long"], `in steps of ${step}`);
});

test("header lines that are passed over count", (t) => {
	const drive = new ParserDrive({ mask: [] });
	for (const [size, events] of [[65_400, ["204", "done reusable"]], [65_600, ["error response head is too long"]]] as const) {
		const bytes = bytesOf(`HTTP/1.1 204 -\r\nX: ${"x".repeat(size)}\r\n\r\n`);
		for (const step of steps)
			t.deepEqual(inSteps(drive, bytes, step), [...events], `${size} in steps of ${step}`);
	}
});

test("interim answers without end are too long", (t) => {
	const bytes = bytesOf("HTTP/1.1 100 -\r\n\r\n".repeat(4000));
	t.deepEqual(new ParserDrive({}).run(bytes), ["error response head is too long"]);
});

test("trailers without end are too long", (t) => {
	const bytes = bytesOf(answer(["Transfer-Encoding: chunked"], "0\r\n" + "X: y\r\n".repeat(11_000)));
	t.deepEqual(new ParserDrive({ mask: [] }).run(bytes), ["200", "error response head is too long"]);
});

test("a body of 10,000 chunks of a byte is read, one of 20,000 is not", (t) => {
	const drive = new ParserDrive({ mask: [] });
	const read = (count: number): string[] => {
		return drive.run(bytesOf(answer(["Transfer-Encoding: chunked"], "1\r\nx\r\n".repeat(count) + "0\r\n\r\n")));
	};
	t.deepEqual(read(10_000), ["200", "body " + "x".repeat(10_000), "done reusable"]);
	t.is(read(20_000).at(-1), "error response head is too long");
});

test("an LF alone is refused in the same words when no CR is left in the buffer", (t) => {
	const start = answer(["Transfer-Encoding: chunked"], "80\r\n" + "x".repeat(128));
	const bytes = bytesOf(start + "\r\n\n0\r\n\r\n");
	const drive = new ParserDrive({ size: 64, mask: [] });
	t.is(drive.run(bytes).at(-1), "error response has a line that does not end in CRLF");
	t.is(drive.run(bytes, start.length, start.length + 2).at(-1), "error response has a line that does not end in CRLF");
});

test("after an error the parser stays at it, and reset makes it ready for another connection", (t) => {
	const parser = new ResponseParser(text, 256);
	const feed = (binary: string): number => {
		parser.buffer.space(binary.length).set(bytesOf(binary));
		parser.buffer.filled(binary.length);
		return parser.next();
	};
	parser.reset(false, []);
	t.is(feed("nonsense\r\n"), EVENT_ERROR);
	t.is(parser.next(), EVENT_ERROR);
	t.is(parser.end(), EVENT_ERROR);
	t.is(parser.error, "response is not HTTP/1.1");
	parser.reset(false, []);
	t.is(parser.error, "");
	t.false(parser.begun);
	t.is(parser.next(), EVENT_MORE);
	t.is(feed("HTTP/1.1 204 -\r\n\r\n"), EVENT_HEAD);
	t.is(parser.next(), EVENT_DONE);
	t.is(parser.next(), EVENT_DONE);
	t.is(parser.end(), EVENT_DONE);
});

test("a response has begun with its first byte, whatever has been done with it", (t) => {
	const parser = new ResponseParser(text, 256);
	parser.reset(false, undefined);
	for (const byte of bytesOf("HTTP/1.1 100 -\r\n\r\nH")) {
		parser.buffer.space(1)[0] = byte;
		parser.buffer.filled(1);
		t.true(parser.begun);
		t.is(parser.next(), EVENT_MORE);
		t.true(parser.begun);
	}
});

test("a body that was cut short leaves nothing to take in the next response", (t) => {
	const parser = new ResponseParser(text, 256);
	for (const binary of [answer(["Content-Length: 9"], "cut"), "HTTP/1.1"]) {
		parser.reset(false, []);
		t.is(parser.available, 0);
		parser.buffer.space(binary.length).set(bytesOf(binary));
		parser.buffer.filled(binary.length);
		while (parser.next() !== EVENT_MORE)
			parser.take(2);
		t.is(parser.available, 0);
	}
});

test("a response without the headers asked for makes no map for them", (t) => {
	const drive = (mask: readonly string[]): ReadonlyMap<string, string> => {
		const parser = new ResponseParser(text, 256);
		parser.reset(false, mask);
		return parser.head.collector.headers;
	};
	t.is(drive([]), drive([]));
	t.is(drive(["a"]), drive([]));
});

test("no more than the body is given, whatever is asked for, and the headers stay as they were", (t) => {
	const parser = new ResponseParser(text, 256);
	const bytes = bytesOf(answer(["Content-Length: 5", "A: b"], "hello!"));
	parser.reset(false, ["a"]);
	parser.buffer.space(bytes.length).set(bytes);
	parser.buffer.filled(bytes.length);
	t.is(parser.next(), EVENT_HEAD);
	const { headers } = parser.head.collector;
	t.is(parser.next(), EVENT_BODY);
	t.is(parser.available, 5);
	t.is((parser.take(0) as ArrayBuffer).byteLength, 0);
	t.is(parser.next(), EVENT_BODY);
	const target = new Uint8Array(8).fill(46);
	t.is(parser.take(target.subarray(1, 3)), 2);
	t.is(parser.available, 3);
	t.is(parser.take(target.subarray(3)), 3);
	t.is(String.fromCharCode(...target), ".hello..");
	t.is(parser.take(target), 0);
	t.is(parser.next(), EVENT_DONE);
	t.false(parser.reusable);
	parser.reset(false, ["a"]);
	t.deepEqual([...headers], [["a", "b"]]);
	t.is(parser.head.collector.headers.size, 0);
});
