import TextDecoder from "text/decoder";
import { type Case, testCase } from "../../host-tests/contract/case.js";
import { bound } from "../app/providers.js";

/** Texts with their UTF-8; a lone surrogate is the replacement character. */
const texts: readonly (readonly [text: string, bytes: string])[] = [
	["", ""],
	["aß€😀", "61,c3,9f,e2,82,ac,f0,9f,98,80"],
	["a\0b", "61,0,62"],
	["\ufeffa", "ef,bb,bf,61"],
	["\ud800", "ef,bf,bd"],
	["\udc00", "ef,bf,bd"],
	["a\ud83d", "61,ef,bf,bd"],
	["\udc00b", "ef,bf,bd,62"],
	["\ude00\ud83d", "ef,bf,bd,ef,bf,bd"]
];

/** Bytes that are not UTF-8. */
const wrong: Readonly<Record<string, readonly number[]>> = {
	"a continuation alone": [0x80],
	"a character cut short": [0xe2, 0x82],
	"an overlong NUL": [0xc0, 0x80],
	"an overlong slash": [0xe0, 0x80, 0xaf],
	"a surrogate": [0xed, 0xa0, 0x80],
	"a surrogate pair": [0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80],
	"beyond U+10FFFF": [0xf4, 0x90, 0x80, 0x80],
	"a byte that never occurs": [0x61, 0xff, 0x61]
};

function hexadecimal(bytes: Uint8Array): string {
	return Array.from(bytes, (byte) => byte.toString(16)).join();
}

/** The library's text on XS: what Node's does, to the byte. */
export const textCases: readonly Case[] = [
	...texts.map(([given, bytes]) => testCase(`encodes ${bytes || "nothing"}`, (context) => {
		const { text } = bound();
		context.equal(hexadecimal(text.encode(given)), bytes, "encode");
		const target = new Uint8Array(16).fill(0xaa);
		const count = text.encodeInto(given, target);
		context.equal(hexadecimal(target.subarray(0, count)), bytes, "encodeInto");
	})),
	testCase("encodeInto never splits a character and touches nothing behind what it wrote", (context) => {
		const { text } = bound();
		for (const character of ["a", "ß", "€", "😀", "\ud800"]) {
			const { length } = text.encode(character);
			for (let room = 0; room <= 2 * length + 1; room++) {
				const target = new Uint8Array(16).fill(0xaa);
				const whole = Math.min(2, Math.floor(room / length));
				const what = `${hexadecimal(text.encode(character))} in ${room}`;
				context.equal(text.encodeInto(character + character, target.subarray(0, room)), whole * length, what);
				context.ok(target.subarray(whole * length).every((byte) => byte === 0xaa), what);
			}
		}
	}),
	testCase("decodes a part of the bytes", (context) => {
		const { text } = bound();
		const bytes = text.encode("..€😀..");
		context.equal(text.decode(bytes, 2, 7), "€😀");
		context.equal(text.decode(bytes.subarray(2), 3, 4), "😀");
		context.equal(text.decode(bytes, 11, 0), "");
		context.equal(text.decode(Uint8Array.of(0x61, 0, 0x62), 0, 3), "a\0b");
		context.equal(text.decode(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61), 0, 4), "\ufeffa");
	}),
	...Object.entries(wrong).map(([what, bytes]) => testCase(`does not decode ${what}`, (context) => {
		const { text } = bound();
		context.equal(text.decode(Uint8Array.from(bytes), 0, bytes.length), undefined);
		context.equal(text.decode(text.encode("€"), 0, 3), "€", "afterwards");
	})),
	testCase("Moddable's decoder reads what the library encodes", (context) => {
		context.equal(new TextDecoder().decode(bound().text.encode("aß€😀")), "aß€😀");
	})
];
