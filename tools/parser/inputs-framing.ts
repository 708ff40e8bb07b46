import { answer, faults, type ParserInput } from "./input.js";

/** How the end of the body is known (RFC 9112, section 6.3) without chunks. */
const taken: readonly ParserInput[] = [
	{
		why: "a body of fixed length",
		bytes: answer(["Content-Length: 5"], "hello"),
		events: ["200", "content-length: 5", "body hello", "done reusable"]
	}, {
		why: "a body of length 0 is none",
		bytes: answer(["Content-Length: 0"]),
		events: ["200", "content-length: 0", "done reusable"]
	}, {
		why: "a body may hold any bytes, those that end a head too",
		bytes: answer(["Content-Length: 12"], "\r\n\r\n\0\n\xff0\r\n\r\n"),
		events: ["200", "content-length: 12", "body \r\n\r\n\0\n\xff0\r\n\r\n", "done reusable"]
	}, {
		why: "a body several times as long as the buffer",
		bytes: answer(["Content-Length: 300"], "0123456789".repeat(30)),
		size: 64,
		events: ["200", "content-length: 300", "body " + "0123456789".repeat(30), "done reusable"]
	}, {
		why: "a content-length may have leading zeros",
		bytes: answer(["Content-Length: 005"], "hello"),
		events: ["200", "content-length: 005", "body hello", "done reusable"]
	}, {
		why: "a content-length of fifteen digits",
		bytes: answer(["Content-Length: 999999999999999"], "hello"),
		closed: true,
		events: ["200", "content-length: 999999999999999", "body hello", faults.early]
	}, {
		why: "a body cut short ended early",
		bytes: answer(["Content-Length: 6"], "hello"),
		closed: true,
		events: ["200", "content-length: 6", "body hello", faults.early]
	}, {
		why: "without a length the body goes on until the peer closes",
		bytes: answer(["X: y"], "hello"),
		closed: true,
		events: ["200", "x: y", "body hello", "done"]
	}, {
		why: "an empty body until the peer closes",
		bytes: answer(["X: y"]),
		closed: true,
		events: ["200", "x: y", "done"]
	}, {
		why: "a body until the peer closes is not over before",
		bytes: answer(["Connection: keep-alive"], "hello"),
		events: ["200", "connection: keep-alive", "body hello", "more"]
	}, {
		why: "an answer without a header line, until the peer closes",
		bytes: "HTTP/1.0 200 OK\r\n\r\nhello",
		closed: true,
		events: ["200", "body hello", "done"]
	}, {
		why: "204 has no body, whatever its length says",
		bytes: "HTTP/1.1 204 -\r\nContent-Length: 5\r\n\r\n",
		events: ["204", "content-length: 5", "done reusable"]
	}, {
		why: "204 has no body, whatever its coding says",
		bytes: "HTTP/1.1 204 -\r\nTransfer-Encoding: chunked\r\n\r\n",
		events: ["204", "transfer-encoding: chunked", "done reusable"]
	}, {
		why: "304 has no body, whatever its length says",
		bytes: "HTTP/1.1 304 -\r\nContent-Length: 5\r\n\r\n",
		events: ["304", "content-length: 5", "done reusable"]
	}, {
		why: "205 has the body that its headers say",
		bytes: "HTTP/1.1 205 -\r\nContent-Length: 2\r\n\r\nok",
		events: ["205", "content-length: 2", "body ok", "done reusable"]
	}, {
		why: "bytes behind a body of fixed length spoil the connection",
		bytes: answer(["Content-Length: 2"], "ok!"),
		events: ["200", "content-length: 2", "body ok", "done"],
		lenient: "the answer was whole, and the connection is not used again"
	}, {
		why: "bytes behind an answer without a body spoil the connection",
		bytes: "HTTP/1.1 204 -\r\n\r\n\r\n",
		events: ["204", "done"]
	}, {
		why: "a second answer that nobody asked for spoils the connection",
		bytes: answer(["Content-Length: 2"], "ok") + answer(["Content-Length: 2"], "no"),
		events: ["200", "content-length: 2", "body ok", "done"]
	}
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
