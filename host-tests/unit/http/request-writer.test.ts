import assert from "node:assert/strict";
import test from "ava";
import fc from "fast-check";
import { text } from "../../../host/text.js";
import { RequestWriter } from "../../../lib/http/request-writer.js";

type Body = string | Uint8Array | undefined;
type Head = readonly [method: string, path: string, authorization: string];
type Request = readonly [...Head, body: Body];

/** A request as it goes out. */
function sent(request: Request, writer: RequestWriter): string {
	if (!writer.write(...request))
		return "too long";
	const views: Uint8Array[] = [];
	while (!writer.isSent)
		views.push(writer.next(Infinity).slice());
	return Buffer.concat(views).toString("latin1");
}

/** The same by the text of RFC 9112. */
function expected([method, path, authorization, body = ""]: Request): string {
	const token = authorization === "" ? "" : `authorization: ${authorization}\r\n`;
	const bytes = Buffer.from(body as string);
	const lines = ["POST", "PATCH", "PUT"].includes(method) ? `content-type: application/json\r\ncontent-length: ${bytes.length}\r\n` : "";
	return `${method} ${path} HTTP/1.1\r\nhost: host\r\n${token}${lines}\r\n${lines === "" ? "" : bytes.toString("latin1")}`;
}

const heads: readonly Head[] = [
	["GET", "/", ""], ["GET", "/a?b=c%20d", "one.two.three"], ["DELETE", "/a", "one"], ["POST", "/a", ""], ["POST", "/a", "one"],
	["PATCH", "/a/b", "two"], ["PUT", "/a", ""], ["POST", "/a", "two"]
];
/** Bytes of bodies: about each change of the number of digits, and about what buffers have room for. */
const lengths = fc.oneof(fc.constantFrom(0, 1, 9, 10, 11, 99, 100, 101, 999, 1000, 1001, 9999, 10_000, 99_999, 100_000, 100_001), fc.nat(1600));
const bodies = fc.oneof(
	fc.constantFrom<Body[]>(undefined, "{}", "a\udc00b", "\ud83d", Uint8Array.of(0, 13, 10, 255), Buffer.from("....{}..").subarray(4, 6)),
	fc.tuple(lengths, fc.constantFrom("x", "ä", "€", "😀", "\ud800")).map(([length, character]) => {
		const bytes = Buffer.byteLength(character);
		return character.repeat(length / bytes) + "y".repeat(length % bytes);
	}),
	lengths.map((length) => new Uint8Array(length).fill(122))
);
/** A request, in pieces of so many bytes, of which so many are taken out before another request is written. */
const written = fc.record({
	head: fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...heads) }, fc.nat(1600).map((length): Head => ["POST", `/${"p".repeat(length)}`, ""])),
	body: bodies, piece: fc.oneof(fc.constant(Infinity), fc.integer({ min: 1, max: 200 })), taken: fc.oneof(fc.constant(Infinity), fc.nat(3)), isReleased: fc.boolean()
});

test("every request, byte for byte, in pieces of any size, whatever was written before and however much of it was taken; one whose head is too long is refused", (t) => {
	fc.assert(fc.property(fc.oneof(fc.integer({ min: 128, max: 1536 }), fc.constant(250_000)), fc.array(written, { minLength: 1, maxLength: 8 }), (limit, requests) => {
		const writer = new RequestWriter(text, limit, "host: host\r\n");
		assert.deepEqual([writer.isUnsent, writer.isSent], [true, true]);
		for (const { head, body, isReleased, piece, taken } of requests) {
			const whole = expected([...head, body]);
			// The content-length has room for ten digits, whatever it is.
			const isShort = expected([...head, ""]).length + (head[0] === "GET" || head[0] === "DELETE" ? 0 : 9) <= limit;
			assert.equal(writer.write(...head, body), isShort);
			if (!isShort)
				continue;
			assert.deepEqual([writer.isUnsent, writer.isSent], [true, false]);
			const most = whole.length > 3000 ? Infinity : piece;
			let all = "";
			for (let count = 0; !writer.isSent && count < taken; count++) {
				const view = writer.next(most);
				assert.ok(view.length > 0 && view.length <= most, `a piece of ${view.length} bytes`);
				all += Buffer.from(view).toString("latin1");
				assert.deepEqual([writer.isUnsent, writer.isSent], [false, all.length === whole.length]);
			}
			assert.ok(taken === Infinity ? all === whole : whole.startsWith(all), `${all.slice(0, 200)} instead of ${whole.slice(0, 200)}`);
			if (isReleased)
				writer.release();
		}
	}), { numRuns: 2000 });
	t.pass();
});

