import { type Asked, type Action, close, first, next, reset, type Script, type Scripts, send } from "../script.js";

const body = '{"id":"first"}';
const start = "HTTP/1.1 200 OK\r\n";
const chunked = `${start}transfer-encoding: chunked\r\n\r\n`;

/** First answers that are no HTTP, or doubtful. The connection stays open: the client has to see it in the bytes. */
const faulty: Readonly<Record<string, string>> = {
	"two-lengths": `${start}content-length: 14\r\ncontent-length: 15\r\n\r\n${body} `,
	"length-list": `${start}content-length: 14, 14\r\n\r\n${body}`,
	"length-negative": `${start}content-length: -1\r\n\r\n${body}`,
	"length-plus": `${start}content-length: +14\r\n\r\n${body}`,
	"length-hexadecimal": `${start}content-length: 0xe\r\n\r\n${body}`,
	"length-empty": `${start}content-length: \r\n\r\n${body}`,
	"length-words": `${start}content-length: 1 4\r\n\r\n${body}`,
	"length-huge": `${start}content-length: 99999999999999999999\r\n\r\n${body}`,
	"length-then-chunked": `${start}content-length: 14\r\ntransfer-encoding: chunked\r\n\r\ne\r\n${body}\r\n0\r\n\r\n`,
	"chunked-then-length": `${start}transfer-encoding: chunked\r\ncontent-length: 14\r\n\r\ne\r\n${body}\r\n0\r\n\r\n`,
	"coding-unknown": `${start}transfer-encoding: gzip, chunked\r\n\r\ne\r\n${body}\r\n0\r\n\r\n`,
	"coding-identity": `${start}transfer-encoding: identity\r\ncontent-length: 14\r\n\r\n${body}`,
	"coding-twice": `${start}transfer-encoding: chunked\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
	"chunk-word": `${chunked}xyz\r\n${body}\r\n0\r\n\r\n`,
	"chunk-nan": `${chunked}NaN\r\n${body}\r\n0\r\n\r\n`,
	"chunk-infinite": `${chunked}Infinity\r\n${body}\r\n0\r\n\r\n`,
	"chunk-empty": `${chunked}\r\n${body}\r\n0\r\n\r\n`,
	"chunk-negative": `${chunked}-e\r\n${body}\r\n0\r\n\r\n`,
	"chunk-prefixed": `${chunked}0xe\r\n${body}\r\n0\r\n\r\n`,
	"chunk-huge": `${chunked}fffffffffffffffff\r\n${body}\r\n0\r\n\r\n`,
	"chunk-longer": `${chunked}5\r\n${body}\r\n0\r\n\r\n`,
	"chunk-bare-feed": `${chunked}e\n${body}\r\n0\r\n\r\n`,
	"chunk-end-bare-feed": `${chunked}e\r\n${body}\n0\r\n\r\n`,
	"bare-feeds": `HTTP/1.1 200 OK\ncontent-length: 14\n\n${body}`,
	"bare-feed": `${start}server: one\ncontent-length: 14\r\n\r\n${body}`,
	"bare-return": `${start}server: one\rtwo\r\ncontent-length: 14\r\n\r\n${body}`,
	"garbage": "\x00\x01\x02 nothing of the kind\r\n\r\n",
	"another-protocol": "SSH-2.0-OpenSSH_9.6\r\n",
	"no-head": `${body}\r\n`,
	"version-two": "HTTP/2.0 200 OK\r\ncontent-length: 0\r\n\r\n",
	"version-short": "HTTP/1 200 OK\r\ncontent-length: 0\r\n\r\n",
	"version-lower-case": "http/1.1 200 OK\r\ncontent-length: 0\r\n\r\n",
	"status-short": "HTTP/1.1 20 OK\r\ncontent-length: 0\r\n\r\n",
	"status-long": "HTTP/1.1 2000 OK\r\ncontent-length: 0\r\n\r\n",
	"status-low": "HTTP/1.1 099 OK\r\ncontent-length: 0\r\n\r\n",
	"status-word": "HTTP/1.1 OK\r\ncontent-length: 0\r\n\r\n",
	"status-letters": "HTTP/1.1 abc OK\r\ncontent-length: 0\r\n\r\n",
	"status-of-another-protocol": "FOO 200 BAR\r\ncontent-length: 14\r\n\r\n{\"id\":\"first\"}",
	"empty-line-first": `\r\n${start}content-length: 0\r\n\r\n`,
	"switching": "HTTP/1.1 101 Switching Protocols\r\nupgrade: other\r\n\r\n",
	"header-no-colon": `${start}server\r\ncontent-length: 14\r\n\r\n${body}`,
	"header-no-name": `${start}: value\r\ncontent-length: 14\r\n\r\n${body}`,
	"header-space": `${start}content-length : 14\r\n\r\n${body}`,
	"header-folded": `${start}server: one\r\n two\r\ncontent-length: 14\r\n\r\n${body}`,
	"header-first-space": `${start} content-length: 14\r\n\r\n${body}`,
	"length-overlong": `${start}content-length: ${"0".repeat(5000)}14\r\n\r\n${body}`,
	"status-overlong": `HTTP/1.1 200 ${"O".repeat(5000)}K\r\ncontent-length: 14\r\n\r\n${body}`,
	"head-endless": `${start}${"x-filler: 0123456789 0123456789 0123456789\r\n".repeat(2500)}`,
	"line-endless": `${start}x-filler: ${"x".repeat(100_000)}`,
	"interim-endless": "HTTP/1.1 100 Continue\r\n\r\n".repeat(5000),
	"trailer-endless": `${chunked}0\r\n${"x-filler: 0123456789 0123456789 0123456789\r\n".repeat(2500)}`,
	"not-text": `${start}content-length: 14\r\n\r\n{"id":"\xff\xfe\xfd\xfc\xfb"}`
};

const nested = '{"id":"first","a":{"b":[{},"}",{"c":[]}]},"d":"]"}';

/** Answers that a connection's end cuts off at a byte. */
const whole: Readonly<Record<string, string>> = {
	"cut-sized": `${start}content-type: application/json\r\ncontent-length: 14\r\n\r\n${body}`,
	"cut-chunked": `${chunked}5;a=b\r\n{"id"\r\n9\r\n:"first"}\r\n0\r\nChecksum: 1\r\n\r\n`,
	"cut-to-end": `${start}\r\n${nested}`,
	"cut-interim": `HTTP/1.1 100 Continue\r\n\r\n${start}content-length: 10\r\n\r\n{"id":"a"}`
};

/** Answers up to the byte that is the script's number, then ends; the answer after it is complete. */
function cut(text: string, end: Action): Script {
	return {
		reply: ({ number, argument }: Asked) => {
			if (number % 2 === 0)
				return next;
			return argument === 0 ? [end] : [send(text.slice(0, argument)), end];
		}
	};
}

function entries(from: Readonly<Record<string, string>>, script: (text: string) => Script, suffix = ""): [string, Script][] {
	return Object.entries(from).map(([name, text]) => [name + suffix, script(text)]);
}

export const faultScripts: Scripts = Object.fromEntries([
	...entries(faulty, (text) => first(send(Buffer.from(text, "latin1")))),
	...entries(whole, (text) => cut(text, close)),
	...entries(whole, (text) => cut(text, reset), "-reset"),
	["cut-to-end-reset", first(send(`${start}\r\n${body}`), reset)]
]);
