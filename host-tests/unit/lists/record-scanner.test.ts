import test from "ava";
import { text } from "../../../host/text.js";
import { RecordScanner } from "../../../lib/lists/record-scanner.js";
import { SINK_BUSY, SINK_DONE } from "../../../lib/request/body-sink.js";
import type { ClientResponse } from "../../../lib/response.js";
import { SeededRandom } from "../../../tools/seeded-random.js";

interface Told {
	readonly records: object[];
	readonly texts: string[];
	readonly response: ClientResponse;
	readonly fault: string;
}

/** Gives a page to a scanner in pieces of those sizes, in turn. */
function scanned(page: Uint8Array, sizes: readonly number[], window = 4096): Told {
	const records: object[] = [];
	const texts: string[] = [];
	const scanner = new RecordScanner(window, {
		onRecord(json, record) {
			records.push(record);
			texts.push(json);
		}
	});
	scanner.begin("application/json", { text, isOver: false, resume: () => undefined });
	for (let at = 0, piece = 0; at < page.length; piece++) {
		const size = sizes[piece % sizes.length];
		for (let left = Math.min(size, page.length - at); left > 0;) {
			const space = scanner.space(left);
			space.set(page.subarray(at, at + space.length));
			at += space.length;
			left -= space.length;
			if (scanner.take(space.length) === SINK_DONE)
				return { records, texts, response: scanner.end(200), fault: scanner.fault };
		}
	}
	return { records, texts, response: scanner.end(200), fault: scanner.fault };
}

const awkward = ["},{", "}]", '"', "\\", '\\"},{"', "]", "{", "ü€😀", "\u2028", "", "a", ",", ":", "\n", '}],"page":1'];

function anyValue(random: SeededRandom, depth: number): unknown {
	switch (random.below(depth > 3 ? 4 : 7)) {
		case 0: return null;
		case 1: return random.below(1000) / 10 - 50;
		case 2: return random.below(2) === 0;
		case 3: return Array.from({ length: random.below(4) }, () => awkward[random.below(awkward.length)]).join("");
		case 4: return Array.from({ length: random.below(4) }, () => anyValue(random, depth + 1));
		default: return anyObject(random, depth + 1);
	}
}

function anyObject(random: SeededRandom, depth: number): object {
	return Object.fromEntries(Array.from({ length: random.below(5) }, (_, index) => [`${awkward[random.below(awkward.length)]}${index}`, anyValue(random, depth)]));
}

function anyPage(random: SeededRandom): { readonly items: object[] } {
	const items = Array.from({ length: random.below(9) }, () => anyObject(random, 0));
	return random.below(2) === 0 ? { items, page: 1, perPage: 30, totalItems: -1, totalPages: -1 } as { items: object[] } : { page: 1, perPage: 30, items } as { items: object[] };
}

test("a page's records are those of JSON.parse, whatever they hold, however it is cut and spaced", (t) => {
	const random = new SeededRandom(20_261_123);
	for (let round = 0; round < 3000; round++) {
		const page = anyPage(random);
		const spaces = random.below(3) === 0 ? 1 : undefined;
		const bytes = Buffer.from(JSON.stringify(page, undefined, spaces));
		const sizes = Array.from({ length: 1 + random.below(3) }, () => 1 + random.below([3, 30, 300, 5000][random.below(4)]));
		const { fault, records, response, texts } = scanned(bytes, sizes);
		t.is(fault, "", bytes.toString());
		t.true(response.ok, `${sizes.join()}: ${bytes.toString()}`);
		t.deepEqual(records, page.items, `${sizes.join()}: ${bytes.toString()}`);
		t.deepEqual(texts.map((json) => JSON.parse(json) as object), page.items);
		t.is(response.body, page.items.length === 0 ? '{"items":[]}' : "{}");
	}
});

test("a page that is cut at any byte brings the records before that, and is a failure", (t) => {
	const random = new SeededRandom(7);
	for (let round = 0; round < 40; round++) {
		const page = anyPage(random);
		const bytes = Buffer.from(JSON.stringify(page));
		for (let end = 1; end < bytes.length; end++) {
			const { records, response } = scanned(bytes.subarray(0, end), [1 + random.below(40)]);
			t.deepEqual(records, page.items.slice(0, records.length));
			t.is(response.kind, "protocol", bytes.subarray(0, end).toString());
		}
	}
});

test("bytes that are no page are a fault, whatever they are", (t) => {
	const random = new SeededRandom(99);
	const whole = Buffer.from(JSON.stringify({ items: [{ id: "a", text: "},{" }, { id: "b" }, { id: "c", list: [{}] }], page: 1, perPage: 3 }));
	for (let round = 0; round < 3000; round++) {
		const bytes = Uint8Array.from(whole);
		bytes[random.below(bytes.length)] = random.below(256);
		const { fault, records, response } = scanned(bytes, [1 + random.below(60)]);
		let parsed: { items?: unknown } | undefined;
		try {
			parsed = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) as object;
		}
		catch {
			// What is wrong after the list is not looked at.
		}
		if (parsed === undefined)
			t.true(records.length <= 3);
		else if (Array.isArray(parsed.items))
			t.deepEqual(records, parsed.items, Buffer.from(bytes).toString());
		else
			t.true(fault !== "" || !response.ok, Buffer.from(bytes).toString());
	}
});

test("a record over the window, one that is nested deeply and what is no list are named", (t) => {
	const page = (record: string): Buffer => Buffer.from(`{"items":[${record}],"page":1}`);
	t.is(scanned(page(`{"a":"${"a".repeat(400)}"}`), [50], 300).fault, "a record is longer than its limit");
	t.regex(scanned(page(`{"a":${"[".repeat(20)}${"]".repeat(20)}}`), [50]).fault, /nested too deeply/);
	t.regex(scanned(page(`{"a":[${"[],".repeat(800)}1]}`), [50]).fault, /too many values/);
	t.is(scanned(Buffer.from(`{"a":"${"a".repeat(400)}"}`), [50]).fault, "the answer is no list of records");
	t.is(scanned(Buffer.from(`{"items":[5]}`), [50]).fault, "the answer is no list of records");
	t.is(scanned(Uint8Array.of(0x7b, 0xff, 0xfe), [50]).fault, "the page is not UTF-8");
});

test("a record's promise is waited for with the rest of the window, and false ends the page", async (t) => {
	const page = Buffer.from(JSON.stringify({ items: [{ n: 0 }, { n: 1 }, { n: 2 }, { n: 3 }], page: 1, perPage: 30 }));
	for (const last of [1, 2, 9]) {
		const told: number[] = [];
		let settle: (value: unknown) => void = () => undefined;
		const scanner = new RecordScanner(1024, {
			onRecord(_, record) {
				told.push((record as { n: number }).n);
				return new Promise((resolve) => {
					settle = resolve;
				});
			}
		});
		const resumed = new Promise<void>((resolve) => {
			scanner.begin(undefined, { text, isOver: false, resume: resolve });
		});
		scanner.space(page.length).set(page);
		t.is(scanner.take(page.length), SINK_BUSY);
		for (let number = 0; number < Math.min(last, 4); number++) {
			t.deepEqual(told, Array.from({ length: number + 1 }, (_, index) => index));
			settle(number + 1 !== last);
			await Promise.resolve().then(() => undefined);
		}
		await resumed;
		t.is(told.length, Math.min(last, 4));
		t.is(scanner.isStopped, last < 9);
		t.true(scanner.end(200).ok);
	}
});