test("the host stands as it is given, with port or brackets", (t) => {
	const writer = new RequestWriter(text, 1536, "host: [::1]:8090\r\n");
	t.is(sent(["GET", "/", "", undefined], writer), "GET / HTTP/1.1\r\nhost: [::1]:8090\r\n\r\n");
});

test("head and body leave in one write where limits.send has room for both; a longer body leaves from where it is", (t) => {
	const limit = 400;
	for (const isText of [true, false]) {
		let last = 0;
		for (let length = 150; length < 420; length++) {
			const body = isText ? "x".repeat(length) : new Uint8Array(length).fill(120);
			const writer = new RequestWriter(text, limit, "host: host\r\n");
			t.true(writer.write("POST", "/", "", body));
			const first = writer.next(Infinity);
			t.true(first.length <= limit);
			if (writer.isSent)
				last = first.length;
			else {
				const rest = writer.next(Infinity);
				t.deepEqual([rest.length, writer.isSent], [length, true]);
				if (typeof body !== "string")
					t.is(rest.buffer, body.buffer, "bytes are not copied");
			}
		}
		t.true(last > limit - 40 && last <= limit, `${last} bytes`);
	}
});

test("a head of the limit's length is written, a longer one is too long, and the writer goes on", (t) => {
	for (let limit = 128; limit < 140; limit++) {
		const writer = new RequestWriter(text, limit, "host: host\r\n");
		for (const method of ["GET", "POST"]) {
			// The content-length has room for ten digits, whatever it is.
			const room = limit - expected([method, "", "", ""]).length - (method === "POST" ? 9 : 0);
			for (const [path, token] of [["/".repeat(room), ""], ["/", "t".repeat(room - 1 - "authorization: \r\n".length)]]) {
				for (const body of ["", new Uint8Array(2000)]) {
					t.is(sent([method, path, token, body], writer), expected([method, path, token, body]));
					t.is(sent([method, path + "/", token, body], writer), "too long");
					t.is(sent([method, path, token, body], writer), expected([method, path, token, body]));
				}
			}
		}
	}
});

test("a body that is released is held no longer, and nothing of it comes", (t) => {
	const writer = new RequestWriter(text, 128, "host: host\r\n");
	writer.write("POST", "/", "", new Uint8Array(500).fill(33));
	writer.next(Infinity);
	writer.release();
	t.throws(() => writer.next(Infinity));
	t.is(sent(["POST", "/", "", "{}"], writer), expected(["POST", "/", "", "{}"]));
});

test("a head may be longer than limits.send, up to a length of its own; the next other head has a buffer within limits.send again", (t) => {
	const limit = 200;
	const writer = new RequestWriter(text, limit, "host: host\r\n", 1000);
	const long = `/${"x".repeat(800)}`;
	const requests: readonly Request[] = [["GET", long, "", undefined], ["GET", long, "", undefined], ["POST", "/", "", "{}"], ["POST", long, "one", '{"a":"ä"}'],
		["POST", long, "one", new Uint8Array(300).fill(97)], ["GET", long, "", undefined], ["GET", "/", "", undefined]];
	for (const request of requests)
		t.is(sent(request, writer), expected(request));
	writer.write("GET", "/", "", undefined);
	t.true(writer.next(Infinity).buffer.byteLength <= limit);
	t.is(sent(["GET", `/${"x".repeat(1000)}`, "", undefined], writer), "too long");
	t.is(sent(["GET", "/", "", undefined], writer), expected(["GET", "/", "", undefined]));
});
