import { answer, faults, input, type ParserInput } from "./input.js";

/** How the end of the body is known (RFC 9112, section 6.3) without chunks. */
const taken: readonly ParserInput[] = [
	input("a body of fixed length", answer(["Content-Length: 5"], "hello"), ["200", "content-length: 5", "body hello", "done reusable"]),
	input("a body of length 0 is none", answer(["Content-Length: 0"]), ["200", "content-length: 0", "done reusable"]),
	input("a body may hold any bytes, those that end a head too", answer(["Content-Length: 12"], "\r\n\r\n\0\n\xff0\r\n\r\n"), ["200", "content-length: 12", "body \r\n\r\n\0\n\xff0\r\n\r\n", "done reusable"]),
	input("a body several times as long as the buffer", answer(["Content-Length: 300"], "0123456789".repeat(30)), ["200", "content-length: 300", "body " + "0123456789".repeat(30), "done reusable"], { size: 64 }),
	input("a content-length may have leading zeros", answer(["Content-Length: 005"], "hello"), ["200", "content-length: 005", "body hello", "done reusable"]),
	input("a content-length of fifteen digits", answer(["Content-Length: 999999999999999"], "hello"), ["200", "content-length: 999999999999999", "body hello", faults.early], { closed: true }),
	input("a body cut short ended early", answer(["Content-Length: 6"], "hello"), ["200", "content-length: 6", "body hello", faults.early], { closed: true }),
	input("without a length the body goes on until the peer closes", answer(["X: y"], "hello"), ["200", "x: y", "body hello", "done"], { closed: true }),
	input("an empty body until the peer closes", answer(["X: y"]), ["200", "x: y", "done"], { closed: true }),
	input("a body until the peer closes is not over before", answer(["Connection: keep-alive"], "hello"), ["200", "connection: keep-alive", "body hello", "more"]),
	input("an answer without a header line, until the peer closes", "HTTP/1.0 200 OK\r\n\r\nhello", ["200", "body hello", "done"], { closed: true }),
	input("204 has no body, whatever its length says", "HTTP/1.1 204 -\r\nContent-Length: 5\r\n\r\n", ["204", "content-length: 5", "done reusable"]),
	input("204 has no body, whatever its coding says", "HTTP/1.1 204 -\r\nTransfer-Encoding: chunked\r\n\r\n", ["204", "transfer-encoding: chunked", "done reusable"]),
	input("304 has no body, whatever its length says", "HTTP/1.1 304 -\r\nContent-Length: 5\r\n\r\n", ["304", "content-length: 5", "done reusable"]),
	input("205 has the body that its headers say", "HTTP/1.1 205 -\r\nContent-Length: 2\r\n\r\nok", ["205", "content-length: 2", "body ok", "done reusable"]),
	input("bytes behind a body of fixed length spoil the connection", answer(["Content-Length: 2"], "ok!"), ["200", "content-length: 2", "body ok", "done"], { lenient: "the answer was whole, and the connection is not used again" }),
	input("bytes behind an answer without a body spoil the connection", "HTTP/1.1 204 -\r\n\r\n\r\n", ["204", "done"]),
	input("a second answer that nobody asked for spoils the connection", answer(["Content-Length: 2"], "ok") + answer(["Content-Length: 2"], "no"), ["200", "content-length: 2", "body ok", "done"])
];

