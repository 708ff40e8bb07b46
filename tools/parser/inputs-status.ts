import { faults, input, type ParserInput } from "./input.js";

/** Status lines, and what may come before the final one. RFC 9112, section 4; RFC 9110, section 15.2. */
const taken: readonly ParserInput[] = [
	input("a status line and an empty line are a whole answer (204)", "HTTP/1.1 204 No Content\r\n\r\n", ["204", "done reusable"]),
	input("the reason phrase may be empty", "HTTP/1.1 200 \r\nContent-Length: 0\r\n\r\n", ["200", "content-length: 0", "done reusable"]),
	input("the reason phrase may be missing with its space, as some servers have it", "HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n", ["200", "content-length: 0", "done reusable"]),
	input("the reason phrase means nothing, whatever its bytes", "HTTP/1.1 404 HTTP/1.1 200:  \xe9\t\r\nContent-Length: 0\r\n\r\n", ["404", "content-length: 0", "done reusable"]),
	input("a status of no known class is passed on", "HTTP/1.1 999 ?\r\nContent-Length: 0\r\n\r\n", ["999", "content-length: 0", "done reusable"]),
	input("a connection of HTTP/1.0 carries one answer", "HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok", ["200", "content-length: 2", "body ok", "done"]),
	input("100 Continue is passed over", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 -\r\n\r\n", ["204", "done reusable"]),
	input("an interim answer's headers are not the final one's", "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\nX: 1\r\n\r\nHTTP/1.1 200 OK\r\nX: 2\r\nContent-Length: 2\r\n\r\nok", ["200", "x: 2", "content-length: 2", "body ok", "done reusable"]),
	input("an interim answer's framing headers decide nothing", "HTTP/1.1 102 -\r\nContent-Length: 9\r\n\r\nHTTP/1.1 204 -\r\n\r\n", ["204", "done reusable"]),
	input("several interim answers are passed over", "HTTP/1.1 100 -\r\n\r\nHTTP/1.1 103 -\r\n\r\nHTTP/1.1 199 -\r\n\r\nHTTP/1.1 204 -\r\n\r\n", ["204", "done reusable"])
];

const unfinished: readonly ParserInput[] = [
	input("a connection closed without a byte is no answer", "", ["error connection closed before the response"], { closed: true }),
	input("an interim answer is not the answer", "HTTP/1.1 100 Continue\r\n\r\n", ["more"]),
	input("a connection closed behind an interim answer ended early", "HTTP/1.1 100 Continue\r\n\r\n", [faults.early], { closed: true }),
	input("a TLS alert is no answer", "\x15\x03\x01\0\x02\x02\x46", [faults.early], { closed: true })
];

/** Status lines that are none, with what is wrong with each. */
const malformed: readonly (readonly [why: string, line: string, stricter?: string])[] = [
	["lower case", "http/1.1 200 OK"],
	["HTTP/2", "HTTP/2.0 200 OK", "nothing of HTTP/2 is like this"],
	["a later HTTP/1 (RFC 9110, section 2.5 would have it read as HTTP/1.1)", "HTTP/1.2 200 OK"],
	["HTTP/1.9", "HTTP/1.9 200 OK"],
	["HTTP/0.9", "HTTP/0.9 200 OK", "it never had status lines"],
	["two digits before the point", "HTTP/11.1 200 OK"],
	["two digits behind the point", "HTTP/1.10 200 OK"],
	["no digit behind the point", "HTTP/1. 200 OK"],
	["a letter behind the point", "HTTP/1.x 200 OK"],
	["a character below the digits behind the point", "HTTP/1./ 200 OK"],
	["a comma for the point", "HTTP/1,1 200 OK"],
	["no slash", "HTTP-1.1 200 OK"],
	["another protocol", "RTSP/1.0 200 OK", "this is an HTTP client"],
	["ICY, as SHOUTcast says", "ICY 200 OK"],
	["a space before it", " HTTP/1.1 200 OK"],
	["two spaces before the status", "HTTP/1.1  200 OK"],
	["a tab before the status", "HTTP/1.1\t200 OK"],
	["no status", "HTTP/1.1"],
	["no status but a reason", "HTTP/1.1 OK, it is"],
	["a status of two digits", "HTTP/1.1 20 OK"],
	["a status of four digits", "HTTP/1.1 2000 OK"],
	["a status below 100", "HTTP/1.1 099 OK", "there is no such class"],
	["a status of zero", "HTTP/1.1 000 OK", "0 means no answer"],
	["a sign in the status", "HTTP/1.1 -20 OK"],
	["a letter first in the status", "HTTP/1.1 x00 OK"],
	["a letter in the middle of the status", "HTTP/1.1 2x0 OK"],
	["a letter last in the status", "HTTP/1.1 20x OK"],
	["no space behind the status", "HTTP/1.1 200OK"],
	["a tab behind the status", "HTTP/1.1 200\tOK"],
	["markup", "<!DOCTYPE html>"],
	["another service's greeting", "SSH-2.0-OpenSSH_9.6"],
	["an empty line before it", "\r\nHTTP/1.1 200 OK", "only servers have to put up with one (RFC 9112, section 2.2)"]
];

const refused: readonly ParserInput[] = [
	...malformed.map(([why, line, stricter]): ParserInput => ({
		why: `no status line: ${why}`,
		bytes: line + "\r\nContent-Length: 0\r\n\r\n",
		events: [faults.notHTTP],
		...stricter === undefined ? {} : { stricter }
	})),
	input("a status line longer than the buffer is too long", "HTTP/1.1 200 " + "O".repeat(64) + "\r\n\r\n", [faults.tooLong], { size: 64, stricter: "the buffer holds no more" }),
	input("a status line longer than the buffer is too long with a colon too", "HTTP/1.1 200 a: b" + "O".repeat(64) + "\r\n\r\n", [faults.tooLong], { size: 64, stricter: "the buffer holds no more" }),
	input("a status line that ends in LF alone is refused", "HTTP/1.1 200 OK\nContent-Length: 0\r\n\r\n", [faults.lineEnd], { stricter: "a guess would be needed" }),
	input("a status line that ends in CR CR LF is refused", "HTTP/1.1 200 OK\r\r\nContent-Length: 0\r\n\r\n", [faults.notHTTP]),
	input("a CR in the reason phrase is refused", "HTTP/1.1 200 O\rK\r\nContent-Length: 0\r\n\r\n", [faults.notHTTP]),
	input("LF as the first byte is refused", "\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", [faults.lineEnd], { stricter: "only servers have to put up with empty lines" }),
	input("101 is refused: nobody asked for another protocol", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n", ["error response switches protocols"]),
	input("a bad header line in an interim answer is refused", "HTTP/1.1 100 Continue\r\nX : 1\r\n\r\nHTTP/1.1 204 -\r\n\r\n", [faults.headerLine]),
	input("two content-lengths in an interim answer are refused", "HTTP/1.1 103 -\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\nHTTP/1.1 204 -\r\n\r\n", [faults.twoLengths]),
	input("an interim answer that closes the connection can't have another behind it", "HTTP/1.1 102 -\r\nConnection: close\r\n\r\nHTTP/1.1 204 -\r\n\r\n", [faults.interim]),
	input("an interim answer that closes the connection in the words of old proxies can't either", "HTTP/1.1 102 -\r\nProxy-Connection: close\r\n\r\nHTTP/1.1 204 -\r\n\r\n", [faults.interim]),
	input("an interim answer of HTTP/1.0 closes the connection", "HTTP/1.0 100 -\r\n\r\nHTTP/1.1 204 -\r\n\r\n", [faults.interim])
];

export const statusInputs: readonly ParserInput[] = [...taken, ...unfinished, ...refused];
