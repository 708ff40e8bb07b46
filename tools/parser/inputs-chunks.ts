import { answer, faults, input, type ParserInput } from "./input.js";

const chunkedHead = ["200", "transfer-encoding: chunked"];

function chunked(body: string): string {
	return answer(["Transfer-Encoding: chunked"], body);
}

/** Chunked bodies (RFC 9112, section 7.1): [why, body, what it carries]. */
const bodies: readonly (readonly [why: string, body: string, content: string])[] = [
	["one chunk", "5\r\nhello\r\n0\r\n\r\n", "hello"],
	["several chunks", "5\r\nhello\r\n1\r\n \r\n5\r\nworld\r\n0\r\n\r\n", "hello world"],
	["no chunk but the last", "0\r\n\r\n", ""],
	["a size in upper case", "1A\r\nabcdefghijklmnopqrstuvwxyz\r\n0\r\n\r\n", "abcdefghijklmnopqrstuvwxyz"],
	["a size in lower case", "1a\r\nabcdefghijklmnopqrstuvwxyz\r\n0\r\n\r\n", "abcdefghijklmnopqrstuvwxyz"],
	["sizes of every letter", "a\r\n0123456789\r\nF\r\n0123456789abcde\r\n0\r\n\r\n", "01234567890123456789abcde"],
	["a size that could be the exponent of a number", "1e\r\nabcdefghijklmnopqrstuvwxyz0123\r\n0\r\n\r\n", "abcdefghijklmnopqrstuvwxyz0123"],
	["leading zeros, twelve digits", "000000000005\r\nhello\r\n000000000000\r\n\r\n", "hello"],
	["content that looks like chunks", "9\r\n\r\n0\r\n\r\n\r\n\r\n0\r\n\r\n", "\r\n0\r\n\r\n\r\n"],
	["an extension", "5;a=b\r\nhello\r\n0;last\r\n\r\n", "hello"],
	["a quoted extension with a semicolon", "5;a=\";\";b\r\nhello\r\n0\r\n\r\n", "hello"],
	["an extension that is quoted pairs", "5;a=\"\\\"\\\\\"\r\nhello\r\n0\r\n\r\n", "hello"],
	["an extension that is an empty text", "5;a=\"\"\r\nhello\r\n0\r\n\r\n", "hello"],
	["a trailer", "5\r\nhello\r\n0\r\nX: y\r\n\r\n", "hello"]
];

const taken: readonly ParserInput[] = [
	...bodies.map(([why, body, content]): ParserInput => ({
		why: `chunked: ${why}`,
		bytes: chunked(body),
		events: [...chunkedHead, ...content === "" ? [] : [`body ${content}`], "done reusable"]
	})),
	input("chunked in any letters", answer(["TRANSFER-ENCODING: CHUNKED"], "2\r\nok\r\n0\r\n\r\n"), ["200", "transfer-encoding: CHUNKED", "body ok", "done reusable"]),
	input("chunked with white space around it", answer(["Transfer-Encoding:\t chunked  "], "2\r\nok\r\n0\r\n\r\n"), ["200", "transfer-encoding: chunked", "body ok", "done reusable"]),
	input("a chunk several times as long as the buffer", chunked("12c\r\n" + "0123456789".repeat(30) + "\r\n0\r\n\r\n"), [...chunkedHead, "body " + "0123456789".repeat(30), "done reusable"], { size: 64 }),
	input("a chunked body on a connection that closes", answer(["Connection: close", "Transfer-Encoding: chunked"], "2\r\nok\r\n0\r\n\r\n"), ["200", "connection: close", "transfer-encoding: chunked", "body ok", "done"]),
	input("chunks in HTTP/1.0 are read, but the connection closes (RFC 9112, section 6.1)", "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: keep-alive\r\n\r\n2\r\nok\r\n0\r\n\r\n", ["200", "transfer-encoding: chunked", "connection: keep-alive", "body ok", "done"]),
	input("bytes behind the last chunk spoil the connection", chunked("2\r\nok\r\n0\r\n\r\n\0"), [...chunkedHead, "body ok", "done"], { lenient: "the answer was whole, and the connection is not used again" }),
	input("a trailer line longer than the buffer is passed over", chunked("2\r\nok\r\n0\r\nX: " + "y".repeat(80) + "\r\n\r\n"), [...chunkedHead, "body ok", "done reusable"], { size: 64 })
];

