import test from "ava";
import { text } from "../../../host/text.js";
import { RequestWriter } from "../../../lib/http/request-writer.js";
import { Random } from "../../../tools/random.js";

type Body = string | Uint8Array | undefined;
type Request = readonly [method: string, path: string, authorization: string, body: Body];

/** All that goes out, at most so many bytes at a time. */
function taken(writer: RequestWriter, count = Infinity): Buffer {
	const views: Uint8Array[] = [];
	while (!writer.isSent)
		views.push(writer.next(count).slice());
	return Buffer.concat(views);
}

/** A request as it goes out. */
function written(request: Request, writer = new RequestWriter(text, 1536, "host: host\r\n"), count?: number): string {
	return writer.write(...request) ? taken(writer, count).toString("latin1") : "too long";
}

/** The same by the text of RFC 9112. */
function expected([method, path, authorization, body = ""]: Request): string {
	const token = authorization === "" ? "" : `authorization: ${authorization}\r\n`;
	const bytes = Buffer.from(body as string);
	const lines = ["POST", "PATCH", "PUT"].includes(method) ? `content-type: application/json\r\ncontent-length: ${bytes.length}\r\n` : "";
	return `${method} ${path} HTTP/1.1\r\nhost: host\r\n${token}${lines}\r\n${lines === "" ? "" : bytes.toString("latin1")}`;
}

const heads: readonly (readonly [method: string, path: string, authorization: string])[] = [
	["GET", "/", ""], ["GET", "/a?b=c%20d", "one.two.three"], ["DELETE", "/a", "one"], ["POST", "/a", ""], ["POST", "/a", "one"],
	["PATCH", "/a/b", "two"], ["PUT", "/a", ""], ["POST", "/a", "two"]
];
const bodies: readonly Body[] = [undefined, "", "{}", '{"a":"ä€😀"}', "\ud800", "a\udc00b", "\ud83d", new Uint8Array(0), Uint8Array.of(0, 13, 10, 255), Buffer.from("....{}..").subarray(4, 6)];

test("every method, with a token and without, with each kind of body, byte for byte", (t) => {
	for (const head of heads) {
		for (const body of bodies) {
			const request: Request = [...head, body];
			t.is(written(request), expected(request));
		}
	}
});

test("the host stands as it is given, with port or brackets", (t) => {
	const writer = new RequestWriter(text, 1536, "host: [::1]:8090\r\n");
	t.is(written(["GET", "/", "", undefined], writer), "GET / HTTP/1.1\r\nhost: [::1]:8090\r\n\r\n");
});

test("lengths about each change of the number of digits, up and down, on one writer", (t) => {
	const counts = [0, 1, 9, 10, 11, 99, 100, 101, 999, 1000, 1001, 9999, 10_000, 99_999, 100_000, 100_001, 1_000_000];
	for (const limit of [512, 1536, 300_000]) {
		const writer = new RequestWriter(text, limit, "host: host\r\n");
		for (const first of counts) {
			for (const count of [first, ...counts.filter((other) => other < first), 5]) {
				for (const body of ["x".repeat(count), new Uint8Array(count).fill(121)]) {
					const request: Request = ["POST", "/", "", body];
					t.true(written(request, writer) === expected(request), `${count} bytes in ${limit}`);
				}
			}
		}
	}
});

test("text of any length and bytes to a character, in whatever space an earlier one has left", (t) => {
	for (const [limit, most, lengths] of [[700, 800, 300], [250_000, 100_040, 60]]) {
		for (const character of ["x", "ä", "€", "😀", "\ud800"]) {
			const bytes = Buffer.byteLength(character);
			for (let length = most - lengths; length < most; length++) {
				const writer = new RequestWriter(text, limit, "host: host\r\n");
				// The buffer grows for the first; the second has one digit; the third is to fit where that was.
				for (const body of ["x".repeat(most - 20), "x", character.repeat(length / bytes) + "y".repeat(length % bytes)]) {
					const request: Request = ["POST", "/", "", body];
					if (written(request, writer) !== expected(request))
						return t.fail(`${length} bytes of ${bytes} in ${limit}`);
				}
			}
		}
	}
	t.pass();
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
					t.is(written([method, path, token, body], writer), expected([method, path, token, body]));
					t.is(written([method, path + "/", token, body], writer), "too long");
					t.is(written([method, path, token, body], writer), expected([method, path, token, body]));
				}
			}
		}
	}
});

