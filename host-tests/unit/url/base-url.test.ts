import test from "ava";
import { defaultPort, parseBaseUrl } from "../../../lib/url/base-url.js";

const good: readonly (readonly [text: string, scheme: "http" | "https", host: string, port: number, prefix: string])[] = [
	["http://example.test", "http", "example.test", 80, ""],
	["https://example.test", "https", "example.test", 443, ""],
	["http://example.test/", "http", "example.test", 80, ""],
	["http://example.test//", "http", "example.test", 80, ""],
	["http://127.0.0.1:8090", "http", "127.0.0.1", 8090, ""],
	["http://[::1]:8090/", "http", "::1", 8090, ""],
	["https://[FE80::1.2.3.4]", "https", "FE80::1.2.3.4", 443, ""],
	["HTTP://Example.test", "http", "Example.test", 80, ""],
	["hTTps://a_b-c.d", "https", "a_b-c.d", 443, ""],
	["http://a:1", "http", "a", 1, ""],
	["http://a:65535", "http", "a", 65535, ""],
	["http://a:00080", "http", "a", 80, ""],
	["http://a/b", "http", "a", 80, "/b"],
	["http://a/b/c/", "http", "a", 80, "/b/c"],
	["http://a:81/b%20c/~d:e@f;g=h,i/", "http", "a", 81, "/b%20c/~d:e@f;g=h,i"],
	["http://a/.well-known/..b/c.", "http", "a", 80, "/.well-known/..b/c."]
];

for (const [text, scheme, host, port, prefix] of good)
	test(`taken apart: ${text}`, (t) => t.like(parseBaseUrl(text), { scheme, host, port, prefix }));

const shape = "baseUrl must be a scheme, a host and no query: http://host:port/prefix";
const noHost = "baseUrl has no valid host";
const noPort = "baseUrl has a port that is not 1 to 65535";
const noPath = "baseUrl has a path that is not percent-encoded or not plain";

const bad: readonly (readonly [text: unknown, message: string])[] = [
	[undefined, "baseUrl is required"],
	[null, "baseUrl is required"],
	["", "baseUrl is required"],
	[7, "baseUrl is required"],
	[new URL("http://a"), "baseUrl is required"],
	["example.test", shape],
	["//example.test", shape],
	["http:/example.test", shape],
	["http:example.test", shape],
	[" http://a", shape],
	["http://a?b=c", shape],
	["http://a/b?c", shape],
	["http://a#b", shape],
	["ftp://a", "baseUrl must begin with http:// or https://"],
	["httpx://a", "baseUrl must begin with http:// or https://"],
	["http://user@a", "baseUrl must not hold a user or password"],
	["http://user:password@a:80", "baseUrl must not hold a user or password"],
	["http://", noHost],
	["http:///a", noHost],
	["http://:80", noHost],
	["http://a b", noHost],
	["http://a\r\nx: y", noHost],
	["http://a\0", noHost],
	["http://ä", noHost],
	["http://a\\b", noHost],
	["http://::1", noHost],
	["http://[::1", noHost],
	["http://[]", noHost],
	["http://[::1]a", noHost],
	["http://[fe80::1%25eth0]", noHost],
	["http://a:", noHost],
	["http://a:b", noHost],
	["http://a:-1", noHost],
	["http://a:80:80", noHost],
	["http://a:0", noPort],
	["http://a:65536", noPort],
	["http://a:99999999999999999999", noPort],
	["http://a/b c", noPath],
	["http://a/b\r\n", noPath],
	["http://a/b\n", noPath],
	["http://a/ä", noPath],
	["http://a/%", noPath],
	["http://a/%2", noPath],
	["http://a/%zz", noPath],
	["http://a/b//c", noPath],
	["http://a/.", noPath],
	["http://a/..", noPath],
	["http://a/../b", noPath],
	["http://a/b/./c", noPath],
	["http://a/\"", noPath],
	["http://a/<b>", noPath]
];

for (const [text, message] of bad) {
	test(`refused: ${typeof text === "string" ? JSON.stringify(text) : String(text)} (${typeof text})`, (t) => {
		t.throws(() => parseBaseUrl(text), { instanceOf: TypeError, message });
	});
}

test("a password is not in the error", (t) => {
	const error = t.throws(() => parseBaseUrl("http://user:secret@a"));
	t.notRegex(error.message, /secret/);
});

test("default ports", (t) => {
	t.is(defaultPort("http"), 80);
	t.is(defaultPort("https"), 443);
});
