import fc from "fast-check";
import { bytesOf } from "../../tools/parser/drive.js";
import { responses } from "./corpus.js";

/** One input of the fuzzer. */
export interface FuzzInput {
	readonly bytes: Uint8Array<ArrayBuffer>;
	/** Seed of where the bytes are cut. */
	readonly cuts: number;
	/** A response that the same parser has read before; undefined for none. */
	readonly before: Uint8Array<ArrayBuffer> | undefined;
	/** The peer closes the connection behind the bytes. */
	readonly closed: boolean;
	/** Bytes of the receive buffer. */
	readonly size: number;
	/** Names of the headers whose text is kept. */
	readonly names: readonly string[];
}

type Text = fc.Arbitrary<string>;

/** Longer inputs show nothing more and take their time. */
const LONGEST = 4096;
const CRLF = "\r\n";
/** Of so many parts of a response one is not as it should be. */
const ODDS = 60;
const names = ["Date", "Vary", "Server", "X-Content-Type-Options", "Content-Type", "Connection", "Upgrade", "Trailer", "A", "x!#$%&'*+-.^_`|~9"];
const values = ["", "a", "Origin", "close", "keep-alive", "upgrade", "close, keep-alive", "x, CLOSE", "Sat, 21 Nov 2026 12:05:08 GMT", "b: c",
	"\"quoted\"", "gr\xc3\xbc\xc3\x9fe", "\xfc", "a \t b"];
const oddNames = ["", " ", "A b", "(A)", "A\0", "\xc3\xa4", "Content-Length ", " A", "A,B", "\"A\"", "A\x7f", "{}", "Proxy-Connection"];
const oddValues = ["\0", "a\x01b", "\x7f", "a\rb", "a\nb", "\x0bclose", "\r\n folded", "\r\n\tfolded", "a\x1f"];
/** What some reader or other takes for a number. */
const oddNumbers = ["NaN", "Infinity", "-Infinity", "-0", "1e1", "1E+1", "2.0", "0b10", "0o7", "1_0", "1,0", "null", "true", "\xd9\xa3", "\xb2", "\xef\xbc\x92"];
const bodies = ["", "ok", "{}", "[]", "{\"message\":\"a\",\"token\":\"b\"}", "{\"a\":{\"b\":[1,{\"c\":\"}\"}]},\"d\":[]}", "\r\n\r\n", "0\r\n\r\n", "\0\xff\n\r",
	"{\"message\":\"a\\u001b[2J\\r\\n\\u0000\\u2028\",\"data\":{\"a\\nb\":{\"message\":\"\\u0085\"}}}", "Bad\x1b[2J\nrequest\xc2\x9b", "garbage}", "x".repeat(300)];
const extensions = [";a", ";a=b", ";a=\"b;c\"", ";a=\"\\\"\"", ";a;b=c"];
const oddExtensions = [";", "; a", ";a=", ";=b", ";a=\"", ";\0", ";a=b\"c\"", " ;a", ";a =b", ";\xff", ";a=\"\x01\"", ";a=\"b\"c"];
const statuses = ["200", "200", "200", "201", "202", "203", "204", "205", "206", "299", "304", "400", "404", "413", "500"];
/** Bytes that decide something in a response or in JSON. */
const telling = [0, 1, 9, 10, 13, 31, 32, 34, 44, 48, 49, 58, 59, 61, 91, 92, 93, 102, 123, 125, 127, 128, 255];

function joined(...parts: readonly Text[]): Text {
	return fc.tuple(...parts).map((texts) => texts.join(""));
}

/** What should be there, or now and then something else. */
function odd(good: Text, bad: readonly string[]): Text {
	return fc.oneof({ arbitrary: good, weight: ODDS }, { arbitrary: fc.constantFrom(...bad), weight: 1 });
}

function many(part: Text, most: number): Text {
	return fc.array(part, { maxLength: most }).map((texts) => texts.join(""));
}

