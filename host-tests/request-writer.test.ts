import test from "ava";
import { text } from "../host/text.js";
import { RequestWriter } from "../lib/http/request-writer.js";
import type { HTTPRequestOptions, Text } from "../lib/platform.js";

function written(writer: RequestWriter): string {
	return String.fromCharCode(...writer.view(0, Number.MAX_SAFE_INTEGER));
}

/** The head as it goes out, or what is wrong. */
function head(options: HTTPRequestOptions, writer = new RequestWriter(text, 512, "host")): string {
	const fault = writer.head(options);
	if (fault === "")
		return written(writer);
	return writer.length === 0 && writer.bodyLeft === 0 ? fault : `${fault}, but something was left`;
}

function withHeader(name: string, value: string): HTTPRequestOptions {
	return { headers: new Map([[name, value]]) };
}

const controls = Array.from({ length: 33 }, (_, index) => String.fromCharCode(index === 32 ? 127 : index));

test("the shortest request", (t) => {
	t.is(head({}), "GET / HTTP/1.1\r\nhost: host\r\n\r\n");
	t.is(head({ method: "DELETE", path: "/a?b=c%20d" }, new RequestWriter(text, 512, "[::1]:8090")),
		"DELETE /a?b=c%20d HTTP/1.1\r\nhost: [::1]:8090\r\n\r\n");
});

test("headers go out in their order, byte for byte", (t) => {
	const headers = new Map([["authorization", "Bearer abc"], ["content-type", "application/json"], ["content-length", "12"], ["x", "a\tb ~"]]);
	t.is(head({ method: "POST", path: "/a", headers }), "POST /a HTTP/1.1\r\nhost: host\r\nauthorization: Bearer abc\r\n"
		+ "content-type: application/json\r\ncontent-length: 12\r\nx: a\tb ~\r\n\r\n");
});

test("content-length is written digit by digit, and is what is left of the body", (t) => {
	const writer = new RequestWriter(text, 512, "host");
	const counts = [0, 9, 10, 11, 99, 100, 101, 999, 1000, 16_384, 99_999, 1_000_000, 2 ** 31, 2 ** 32, 10 ** 14, 10 ** 15 - 1];
	for (let power = 10; power < 10 ** 15; power *= 10)
		counts.push(power - 1, power, power + 1);
	for (const count of counts) {
		t.is(head(withHeader("content-length", String(count)), writer), `GET / HTTP/1.1\r\nhost: host\r\ncontent-length: ${count}\r\n\r\n`);
		t.is(writer.bodyLeft, count);
	}
});

test("a content-length that is no whole number is refused", (t) => {
	for (const value of ["-1", "1.5", "abc", "5, 5", "5\r\nx: y", "1000000000000000", "Infinity", "NaN", "0x"])
		t.is(head(withHeader("content-length", value)), "content-length must be a whole number");
});

test("no control character gets into the head by the method", (t) => {
	for (const control of [...controls, " ", "(", ":", "ä", "\u010d", "\u010a"]) {
		for (const method of [control, `GET${control}`, `${control}GET`, `GE${control}T`])
			t.is(head({ method }), "method is not an HTTP token");
	}
	t.is(head({ method: "" }), "method is not an HTTP token");
});

test("no control character gets into the head by the path", (t) => {
	for (const control of [...controls, " ", "ä", "€", "\u010d", "\u010a", "😀", "\ud800"]) {
		for (const path of [`/${control}`, `/a${control}b`])
			t.is(head({ path }), "path must be visible ASCII");
		t.regex(head({ path: control + "/" }), /^path must/);
	}
});

test("no control character gets into the head by a header's name", (t) => {
	for (const control of [...controls, " ", ":", "(", "ä", "\u010d", "\u010a"]) {
		for (const name of [control, `x${control}`, `${control}x`, `x${control}y`])
			t.is(head(withHeader(name, "a")), "header name is not an HTTP token");
	}
	t.is(head(withHeader("", "a")), "header name is not an HTTP token");
});

test("no control character but the tab gets into the head by a header's value", (t) => {
	for (const control of [...controls, "ä", "\u010d", "\u010a", "\ud800"]) {
		for (const value of [control, `a${control}`, `${control}a`, `a${control}b`]) {
			const given = head(withHeader("x", value));
			t.is(given, control === "\t" ? `GET / HTTP/1.1\r\nhost: host\r\nx: ${value}\r\n\r\n` : "header x has a character that is not visible ASCII");
		}
	}
});