test("the bytes are those of a fresh writer, whatever was written before and however much of it was taken", (t) => {
	const random = new Random();
	t.log(`SEED=${random.seed}`);
	for (let round = 0; round < 60; round++) {
		const limit = 128 + random.below(random.pick([200, 1500]));
		const kept = new RequestWriter(text, limit, "host: host\r\n");
		for (let count = 0; count < 100; count++) {
			const one = (): Request => {
				const length = random.below(random.pick([12, 120, 2000]));
				const body = random.pick([undefined, "x".repeat(length), "€".repeat(length / 3), new Uint8Array(length).fill(122)]);
				return [...random.pick([...heads, ["POST", "/" + "p".repeat(random.below(limit)), ""] as const]), body];
			};
			const request = one();
			if (random.below(4) === 0 && kept.write(...one())) {
				kept.next(1 + random.below(40));
				if (random.below(2) === 0)
					kept.release();
			}
			const [again, fresh] = [written(request, kept), written(request, new RequestWriter(text, limit, "host: host\r\n"))];
			if (again !== fresh || fresh !== "too long" && fresh !== expected(request))
				return t.fail(`round ${round}, request ${count}: ${again.slice(0, 200)} instead of ${fresh.slice(0, 200)}`);
		}
	}
	t.pass();
});

test("it is taken in pieces of any size, whole and once; it is unsent until the first and sent with the last", (t) => {
	for (const body of ['{"ä":"😀"}', Buffer.from('{"a":1}'), new Uint8Array(0), new Uint8Array(300).fill(97), undefined]) {
		const request: Request = ["POST", "/a", "one", body];
		const whole = expected(request);
		for (let count = 1; count <= whole.length + 1; count++) {
			const writer = new RequestWriter(text, 256, "host: host\r\n");
			t.deepEqual([writer.isUnsent, writer.isSent], [true, true]);
			writer.write(...request);
			t.deepEqual([writer.isUnsent, writer.isSent], [true, false]);
			let all = "";
			while (!writer.isSent) {
				const view = writer.next(count);
				t.true(view.length > 0 && view.length <= count);
				all += Buffer.from(view).toString("latin1");
				t.deepEqual([writer.isUnsent, writer.isSent], [false, all.length === whole.length]);
			}
			t.is(all, whole);
		}
	}
});

test("a body that is released is held no longer, and nothing of it comes", (t) => {
	const writer = new RequestWriter(text, 128, "host: host\r\n");
	writer.write("POST", "/", "", new Uint8Array(500).fill(33));
	writer.next(Infinity);
	writer.release();
	t.throws(() => writer.next(Infinity));
	t.is(written(["POST", "/", "", "{}"], writer), expected(["POST", "/", "", "{}"]));
});

test("a head may be longer than limits.send, up to a length of its own; the next other head has a buffer within limits.send again", (t) => {
	const limit = 200;
	const writer = new RequestWriter(text, limit, "host: host\r\n", 1000);
	const long = `/${"x".repeat(800)}`;
	const requests: readonly Request[] = [["GET", long, "", undefined], ["GET", long, "", undefined], ["POST", "/", "", "{}"], ["POST", long, "one", '{"a":"ä"}'],
		["POST", long, "one", new Uint8Array(300).fill(97)], ["GET", long, "", undefined], ["GET", "/", "", undefined]];
	for (const request of requests)
		t.is(written(request, writer), expected(request));
	writer.write("GET", "/", "", undefined);
	t.true(writer.next(Infinity).buffer.byteLength <= limit);
	t.is(written(["GET", `/${"x".repeat(1000)}`, "", undefined], writer), "too long");
	t.is(written(["GET", "/", "", undefined], writer), expected(["GET", "/", "", undefined]));
});