const end = odd(fc.constant(CRLF), ["\n", "\r", "\r\r\n", "", "\n\r", "\r\n\r\n"]);
const body = fc.constantFrom(...bodies);

function statusLine(status: Text): Text {
	return joined(odd(fc.constant("HTTP/1.1"), ["HTTP/1.0", "HTTP/1.2", "HTTP/0.9", "HTTP/2.0", "http/1.1", "RTSP/1.0", "HTTP/1.1 ", "", "\r\nHTTP/1.1"]), fc.constant(" "),
		odd(status, ["101", "099", "1000", "20", "150", "199", "2x0", " 200", ...oddNumbers]), odd(fc.constant(" OK"), ["", " ", " \xe9\t:", " O\0K", "\tOK", " O\rK"]), end);
}

function field(name: Text, value: Text): Text {
	const anyCase = fc.tuple(odd(name, oddNames), fc.constantFrom("as it is", "lower", "upper"))
		.map(([text, letters]) => letters === "lower" ? text.toLowerCase() : letters === "upper" ? text.toUpperCase() : text);
	return joined(anyCase, odd(fc.constant(":"), [" :", "", "::", "\t:"]), fc.constantFrom(" ", " ", "", "\t", "  "), odd(value, oddValues), odd(fc.constant(""), [" ", "\t", "  "]), end);
}

const fields = many(field(fc.constantFrom(...names), fc.constantFrom(...values)), 3);
const extension = odd(fc.oneof({ arbitrary: fc.constant(""), weight: 7 }, { arbitrary: fc.constantFrom(...extensions), weight: 1 }), oddExtensions);

/** A size and what follows it (RFC 9112, section 7.1). Behind what is no size there is nothing: whoever takes it for one finds the chunk's end there. */
const chunk = fc.oneof(
	{ weight: 30, arbitrary: body.chain((text) => {
		const size = (text.length || 1).toString(16);
		return joined(odd(fc.constant(size), [size.toUpperCase(), `0${size}`, "0".repeat(12) + size, (text.length + 2).toString(16), ` ${size}`, `${size} `, `0x${size}`, "", "g", "-1", "fffffffffffff", ...oddNumbers]),
			extension, end, fc.constant(text || "x"), end);
	}) },
	{ weight: 1, arbitrary: fc.constantFrom(...oddNumbers).map((text) => text + CRLF + CRLF) });
const trailer = field(odd(fc.constant("X-Sum"), [...oddNames, "Content-Length", "Connection", "Transfer-Encoding"]), odd(fc.constant("1"), oddValues));
const chunks = joined(many(chunk, 4), odd(fc.constant("0"), ["00", "000", "0 ", ...oddNumbers]), extension, end, many(trailer, 1), end);
const inChunks = joined(
	field(fc.constant("Transfer-Encoding"), odd(fc.constant("chunked"), ["Chunked", "chunked ", "\tchunked", "chunked\t", "gzip", "gzip, chunked", "chunked, chunked", "", "identity", "chunked;a=b"])),
	fields, end, chunks);
const inLength = body.chain((text) => {
	const length = String(text.length);
	const value = odd(fc.constant(length), [`0${length}`, `${length}\t`, `${length} `, `+${length}`, "", "0x2", "-1", "9".repeat(15), "1".repeat(16),
		`${length}, ${length}`, `${text.length + 1}`, `${text.length >> 1}`, ...oddNumbers]);
	return joined(field(fc.constant("Content-Length"), value), odd(fc.constant(""), [`Content-Length: ${length}\r\n`, "Transfer-Encoding: chunked\r\n"]), fields, end, fc.constant(text), odd(fc.constant(""), ["\0", CRLF, "HTTP/1.1 200 OK\r\n\r\n"]));
});
/** Mostly whole, else as a connection that ends leaves it. */
const untilClosed = joined(end, fc.tuple(body, fc.nat(99)).map(([text, least]) => least > 66 ? text.slice(0, least - 66) : text));
const interim = joined(statusLine(fc.constantFrom("100", "101", "102", "103")), fields, fc.constant(CRLF));

