import test from "ava";
import { text } from "../../../host/text.js";
import { BodyBuffer } from "../../../lib/http/body-buffer.js";
import { LINES_BETWEEN } from "../../../lib/http/response-parser.js";

/** Has a buffer collect a body that comes `step` bytes at a time. Returns the sizes that the buffer had. */
function collect(buffer: BodyBuffer, body: string | Uint8Array, step = Infinity, isKnown = true): number[] {
	const bytes = typeof body === "string" ? text.encode(body) : body;
	const sizes: number[] = [];
	buffer.reset();
	for (let at = 0; at < bytes.length;) {
		const left = bytes.length - at;
		const space = buffer.space(Math.min(step, left), isKnown ? left : Infinity);
		if (space.length === 0 || space.length > Math.min(step, left))
			throw new Error(`space for ${space.length} of ${Math.min(step, left)} bytes`);
		space.set(bytes.subarray(at, at + space.length));
		at += space.length;
		buffer.length += space.length;
		const size = buffer.isOverflowed ? space.buffer.byteLength : buffer.size;
		if (!buffer.isOverflowed && space.buffer.byteLength !== size + LINES_BETWEEN)
			throw new Error(`${space.buffer.byteLength} bytes for a body of ${size}`);
		if (sizes.at(-1) !== size)
			sizes.push(size);
	}
	return sizes;
}

test("a body is kept, in whatever parts it comes", (t) => {
	const buffer = new BodyBuffer(text, 4096);
	const body = "grüße €😀 ".repeat(150);
	for (const isKnown of [true, false]) {
		for (const step of [1, 2, 3, 100, 1023, 1024, 1025, 5000]) {
			collect(buffer, body, step, isKnown);
			t.is(buffer.body(), body);
			t.false(buffer.isOverflowed);
			t.is(buffer.length, Buffer.byteLength(body));
		}
	}
});

test("a body that overflows first leaves no buffer that is larger than the limit", (t) => {
	const buffer = new BodyBuffer(text, 100);
	collect(buffer, "x".repeat(101));
	collect(buffer, "x".repeat(500));
	t.true(buffer.isOverflowed);
	t.deepEqual(collect(buffer, "x".repeat(100)), [100]);
	t.false(buffer.isOverflowed);
});

test("what is dropped takes no memory: a body that is too long from the beginning has none made for it", (t) => {
	const buffer = new BodyBuffer(text, 16_384);
	t.deepEqual(collect(buffer, "x".repeat(30_000), 5000), [256]);
	t.is(buffer.size, 0, "nothing is read to where it would be kept");
});

test("a body of known length has a buffer of that size, one of unknown length has it grow by an eighth at least, up to the limit", (t) => {
	for (const [limit, length, step, isKnown, sizes] of [
		[16_384, 5000, 100, true, [5000]],
		[16_384, 10, 10, true, [256]],
		[16_384, 10, 10, false, [256]],
		[16_384, 1500, 500, false, [500, 1000, 1500]],
		[16_384, 500, 10, false, [256, 288, 324, 364, 409, 460, 517]],
		[16_384, 5000, 1000, false, [1000, 2000, 3000, 4000, 5000]],
		[300, 300, 10, false, [256, 288, 300]],
		[5000, 5000, 100, true, [5000]],
		[200, 200, 100, false, [200]],
		[16_384, 9000, 9000, false, [9000]]
	] as const)
		t.deepEqual(collect(new BodyBuffer(text, limit), "x".repeat(length), step, isKnown), sizes);
});

test("a buffer is given back with its body, and so is one for what is too long", (t) => {
	const buffer = new BodyBuffer(text, 32_768);
	for (const length of [1, 256, 2048, 10_000, 16_385, 32_769, 80_000, 32_768]) {
		collect(buffer, "x".repeat(length));
		t.not(buffer.bytes, undefined);
		buffer.reset();
		t.is(buffer.bytes, undefined);
		t.is(buffer.size, 0);
		t.is(buffer.length, 0);
		t.false(buffer.isOverflowed);
		t.is(buffer.body(), "");
	}
});

test("a long body in pieces of unknown number grows at once to what the last long one took", (t) => {
	const buffer = new BodyBuffer(text, 65_536);
	t.is(collect(buffer, "x".repeat(32_000), 4000, false).length, 8);
	buffer.reset();
	t.deepEqual(collect(buffer, "x".repeat(33_000), 4000, false), [4000, 8000, 12_000, 16_000, 34_000]);
	t.is(buffer.body(), "x".repeat(33_000));
	buffer.reset();
	t.deepEqual(collect(buffer, "x".repeat(12_000), 4000, false), [4000, 8000, 12_000], "not one that is short");
});

test("what overflows later gives its buffer back at once", (t) => {
	const buffer = new BodyBuffer(text, 16_384);
	t.deepEqual(collect(buffer, "x".repeat(20_000), 4000, false), [4000, 8000, 12_000, 16_000, 256]);
	t.true(buffer.isOverflowed);
});

test("a limit beyond the engine's longest buffer can be set", (t) => {
	const buffer = new BodyBuffer(text, Number.MAX_SAFE_INTEGER);
	collect(buffer, "{}");
	t.is(buffer.body(), "{}");
});