/** Chunked bodies that are refused: [why, body, content before the fault, fault, stricter]. */
const faulty: readonly (readonly [why: string, body: string, content: string, fault: string, stricter?: string])[] = [
	["an empty size", "\r\nhello\r\n0\r\n\r\n", "", faults.chunkSize],
	["an extension without a size", ";a\r\nhello\r\n0\r\n\r\n", "", faults.chunkSize],
	["a size that is no number", "g\r\nhello\r\n0\r\n\r\n", "", faults.chunkSize],
	["a size with a letter behind", "5g\r\nhello\r\n0\r\n\r\n", "", faults.chunkSize],
	["a size with a minus", "-5\r\nhello\r\n0\r\n\r\n", "", faults.chunkSize],
	["a size with a plus", "+5\r\nhello\r\n0\r\n\r\n", "", faults.chunkSize],
	["a size with 0x", "0x5\r\nhello\r\n0\r\n\r\n", "", faults.chunkSize],
	["a size with a space before it", " 5\r\nhello\r\n0\r\n\r\n", "", faults.chunkSize],
	["a size with a space behind it", "5 \r\nhello\r\n0\r\n\r\n", "", faults.chunkSize],
	["a space before the extension", "5 ;a\r\nhello\r\n0\r\n\r\n", "", faults.chunkSize],
	["a size with a character just below the letters", "@\r\nhello\r\n0\r\n\r\n", "", faults.chunkSize],
	["a size of thirteen digits", "0000000000005\r\nhello\r\n0\r\n\r\n", "", faults.chunkSize, "its number could be beyond 2^53"],
	["a size beyond 64 bits", "10000000000000005\r\nhello\r\n0\r\n\r\n", "", faults.chunkSize],
	["a bad size behind a good chunk", "2\r\nok\r\nx\r\n\r\n", "ok", faults.chunkSize],
	["a chunk longer than announced", "4\r\nhello\r\n0\r\n\r\n", "hell", faults.chunkEnd],
	["a chunk longer than announced, and no line's end behind it", "4\r\nhello", "hell", faults.chunkEnd],
	["a chunk shorter than announced", "6\r\nhello\r\n0\r\n\r\n", "hello\r", faults.lineEnd],
	["a chunk without its CRLF", "5\r\nhello0\r\n\r\n", "hello", faults.chunkEnd],
	["a chunk that ends in CR CR LF", "5\r\nhello\r\r\n0\r\n\r\n", "hello", faults.chunkEnd],
	["a size that ends in LF alone", "5\nhello\r\n0\r\n\r\n", "", faults.lineEnd],
	["a chunk that ends in LF alone", "5\r\nhello\n0\r\n\r\n", "hello", faults.lineEnd],
	["an extension with white space before it", "5; a=b\r\nhello\r\n0\r\n\r\n", "", faults.chunkSize],
	["an extension with white space behind it", "5;a=b \r\nhello\r\n0\r\n\r\n", "", faults.chunkSize],
	["an empty extension", "5;\r\nhello\r\n0\r\n\r\n", "", faults.chunkSize],
	["an empty extension behind another", "5;a;\r\nhello\r\n0\r\n\r\n", "", faults.chunkSize],
	["an extension without a value", "5;a=\r\nhello\r\n0\r\n\r\n", "", faults.chunkSize, "RFC 9112, section 7.1.1 has none"],
	["an extension without a name", "5;=b\r\nhello\r\n0\r\n\r\n", "", faults.chunkSize, "RFC 9112, section 7.1.1 has none"],
	["a quoted extension without an end", "5;a=\"b\r\nhello\r\n0\r\n\r\n", "", faults.chunkSize],
	["a quoted extension whose end is escaped", "5;a=\"b\\\"\r\nhello\r\n0\r\n\r\n", "", faults.chunkSize],
	["a quoted extension with more behind it", "5;a=\"b\"c\r\nhello\r\n0\r\n\r\n", "", faults.chunkSize],
	["a control character in a quoted extension", "5;a=\"\x01\"\r\nhello\r\n0\r\n\r\n", "", faults.chunkSize],
	["an extension of any bytes", "5;\0\xff=\"\r\nhello\r\n0\r\n\r\n", "", faults.chunkSize],
	["a trailer line without a colon", "2\r\nok\r\n0\r\nno colon\r\n\r\n", "ok", faults.trailerLine],
	["a folded trailer", "2\r\nok\r\n0\r\nX: y\r\n z\r\n\r\n", "ok", faults.trailerLine, "RFC 9112, section 5.2 forbids it"],
	["a control character in a trailer", "2\r\nok\r\n0\r\nX: \0\r\n\r\n", "ok", faults.trailerLine],
	["a content-length as trailer", "2\r\nok\r\n0\r\nContent-Length: 9\r\n\r\n", "ok", faults.trailerLine],
	["a transfer-encoding as trailer", "2\r\nok\r\n0\r\nTransfer-Encoding: x\r\n\r\n", "ok", faults.trailerLine, "RFC 9110, section 6.5.1 forbids it"],
	["a CR in an extension", "5;a\rb\r\nhello\r\n0\r\n\r\n", "", faults.chunkSize],
	["a last chunk that ends in LF alone", "0\n\r\n", "", faults.lineEnd],
	["a trailer that ends in LF alone", "0\r\nX: y\n\r\n", "", faults.lineEnd],
	["a CR in a trailer", "0\r\nX: y\rz\r\n\r\n", "", faults.trailerLine],
	["an end that is LF alone", "0\r\n\n", "", faults.lineEnd],
	["an LF alone behind a trailer", "0\r\nX: y\r\n\n\r\n", "", faults.lineEnd]
];