/** Headers of framing that are refused: every reading of them is a guess. */
const refusals: readonly (readonly [why: string, lines: readonly string[], fault: string, stricter?: string])[] = [
	["two equal content-lengths", ["Content-Length: 5", "Content-Length: 5"], faults.twoLengths],
	["two different content-lengths", ["Content-Length: 5", "content-length: 0"], faults.twoLengths],
	["a content-length before a transfer-encoding", ["Content-Length: 5", "Transfer-Encoding: chunked"], faults.both],
	["a content-length behind a transfer-encoding", ["Transfer-Encoding: chunked", "Content-Length: 5"], faults.both],
	["a content-length with a transfer-encoding of another kind", ["Content-Length: 5", "Transfer-Encoding: x"], faults.both],
	["a content-length with a tab behind it", ["Content-Length: 5\t"], faults.length],
	["an empty content-length", ["Content-Length:"], faults.length],
	["a content-length of white space", ["Content-Length: \t "], faults.length],
	["a content-length with a plus", ["Content-Length: +5"], faults.length],
	["a content-length with a minus", ["Content-Length: -5"], faults.length],
	["a content-length with a space in it", ["Content-Length: 5 5"], faults.length],
	["a content-length that is a list", ["Content-Length: 5, 5"], faults.length],
	["a hexadecimal content-length", ["Content-Length: 0x5"], faults.length],
	["a content-length with an exponent", ["Content-Length: 5e0"], faults.length],
	["a content-length with a fraction", ["Content-Length: 5.0"], faults.length],
	["a content-length with a character just above the digits", ["Content-Length: 5:"], faults.length],
	["a content-length with a no-break space", ["Content-Length: 5\xa0"], faults.length],
	["a content-length of sixteen digits", ["Content-Length: 0000000000000015"], faults.length, "its number could be beyond 2^53"],
	["a content-length beyond 64 bits", ["Content-Length: 18446744073709551621"], faults.length],
	["another transfer-encoding", ["Transfer-Encoding: gzip"], faults.encoding, "what can't be decoded is not taken for the body"],
	["chunked behind another coding", ["Transfer-Encoding: gzip, chunked"], faults.encoding, "what can't be decoded is not taken for the body"],
	["chunked before another coding", ["Transfer-Encoding: chunked, gzip"], faults.encoding, "what can't be decoded is not taken for the body"],
	["chunked twice in a line", ["Transfer-Encoding: chunked, chunked"], faults.encoding, "RFC 9112, section 6.1 forbids it"],
	["chunked twice in two lines", ["Transfer-Encoding: chunked", "Transfer-Encoding: chunked"], faults.encoding,
		"RFC 9112, section 6.1 forbids it"],
	["chunked with a parameter", ["Transfer-Encoding: chunked;a=b"], faults.encoding, "it has none"],
	["identity as transfer-encoding", ["Transfer-Encoding: identity"], faults.encoding, "it was taken out of HTTP/1.1"],
	["chunked with a tab behind it", ["Transfer-Encoding: chunked\t"], faults.encoding, "llhttp takes it for another coding, whose end is the connection's"],
	["an empty transfer-encoding", ["Transfer-Encoding:"], faults.encoding, "what was meant is unknown"],
	["a transfer-encoding that chunked begins", ["Transfer-Encoding: chunke"], faults.encoding, "what can't be decoded is not taken for the body"]
];

const refused = refusals.map(([why, lines, fault, stricter]): ParserInput => ({
	why: `refused: ${why}`,
	bytes: answer(lines, "5\r\nhello\r\n0\r\n\r\n"),
	closed: true,
	events: [fault],
	...stricter === undefined ? {} : { stricter }
}));

/** Connection headers of an answer with a body of fixed length, and whether the connection can be used again. */
const connections: readonly (readonly [version: string, lines: readonly string[], reusable: boolean])[] = [
	["1.1", ["close"], false],
	["1.1", ["Close"], false],
	["1.1", ["keep-alive"], true],
	["1.1", [""], true],
	["1.1", ["closed"], true],
	["1.1", ["clos"], true],
	["1.1", ["x-close, upgrade"], true],
	["1.1", ["upgrade, close"], false],
	["1.1", ["close , upgrade"], false],
	["1.1", ["upgrade\t,\tCLOSE\t, x"], false],
	["1.1", [",,close,,"], false],
	["1.1", ["keep-alive, close"], false],
	["1.1", ["close, keep-alive"], false],
	["1.1", ["close", "keep-alive"], false],
	["1.1", ["keep-alive", "close"], false],
	["1.0", ["keep-alive"], true],
	["1.0", ["Keep-Alive, x"], true],
	["1.0", ["x"], false],
	["1.0", ["close, keep-alive"], false]
];

const connected = connections.map(([version, values, reusable]): ParserInput => ({
	why: `HTTP/${version} with ${JSON.stringify(values)} as connection ${reusable ? "goes on" : "closes"}`,
	bytes: [`HTTP/${version} 200 OK`, ...values.map((value) => `Connection: ${value}`), "Content-Length: 2", "", "ok"].join("\r\n"),
	names: ["content-length"],
	events: ["200", "content-length: 2", "body ok", reusable ? "done reusable" : "done"]
}));

export const framingInputs: readonly ParserInput[] = [...taken, ...refused, ...connected];
