import test from "ava";
import { text } from "../../../host/text.js";

const replacement = [0xef, 0xbf, 0xbd];

test("encode gives UTF-8 in an array of the caller's own", (t) => {
	t.deepEqual([...text.encode("aß€😀\0")], [0x61, 0xc3, 0x9f, 0xe2, 0x82, 0xac, 0xf0, 0x9f, 0x98, 0x80, 0]);
	const one = text.encode("same");
	text.encode("same").fill(0);
	t.is(String(one), "115,97,109,101");
});

test("lone surrogates become EF BF BD", (t) => {
	const target = new Uint8Array(8);
	for (const [given, expected] of [
		["\ud800", replacement], ["\udc00", replacement], ["a\ud83d", [0x61, ...replacement]], ["\udc00b", [...replacement, 0x62]],
		["\ude00\ud83d", [...replacement, ...replacement]]
	] as const) {
		t.deepEqual([...text.encode(given)], [...expected]);
		t.is(text.encodeInto(given, target), expected.length);
		t.deepEqual([...target.subarray(0, expected.length)], [...expected]);
	}
});

test("encodeInto never splits a character and touches nothing behind what it wrote", (t) => {
	for (const character of ["a", "ß", "€", "😀", "\ud800"]) {
		const length = text.encode(character).length;
		for (let room = 0; room <= 1 + 2 * length; room += 1) {
			const target = new Uint8Array(16).fill(0xaa);
			const whole = Math.min(2, Math.floor(room / length));
			t.is(text.encodeInto(character + character, target.subarray(0, room)), whole * length);
			t.deepEqual([...target.subarray(0, whole * length)], [...text.encode(character.repeat(whole))]);
			t.true(target.subarray(whole * length).every((byte) => byte === 0xaa));
		}
	}
});

test("decode reads a part of the bytes", (t) => {
	const bytes = text.encode("..€😀..");
	t.is(text.decode(bytes, 2, 7), "€😀");
	t.is(text.decode(bytes.subarray(2), 3, 4), "😀");
	t.is(text.decode(bytes, 11, 0), "");
	t.is(text.decode(new Uint8Array([0x61, 0, 0x62]), 0, 3), "a\0b");
});

test("decode keeps a byte order mark", (t) => {
	const bytes = Uint8Array.of(0xef, 0xbb, 0xbf, 0x61);
	t.is(text.decode(bytes, 0, 4), "\ufeffa");
	t.is(text.decode(bytes, 0, 4), "\ufeffa");
});

test("decode gives undefined for what is not UTF-8, and works again after it", (t) => {
	const wrong = {
		"a continuation alone": [0x80],
		"a character cut short": [0xe2, 0x82],
		"an overlong NUL": [0xc0, 0x80],
		"an overlong slash": [0xe0, 0x80, 0xaf],
		"a surrogate": [0xed, 0xa0, 0x80],
		"beyond U+10FFFF": [0xf4, 0x90, 0x80, 0x80],
		"a byte that never occurs": [0x61, 0xff, 0x61]
	};
	for (const [what, bytes] of Object.entries(wrong)) {
		t.is(text.decode(Uint8Array.from(bytes), 0, bytes.length), undefined, what);
		t.is(text.decode(text.encode("€"), 0, 3), "€");
	}
});

test("decode beyond the bytes throws", (t) => {
	const bytes = new Uint8Array(8).subarray(2, 6);
	for (const [offset, length] of [[0, 5], [4, 1], [-1, 2], [0, -1]] as const)
		t.throws(() => text.decode(bytes, offset, length), { instanceOf: RangeError });
});