const unfinished: readonly (readonly [why: string, body: string, content: string])[] = [
	["before a chunk", "", ""],
	["in a chunk's size", "5", ""],
	["behind a chunk's size", "5\r\n", ""],
	["in a chunk of the greatest size", "FFFFFFFFFFFF\r\nhello", "hello"],
	["behind a chunk's content", "5\r\nhello", "hello"],
	["behind a chunk", "5\r\nhello\r\n", "hello"],
	["behind the last chunk's line", "5\r\nhello\r\n0\r\n", "hello"],
	["in the trailers", "5\r\nhello\r\n0\r\nX: y\r\n", "hello"],
	["a byte before its end", "5\r\nhello\r\n0\r\n\r", "hello"]
];

const refused: readonly ParserInput[] = [
	...faulty.map(([why, body, content, fault, stricter]): ParserInput => ({
		why: `chunked, refused: ${why}`,
		bytes: chunked(body),
		closed: true,
		events: [...chunkedHead, ...content === "" ? [] : [`body ${content}`], fault],
		...stricter === undefined ? {} : { stricter }
	})),
	...unfinished.map(([why, body, content]): ParserInput => ({
		why: `chunked, closed ${why}`,
		bytes: chunked(body),
		closed: true,
		events: [...chunkedHead, ...content === "" ? [] : [`body ${content}`], faults.early]
	})),
	input("an extension longer than the buffer is too long", chunked("5;a=" + "b".repeat(64) + "\r\nhello\r\n0\r\n\r\n"), [...chunkedHead, faults.tooLong], { size: 64, stricter: "the buffer holds no more" }),
	input("an LF alone behind a trailer that filled the buffer up to its CR is refused", chunked("0\r\nX: " + "y".repeat(60) + "\r\n\n\r\n"), [...chunkedHead, faults.lineEnd], { size: 64 }),
	input("a trailer line longer than the buffer that ends in LF alone is refused", chunked("0\r\nX: " + "y".repeat(80) + "\n\r\n"), [...chunkedHead, faults.lineEnd], { size: 64 })
];

export const chunkInputs: readonly ParserInput[] = [...taken, ...refused];
