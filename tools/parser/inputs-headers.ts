import { answer, faults, input, type ParserInput } from "./input.js";

const end = ["content-length: 2", "body ok", "done reusable"];

/** Header lines (RFC 9112, section 5) before a good Content-Length: [why, lines, headers]. */
const fields: readonly (readonly [why: string, lines: readonly string[], headers: readonly string[]])[] = [
	["white space around a value is not part of it", ["A:  b  ", "C:\td\t"], ["a: b", "c: d"]],
	["no white space is needed", ["A:b"], ["a: b"]],
	["white space inside a value is part of it", ["A: b \t c"], ["a: b \t c"]],
	["a value may be empty", ["A:", "B: ", "C:\t \t"], ["a: ", "b: ", "c: "]],
	["a value may hold colons and commas", ["A: b:c,:d"], ["a: b:c,:d"]],
	["names are given in lower case", ["X-REQUEST-Id: Ab"], ["x-request-id: Ab"]],
	["every character of a token may stand in a name", ["!#$%&'*+-.^_`|~09AZaz: b"], ["!#$%&'*+-.^_`|~09azaz: b"]],
	["fields of one name are joined", ["A: b", "C: d", "a: e"], ["a: b, e", "c: d"]],
	["a value is UTF-8", ["A: gr\xc3\xbc\xc3\x9fe"], ["a: gr\u00fc\u00dfe"]],
	["a value that is not UTF-8 is read as ISO-8859-1", ["A: \xfc"], ["a: \u00fc"]],
	["names as long as those that matter", ["Connectiom: close", "Content-Lengti: 9", "Transfer-Encodinh: x"],
		["connectiom: close", "content-lengti: 9", "transfer-encodinh: x"]]
];

const taken: readonly ParserInput[] = [
	...fields.map(([why, lines, headers]): ParserInput => ({
		why: `headers: ${why}`,
		bytes: answer([...lines, "Content-Length: 2"], "ok"),
		events: ["200", ...headers, ...end]
	})),
	input("only the headers asked for are kept", answer(["A: b", "Content-Length: 2", "C: d"], "ok"), ["200", "c: d", "body ok", "done reusable"], { names: ["c", "e"] }),
	input("no headers are kept where none are asked for", answer(["A: b", "Content-Length: 2"], "ok"), ["200", "body ok", "done reusable"], { names: [] }),
	input("a header line that fills the buffer is understood", answer(["A: " + "b".repeat(59), "Content-Length: 2"], "ok"), ["200", "a: " + "b".repeat(59), ...end], { size: 64 }),
	input("a header line a byte longer than the buffer is passed over", answer(["A: " + "b".repeat(60), "Content-Length: 2"], "ok"), ["200", ...end], { size: 64 }),
	input("a header line two bytes longer than the buffer is passed over", answer(["A: " + "b".repeat(61), "Content-Length: 2"], "ok"), ["200", ...end], { size: 64 }),
	input("a header line many times as long as the buffer is passed over", answer(["A: " + "b: c".repeat(60), "D: e", "Content-Length: 2"], "ok"), ["200", "d: e", ...end], { size: 64 }),
	input("one long header line behind another is passed over", answer(["A: " + "b".repeat(70), "C: " + "d".repeat(70), "Content-Length: 2"], "ok"), ["200", ...end], { size: 64 }),
	input("a long header line in an interim answer is passed over", "HTTP/1.1 103 -\r\nLink: " + "l".repeat(70) + "\r\n\r\n" + answer(["Content-Length: 2"], "ok"), ["200", ...end], { size: 64 }),
	input("a content-length that fills the buffer is understood", answer(["Content-Length:" + " ".repeat(46) + "2"], "ok"), ["200", ...end], { size: 64 })
];

