import test from "ava";
import { chunkSize, isFieldLine, isFieldValue, isPlain } from "../../../lib/http/lines.js";

/** The rules as patterns (RFC 9110, sections 5.5 and 5.6.2). */
const fieldLine = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+:[^\0-\x08\n-\x1f\x7f]*$/;
const control = /[\0-\x08\n-\x1f\x7f]/;

/** Every character of the first pages, some beyond, and halves of characters. */
const characters = [...Array.from({ length: 0x300 }, (_, code) => String.fromCharCode(code)), "\u20ac", "\ufffd", "\ud83d\ude00", "\ud800", "\udfff"];

test("a field line is a token, a colon and no control character, whichever character stands where", (t) => {
	for (const character of characters) {
		for (const line of [character, `${character}:`, `${character}: b`, `A${character}B: c`, `A: b${character}c`, `A:${character}`, `A${character}`])
			t.is(isFieldLine(line), fieldLine.test(line), JSON.stringify(line));
	}
	t.false(isFieldLine(""));
});

test("a field value has no control character but tabs", (t) => {
	for (const character of characters) {
		for (const text of [character, `a${character}`, `%0${character}%1%7F`, `"\\/${character}`])
			t.is(isFieldValue(text), !control.test(text), JSON.stringify(text));
	}
	t.true(isFieldValue(""));
});

test("plain text has no control character, tabs among them", (t) => {
	for (const character of characters.slice(0, 0x300))
		t.is(isPlain(`a${character}%0%1`), !control.test(character) && character !== "\t", JSON.stringify(character));
});

test("a chunk's size is one to twelve hexadecimal digits, and nothing else that some reader takes for a number", (t) => {
	for (const [line, size] of [["0", 0], ["000", 0], ["a", 10], ["A", 10], ["1f", 31], ["ffffffffffff", 0xffffffffffff], ["5;a=b", 5]] as const)
		t.is(chunkSize(line), size, line);
	for (const line of ["", "NaN", "nan", "Infinity", "-1", "-0", "+1", "1.0", "1e", "1e+3", "0x1", "0b1", " 1", "1 ", "1_0", "1,0", "null", "true", "g", "fffffffffffff", "\u0661", ";a"]) {
		const size = /^[\da-f]{1,12}$/.test(line) ? parseInt(line, 16) : -1;
		t.is(chunkSize(line), size, JSON.stringify(line));
	}
});
