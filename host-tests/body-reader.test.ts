import test from "ava";
import { text } from "../host/text.js";
import { BodyReader } from "../lib/body-reader.js";
import { BodySource } from "./body-source.js";

/** Reads `body`, announced in parts of `step` bytes. */
function read(reader: BodyReader, body: string | Uint8Array, step = Number.MAX_SAFE_INTEGER): BodySource {
	const bytes = typeof body === "string" ? text.encode(body) : body;
	const source = new BodySource(bytes);
	reader.reset();
	while (source.left > 0)
		reader.read(source, Math.min(step, source.left));
	return source;
}

test("a body is kept, in whatever parts it comes", (t) => {
	const reader = new BodyReader(text, 4096);
	const body = "grüße €😀 ".repeat(150);
	for (const step of [1, 2, 3, 100, 1023, 1024, 1025, 5000]) {
		read(reader, body, step);
		t.is(reader.body, body);
		t.false(reader.overflowed);
		t.is(reader.discarded, 0);
	}
});

test("an empty body is the empty text", (t) => {
	const reader = new BodyReader(text, 16);
	read(reader, "before");
	reader.reset();
	t.is(reader.body, "");
});

test("a body at the limit exactly is kept, one byte more overflows", (t) => {
	for (const limit of [1, 2, 63, 1023, 1024, 1025, 2048, 3000, 16_384]) {
		for (const step of [1, 7, limit, limit + 1, 100_000]) {
			const reader = new BodyReader(text, limit);
			read(reader, "x".repeat(limit), step);
			t.false(reader.overflowed, `${limit} in steps of ${step}`);
			t.is(reader.body, "x".repeat(limit));
			read(reader, "x".repeat(limit + 1), step);
			t.true(reader.overflowed, `${limit + 1} in steps of ${step}`);
			t.is(reader.discarded, 1);
		}
	}
});

test("what is over the limit is read and counted, however long it is", (t) => {
	const reader = new BodyReader(text, 100);
	for (const length of [101, 200, 201, 1000, 123_456]) {
		const source = read(reader, "x".repeat(length), 77);
		t.is(source.left, 0);
		t.true(reader.overflowed);
		t.is(reader.discarded, length - 100);
	}
});

test("the buffer doubles as it has to, up to the limit, and stays", (t) => {
	const reader = new BodyReader(text, 5000);
	t.deepEqual(read(reader, "x".repeat(5000)).asked, [1024, 1024, 2048, 904]);
	t.deepEqual(read(reader, "x".repeat(5000)).asked, [5000]);
	t.deepEqual(read(new BodyReader(text, 300), "x".repeat(300)).asked, [300]);
});

test("a reader that has overflowed reads the next body as if nothing had been", (t) => {
	const reader = new BodyReader(text, 20);
	read(reader, "{\"token\":\"" + "x".repeat(100), 7);
	t.true(reader.overflowed);
	read(reader, "{\"token\":\"abc\"}", 7);
	t.false(reader.overflowed);
	t.is(reader.discarded, 0);
	t.is(reader.body, "{\"token\":\"abc\"}");
});

test("a request that gives nothing ends the read", (t) => {
	const reader = new BodyReader(text, 20);
	reader.reset();
	const source = new BodySource(text.encode("abc"));
	reader.read(source, 10);
	t.is(reader.body, "abc");
	t.deepEqual(source.asked, [10, 7]);
});

test("a request that gives less than asked for is asked again", (t) => {
	const reader = new BodyReader(text, 20);
	reader.reset();
	reader.read(new BodySource(text.encode("abcdef"), 2), 6);
	t.is(reader.body, "abcdef");
});

test("a body that is not UTF-8 has no text", (t) => {
	const reader = new BodyReader(text, 1024);
	for (const bad of [[0xff], [0xc3], [0xed, 0xa0, 0x80]]) {
		read(reader, Uint8Array.of(...text.encode("{\"token\":\""), ...bad, ...text.encode("\"}")), 4);
		t.is(reader.body, undefined);
	}
	read(reader, "{\"token\":\"abc\"}", 4);
	t.is(reader.body, "{\"token\":\"abc\"}");
});