/** Lines that are refused: [why, text in the place of a header line and its end, fault, stricter]. */
const lines: readonly (readonly [why: string, text: string, fault: string, stricter?: string])[] = [
	["no colon", "A b\r\n", faults.headerLine],
	["a colon first", ": b\r\n", faults.headerLine],
	["a space before the colon", "A : b\r\n", faults.headerLine],
	["a tab before the colon", "A\t: b\r\n", faults.headerLine],
	["a space before the colon of one that matters", "Content-Length : 2\r\n", faults.headerLine],
	["a space before the first name", " A: b\r\n", faults.headerLine],
	["a space inside a name", "A b: c\r\n", faults.headerLine],
	["a control character in a name", "A\x01: b\r\n", faults.headerLine],
	["a parenthesis in a name", "(A): b\r\n", faults.headerLine],
	["a letter beyond ASCII in a name", "\xc3\xa4: b\r\n", faults.headerLine],
	["a NUL in a value", "A: b\0c\r\n", faults.headerLine],
	["a control character in a value", "A: b\x1fc\r\n", faults.headerLine],
	["a vertical tab before a value", "A:\x0bb\r\n", faults.headerLine],
	["a DEL in a value", "A: b\x7f\r\n", faults.headerLine],
	["a line folded by a space", "A: b\r\n c\r\n", faults.headerLine, "RFC 9112, section 5.2 forbids it"],
	["a line folded by a space, with a colon", "A: b\r\n c: d\r\n", faults.headerLine, "RFC 9112, section 5.2 forbids it"],
	["a line folded by a tab", "A: b\r\n\tc: d\r\n", faults.headerLine, "RFC 9112, section 5.2 forbids it"],
	["a line of white space", "A: b\r\n \r\n", faults.headerLine, "RFC 9112, section 5.2 forbids it"],
	["a line that ends in LF alone", "A: b\n", faults.lineEnd],
	["a CR in a value", "A: b\rc\r\n", faults.headerLine],
	["a CR in a name", "A\rB: c\r\n", faults.headerLine],
	["a line that ends in CR CR LF", "A: b\r\r\n", faults.headerLine],
	["an end of the head that is LF alone", "A: b\r\n\n", faults.lineEnd],
	["an end of the head that is LF alone, at once", "\n", faults.lineEnd],
	["an end of the head that is CR CR LF", "A: b\r\n\r\r\n", faults.headerLine],
	["a long line that ends in LF alone", "A: " + "b".repeat(80) + "\n", faults.lineEnd],
	["a long line with a CR in its first part", "A: b\rc" + "d".repeat(80) + "\r\n", faults.tooLong],
	["a long line with a CR in its later part", "A: " + "b".repeat(80) + "\rc\r\n", faults.headerLine],
	["a long line with a CR where the buffer ends", "A: " + "b".repeat(60) + "\rc\r\n", faults.headerLine],
	["a long line with a CR where the buffer ends, and more", "A: " + "b".repeat(60) + "\rc" + "d".repeat(90) + "\r\n", faults.headerLine],
	["a long line that ends in CR CR LF", "A: " + "b".repeat(80) + "\r\r\n", faults.headerLine],
	["an LF alone behind a line that filled the buffer up to its CR", "A: " + "b".repeat(60) + "\r\n\n", faults.lineEnd],
	["a long line with a control character in its first part", "A: \x01" + "b".repeat(80) + "\r\n", faults.tooLong],
	["a long line with a control character in a later part", "A: " + "b".repeat(80) + "\x01" + "c".repeat(80) + "\r\n", faults.headerLine],
	["a long line with a control character in its last part", "A: " + "b".repeat(80) + "\x01\r\n", faults.headerLine],
	["a long line with a space inside its name", "A b: " + "c".repeat(80) + "\r\n", faults.tooLong],
	["a long line without a colon", "A".repeat(80) + "\r\n", faults.tooLong],
	["a name longer than the buffer", "A".repeat(80) + ": b\r\n", faults.tooLong, "whether it matters is unknown"],
	["a long line with a colon first", ":" + "b".repeat(80) + "\r\n", faults.tooLong],
	["a long line folded", "A: b\r\n c:" + "d".repeat(80) + "\r\n", faults.tooLong, "RFC 9112, section 5.2 forbids it"],
	["a long line with a space before the colon", "Content-Length : " + "0".repeat(80) + "2\r\n", faults.tooLong],
	["a long content-length", "Content-Length:" + " ".repeat(80) + "2\r\n", faults.tooLong],
	["a long transfer-encoding", "Transfer-Encoding:" + " ".repeat(80) + "chunked\r\n", faults.tooLong],
	["a long connection", "connection: " + "x,".repeat(40) + "close\r\n", faults.tooLong, "its last word would be lost"]
];

const refused = lines.map(([why, text, fault, stricter]): ParserInput => ({
	why: `headers, refused: ${why}`,
	bytes: "HTTP/1.1 200 OK\r\n" + text + "Content-Length: 2\r\n\r\nok",
	size: 64,
	events: [fault],
	...stricter === undefined ? {} : { stricter }
}));

export const headerInputs: readonly ParserInput[] = [...taken, ...refused];