test("host and transfer-encoding are the client's own", (t) => {
	t.is(head(withHeader("host", "other")), "header host is the client's own");
	t.is(head(withHeader("transfer-encoding", "chunked")), "header transfer-encoding is the client's own");
});

test("a path begins with a slash, whatever was in the buffer before", (t) => {
	const writer = new RequestWriter(text, 512, "host");
	for (const path of ["", "a", "http://a/", "*", "?a"])
		t.is(head({ path }, writer), "path must begin with /");
	t.is(head({ path: "/a b" }, writer), "path must be visible ASCII");
	t.is(head({ path: "" }, writer), "path must begin with /");
});

test("a header value that was refused is refused again, and one that changes is written anew", (t) => {
	const writer = new RequestWriter(text, 512, "host");
	const line = (value: string): string => head(withHeader("x", value), writer).slice("GET / HTTP/1.1\r\nhost: host\r\n".length);
	t.is(line("a"), "x: a\r\n\r\n");
	for (let round = 0; round < 2; round++)
		t.is(head(withHeader("x", "a\nb"), writer), "header x has a character that is not visible ASCII");
	t.is(line("a"), "x: a\r\n\r\n");
	t.is(line("longer"), "x: longer\r\n\r\n");
	t.is(line(""), "x: \r\n\r\n");
});

test("header lines that are given as bytes take the place of headers, and nothing is encoded for them", (t) => {
	let count = 0;
	const counting: Text = { ...text, encode: (value) => (count++, text.encode(value)) };
	const writer = new RequestWriter(counting, 512, "host");
	const lines = text.encode("x: a\r\ny: b\r\n");
	const headers = new Map([["z", "c"], ["content-length", "9"]]);
	head({ method: "POST", headers: new Map([["x", "a"]]) }, writer);
	const before = count;
	t.is(head({ method: "POST", headers, lines, length: 5 }, writer), "POST / HTTP/1.1\r\nhost: host\r\nx: a\r\ny: b\r\ncontent-length: 5\r\n\r\n");
	t.is(writer.bodyLeft, 5);
	t.is(head({ method: "POST", headers, lines }, writer), "POST / HTTP/1.1\r\nhost: host\r\nx: a\r\ny: b\r\n\r\n");
	t.is(writer.bodyLeft, 0);
	t.is(count, before);
});

test("a head that fills the buffer is written, a longer one is too long", (t) => {
	const base = "GET / HTTP/1.1\r\nhost: host\r\n\r\n".length;
	for (let size = base + 30; size < base + 40; size++) {
		const writer = new RequestWriter(text, size, "host");
		const room = size - base;
		for (const [fits, short] of [
			[{ path: "/" + "p".repeat(room) }, { path: "/" + "p".repeat(room + 1) }],
			[withHeader("x", "v".repeat(room - 5)), withHeader("x", "v".repeat(room - 4))],
			[
				{ headers: new Map([["x", "v".repeat(room - 24)], ["content-length", "0"]]) },
				{ headers: new Map([["x", "v".repeat(room - 24)], ["content-length", "10"]]) }
			],
			[{ path: "/" + "p".repeat(room - 20), ...withHeader("content-length", "12") }, { path: "/" + "p".repeat(room - 19), ...withHeader("content-length", "12") }]
		] as const) {
			t.is(head(fits, writer).length, size);
			t.is(writer.room, 0);
			t.is(head(short, writer), "request head is too long");
		}
		t.is(head({ path: "/" + "p".repeat(5000) }, writer), "request head is too long");
		t.is(head({ path: "/" + "€".repeat(5000) }, writer), "request head is too long");
	}
});

test("the body follows the head, and its bytes are counted", (t) => {
	const writer = new RequestWriter(text, 64, "host");
	const start = head({ ...withHeader("content-length", "20") }, writer);
	const body = text.encode("hello");
	t.is(writer.room, 64 - start.length);
	writer.body(body);
	body.fill(0);
	t.is(written(writer), start + "hello");
	t.is(writer.bodyLeft, 15);
	t.is(String.fromCharCode(...writer.view(start.length, 3)), "hel");
	t.is(String.fromCharCode(...writer.view(start.length + 3, 100)), "lo");
	writer.empty();
	t.is(writer.length, 0);
	t.is(writer.room, 64);
	t.is(writer.bodyLeft, 15);
	writer.body(text.encode("/world"));
	t.is(written(writer), "/world");
	t.is(writer.bodyLeft, 9);
});
