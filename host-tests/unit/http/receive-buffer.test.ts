import test from "ava";
import { LINE_FAULT, LINE_FOUND, LINE_MORE, LINE_SKIPPED, ReceiveBuffer } from "../../../lib/http/receive-buffer.js";
import { text } from "../../../host/text.js";

/** Bytes of the longest line. */
const LONGEST = 4096;

/** Fills the buffer as a socket does. Returns the bytes that had room. */
function receive(buffer: ReceiveBuffer, bytes: string): number {
	const space = buffer.space(bytes.length);
	const { written } = new TextEncoder().encodeInto(bytes, space);
	buffer.end += written;
	return written;
}

test("the buffer has 512 bytes until a line is longer, and the length of the longest line then", (t) => {
	const buffer = new ReceiveBuffer(text, LONGEST);
	const line = `a: ${"x".repeat(600)}\r\n`;
	t.is(receive(buffer, line), 512);
	t.is(buffer.nextLine(true), LINE_MORE);
	t.is(buffer.bytes.length, LONGEST);
	receive(buffer, line.slice(512));
	t.is(buffer.nextLine(true), LINE_FOUND);
	t.is(buffer.line, line.trimEnd());
});

test("a line that is longer than the longest is skipped, and the buffer does not grow for it", (t) => {
	const buffer = new ReceiveBuffer(text, LONGEST);
	const line = `a: ${"x".repeat(9000)}\r\n`;
	let result = LINE_MORE;
	for (let at = 0; result === LINE_MORE;) {
		at += receive(buffer, line.slice(at));
		result = buffer.nextLine(true);
	}
	t.is(result, LINE_SKIPPED);
	t.is(buffer.bytes.length, LONGEST);
});

test("a buffer grows for a whole answer, by steps of 16 bytes, up to what it is told, and never shrinks", (t) => {
	const buffer = new ReceiveBuffer(text, LONGEST);
	for (const [wanted, grows, length] of [[512, false, 512], [513, true, 528], [600, true, 608], [300, false, 608], [5000, true, 1536], [5000, false, 1536]] as const) {
		t.is(buffer.grow(wanted, 1536), grows, String(wanted));
		t.is(buffer.bytes.length, length, String(wanted));
	}
});

test("a buffer that is to have fewer than 512 bytes has these", (t) => {
	const buffer = new ReceiveBuffer(text, 100);
	t.is(buffer.bytes.length, 100);
	t.is(receive(buffer, "x".repeat(101)), 100);
	t.is(buffer.nextLine(false), LINE_FAULT);
	t.is(buffer.fault, "response has a line that is too long");
});