/** A response after RFC 9112, now and then with what is none. */
const response = joined(fc.oneof({ arbitrary: fc.constant(""), weight: 7 }, { arbitrary: many(interim, 2), weight: 1 }), statusLine(fc.constantFrom(...statuses)), fields, fc.oneof(untilClosed, inChunks, inChunks, inLength, inLength));

/** A response whose head a connection caches, in the form that the service gives it. */
const known = fc.tuple(fc.constantFrom(["200 OK", "Content-Length: 2\r\n", "ok"], ["200 OK", "Content-Length: 02\r\n", "{}"],
	["200 OK", "Transfer-Encoding: chunked\r\n", "2\r\nok\r\n0\r\n\r\n"], ["204 No Content", "", ""]), fc.boolean(), fc.integer({ min: 10, max: 59 }))
	.map(([[status, framing, text], isTimeFirst, minute]) => {
		const time = `Date: Sat, 21 Nov 2026 12:${minute}:08 GMT\r\n`;
		return bytesOf(`HTTP/1.1 ${status}\r\nVary: Origin\r\n${isTimeFirst ? time + framing : framing + time}A: b\r\n\r\n${text}`);
	});

/** Replaces some bytes, from a place on, by others: a byte, a cut, an insertion, or a part of another response. */
interface Change {
	readonly at: number;
	readonly count: number;
	readonly put: Uint8Array;
}

const part = fc.tuple(fc.constantFrom(...responses), fc.nat(LONGEST), fc.integer({ min: 1, max: 200 })).map(([other, at, count]) => {
	const from = at % (other.length + 1);
	return other.subarray(from, from + count);
});
const put = fc.oneof(fc.constant(new Uint8Array(0)), fc.constantFrom(...telling).map((byte) => Uint8Array.of(byte)), fc.nat(255).map((byte) => Uint8Array.of(byte)), part);
const change: fc.Arbitrary<Change> = fc.record({ at: fc.nat(LONGEST), count: fc.oneof(fc.constantFrom(0, 1), fc.nat(40), fc.constant(LONGEST)), put });

function changed(bytes: Uint8Array, changes: readonly Change[]): Uint8Array<ArrayBuffer> {
	return new Uint8Array(changes.reduce((all: Uint8Array, { at, count, put }) => {
		const from = at % (all.length + 1);
		return Buffer.concat([all.subarray(0, from), put, all.subarray(from + count)]);
	}, bytes).subarray(0, LONGEST));
}

function inputsOf(original: fc.Arbitrary<Uint8Array>, before: FuzzInput["before"]): fc.Arbitrary<FuzzInput> {
	return fc.record({
		bytes: fc.tuple(original, fc.oneof(fc.constant([]), fc.array(change, { maxLength: 4 }))).map(([bytes, changes]) => changed(bytes, changes)),
		cuts: fc.nat(0x7fffffff),
		before: fc.constant(before),
		closed: fc.boolean(),
		size: fc.constantFrom(64, 128, 256, 1024),
		names: fc.constantFrom(["content-type", "retry-after", "date"], ["a", "vary", "date", "server"], [], ["a", "content-length"])
	});
}

const anyResponse = fc.oneof({ arbitrary: response.map(bytesOf), weight: 3 }, { arbitrary: fc.constantFrom(...responses), weight: 1 });

/** Responses, good ones and odd ones, each with a few changes; one in six behind another whose head is known. */
export const fuzzInput: fc.Arbitrary<FuzzInput> = fc.oneof(
	{ arbitrary: inputsOf(anyResponse, undefined), weight: 5 },
	{ arbitrary: known.chain((before) => inputsOf(fc.oneof({ arbitrary: fc.constant(before), weight: 3 }, { arbitrary: anyResponse, weight: 1 }), before)), weight: 1 });
