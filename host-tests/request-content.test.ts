import test from "ava";
import { text } from "../host/text.js";
import { Exchange } from "../lib/exchange.js";
import type { HTTPRequest, HTTPRequestOptions } from "../lib/platform.js";
import { RequestContent } from "../lib/request-content.js";

type Options = { -readonly [name in keyof HTTPRequestOptions]: HTTPRequestOptions[name] };

const type = "content-type: application/json\r\n";

/** What a request's options say: its lines, its header fields, its length. */
function prepare(content: RequestContent, method: string, authorization: string, body?: string): { lines: string; fields: string; length: number | undefined } {
	const options: Options = {};
	const exchange = new Exchange();
	exchange.method = method;
	exchange.body = body;
	content.prepare(options, exchange, authorization);
	return {
		lines: new TextDecoder().decode(options.lines),
		fields: [...options.headers ?? []].map(([name, value]) => `${name}: ${value}`).join("; "),
		length: options.length
	};
}

/** Writes a body as a request takes it, so many bytes at a time. Returns the pieces. */
function pieces(content: RequestContent, count: number): string[] {
	const written: string[] = [];
	const request = {
		write(bytes: Uint8Array) {
			written.push(new TextDecoder().decode(bytes));
		}
	} as unknown as HTTPRequest;
	for (let i = 0; i < 100; i++)
		content.write(request, count);
	return written;
}

test("a request without a body has the token and nothing else", (t) => {
	for (const method of ["GET", "DELETE"]) {
		const content = new RequestContent(text);
		t.deepEqual(prepare(content, method, ""), { lines: "", fields: "", length: undefined });
		t.deepEqual(prepare(content, method, "Bearer one"), { lines: "authorization: Bearer one\r\n", fields: "authorization: Bearer one", length: undefined });
		t.deepEqual(pieces(content, 10), []);
	}
});

test("a request with a body says its type and its length in bytes", (t) => {
	for (const method of ["POST", "PATCH"]) {
		const content = new RequestContent(text);
		t.deepEqual(prepare(content, method, "", '{"ä":1}'), { lines: type, fields: "content-type: application/json; content-length: 8", length: 8 });
		t.deepEqual(prepare(content, method, "Bearer one", "{}"), {
			lines: `authorization: Bearer one\r\n${type}`,
			fields: "content-type: application/json; content-length: 2; authorization: Bearer one",
			length: 2
		});
	}
});

test("a POST without a body has one of no bytes", (t) => {
	const content = new RequestContent(text);
	t.is(prepare(content, "POST", "").length, 0);
	t.deepEqual(pieces(content, 10), []);
	t.is(prepare(content, "POST", "").fields, "content-type: application/json; content-length: 0");
});

test("lines and fields say the same from request to request, whatever token, method and length came before", (t) => {
	const content = new RequestContent(text);
	for (const authorization of ["", "Bearer one", "Bearer two", "", "Bearer one", "Bearer one"]) {
		for (const [method, body] of [["GET"], ["POST", "{}"], ["POST", '{"a":1}'], ["DELETE"], ["PATCH", "{}"], ["POST"], ["GET"]]) {
			const { lines, fields, length } = prepare(content, method, authorization, body);
			const hasBody = method === "POST" || method === "PATCH";
			const what = `${method} ${body ?? "without a body"}, ${authorization}`;
			t.is(lines, (authorization === "" ? "" : `authorization: ${authorization}\r\n`) + (hasBody ? type : ""), what);
			t.is(/authorization: ([^;]*)/.exec(fields)?.[1] ?? "", authorization, what);
			t.is(length, hasBody ? (body ?? "").length : undefined, what);
			t.is(fields.includes(`content-length: ${length}`), hasBody, what);
		}
	}
});

test("a body is written in pieces as large as the request takes, whole and once", (t) => {
	const body = JSON.stringify({ sensor: "temperature", value: 21.4 });
	for (const count of [1, 2, 7, body.length - 1, body.length, body.length + 1, 1000]) {
		const content = new RequestContent(text);
		prepare(content, "POST", "", body);
		const written = pieces(content, count);
		t.is(written.join(""), body);
		t.true(written.every((piece) => piece.length <= count && piece.length > 0));
	}
});

test("a body that is in one piece is handed on without a view of its own", (t) => {
	const content = new RequestContent(text);
	prepare(content, "POST", "", "{}");
	const views: Uint8Array[] = [];
	content.write({ write: (bytes: Uint8Array) => views.push(bytes) } as unknown as HTTPRequest, 100);
	t.is(views[0].byteLength, views[0].buffer.byteLength);
});

test("a body is forgotten when the request is over, and is the next one's from its beginning", (t) => {
	const content = new RequestContent(text);
	prepare(content, "POST", "", '{"password":"secret"}');
	t.deepEqual(pieces(content, 3).slice(0, 1), ['{"p']);
	content.clear();
	t.deepEqual(pieces(content, 100), []);
	prepare(content, "POST", "", "{}");
	t.deepEqual(pieces(content, 100), ["{}"]);
});
