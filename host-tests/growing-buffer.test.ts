import test from "ava";
import { GrowingBuffer } from "../lib/growing-buffer.js";

test("a buffer begins with its size, or with its limit where that is less", (t) => {
	t.is(new GrowingBuffer(128, 1024).bytes.length, 128);
	t.is(new GrowingBuffer(128, 64).bytes.length, 64);
	t.is(new GrowingBuffer(0, 64).bytes.length, 0);
});

test("what fits leaves the buffer as it is", (t) => {
	const buffer = new GrowingBuffer(128, 1024);
	const { bytes } = buffer;
	t.true(buffer.reserve(128));
	t.is(buffer.bytes, bytes);
});

test("it grows by doubling, up to the limit, and keeps what it holds", (t) => {
	const buffer = new GrowingBuffer(4, 20);
	buffer.bytes.set([1, 2, 3, 4]);
	for (const [size, expected] of [[5, 8], [9, 16], [17, 20], [20, 20]]) {
		t.true(buffer.reserve(size));
		t.is(buffer.bytes.length, expected);
		t.deepEqual([...buffer.bytes.subarray(0, 4)], [1, 2, 3, 4]);
	}
});

test("an empty one becomes as large as is asked for", (t) => {
	const buffer = new GrowingBuffer(0, 4096);
	t.true(buffer.reserve(1024));
	t.is(buffer.bytes.length, 1024);
});

test("more than the limit is refused, and the buffer is as large as it may be", (t) => {
	const buffer = new GrowingBuffer(4, 20);
	t.false(buffer.reserve(21));
	t.is(buffer.bytes.length, 20);
	t.false(buffer.reserve(2_000_000_000));
	const { bytes } = buffer;
	t.false(buffer.reserve(21));
	t.is(buffer.bytes, bytes);
});
