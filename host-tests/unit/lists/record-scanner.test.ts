import test from "ava";
import { text } from "../../../host/text.js";
import { timers } from "../../../host/timers.js";
import { ALL_LIMITS } from "../../../lib/client-limits.js";
import { RecordScanner } from "../../../lib/lists/record-scanner.js";
import { SINK_BUSY, SINK_DONE } from "../../../lib/request/body-sink.js";
import { SeededRandom } from "../../../tools/seeded-random.js";

/** What a scanner has of its request. */
const asked = { configuration: { limits: ALL_LIMITS, platform: { text, timers } }, isOver: false, progress: () => undefined };

interface How {
	readonly window?: number;
	readonly isRaw?: boolean;
	/** What the app does with a record; the first is 0. */
	readonly onRecord?: (index: number, record: unknown) => unknown;
	/** Whether the app has closed the client. */
	readonly request?: { isOver: boolean };
}

/** Gives a page to a scanner in pieces of those sizes, in turn. The records are those that were handed over, texts where raw. */
async function scanned(page: Uint8Array, sizes: readonly number[], { isRaw = false, onRecord, request = { isOver: false }, window = 4096 }: How = {}) {
	const records: unknown[] = [];
	let resume: () => void = () => undefined;
	const scanner = new RecordScanner(window, isRaw, (record: unknown) => {
		const index = records.push(record) - 1;
		return onRecord?.(index, record);
	});
	scanner.source({
		...asked, resume: () => resume(), get isOver() {
			return request.isOver;
		}
	});
	scanner.begin({ status: 200, length: -1, values: ["application/json"] });
	for (let at = 0, piece = 0; at < page.length && !request.isOver; piece++) {
		for (let left = Math.min(sizes[piece % sizes.length], page.length - at); left > 0 && !request.isOver;) {
			const space = scanner.space(left);
			space.set(page.subarray(at, at + space.length));
			at += space.length;
			left -= space.length;
			const resumed = new Promise<void>((resolve) => {
				resume = resolve;
			});
			const state = scanner.take(space.length);
			if (state === SINK_BUSY)
				await resumed;
			if (state === SINK_DONE)
				return { records, response: scanner.end(200), fault: scanner.fault, scanner };
		}
	}
	return { records, response: scanner.end(200), fault: scanner.fault, scanner };
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

/** A record as most are: nothing nested, or little. */
function plainRecord(random: SeededRandom): object {
	return { id: String(random.below(1e6)), text: awkward[random.below(awkward.length)].repeat(random.below(3)), unit: "°C", value: random.below(1000) / 10, ...random.below(3) > 0 ? {} : { extra: { a: [1, {}] } } };
}

function anyPage(random: SeededRandom): { readonly items: object[] } {
	const items = random.below(2) === 0 ? Array.from({ length: random.below(9) }, () => anyObject(random, 0)) : Array.from({ length: random.below(40) }, () => plainRecord(random));
	return random.below(2) === 0 ? { items, page: 1, perPage: 30, totalItems: -1, totalPages: -1 } as { items: object[] } : { page: 1, perPage: 30, items } as { items: object[] };
}

function anySizes(random: SeededRandom): number[] {
	return Array.from({ length: 1 + random.below(3) }, () => 1 + random.below([3, 30, 300, 5000][random.below(4)]));
}

/** The same JSON with white space in some places where it may be. */
function spaced(random: SeededRandom, json: string): string {
	return json.replace(/"(?:[^"\\]|\\.)*"|[[\]{}:,]/g, (token) => `${" \n\t\r"[random.below(80)] ?? ""}${token}${" \n\t\r"[random.below(80)] ?? ""}`);
}

/** What JSON.parse reads, undefined for nothing. */
function parsed(bytes: Uint8Array): { items?: unknown } | undefined {
	try {
		return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) as object;
	}
	catch {
		return undefined;
	}
}

test("a page's records are those of JSON.parse, whatever they hold, however it is cut and spaced", async (t) => {
	const random = new SeededRandom(20_261_123);
	for (let round = 0; round < 1500; round++) {
		const page = anyPage(random);
		const json = JSON.stringify(page, undefined, random.below(4) === 0 ? 1 : undefined);
		const bytes = Buffer.from(random.below(3) === 0 ? spaced(random, json).replace("{", "{ ") : json);
		const sizes = anySizes(random);
		for (const isRaw of [false, true]) {
			const { fault, records, response } = await scanned(bytes, sizes, { isRaw });
			t.is(fault, "", bytes.toString());
			t.true(response.ok, `${sizes.join()}: ${bytes.toString()}`);
			t.deepEqual(isRaw ? records.map((text) => JSON.parse(text as string) as unknown) : records, page.items, `${sizes.join()}: ${bytes.toString()}`);
			t.is(response.body, page.items.length === 0 ? '{"items":[]}' : "{}");
		}
	}
});

test("a page whose records alone have white space is read or refused, and no record of it is wrong", async (t) => {
	const random = new SeededRandom(11);
	for (let round = 0; round < 1000; round++) {
		const page = anyPage(random);
		const bytes = Buffer.from(spaced(random, JSON.stringify(page)));
		const { fault, records, response } = await scanned(bytes, anySizes(random));
		t.deepEqual(records, page.items.slice(0, records.length), bytes.toString());
		t.true(records.length === page.items.length || fault !== "" || !response.ok, bytes.toString());
	}
});

test("bytes that are no page are a fault, whatever they are", async (t) => {
	const random = new SeededRandom(99);
	const pages = [
		{ items: [{ id: "a", text: "},{" }, { id: "b" }, { id: "c", list: [{}] }], page: 1, perPage: 3 },
		{ items: Array.from({ length: 6 }, () => plainRecord(random)), page: 1, perPage: 6 }
	].map((page) => Buffer.from(JSON.stringify(page)));
	for (let round = 0; round < 3000; round++) {
		const bytes = Uint8Array.from(pages[round % pages.length]);
		bytes[random.below(bytes.length)] = random.below(3) > 0 ? random.below(256) : '{}[],:" 5'.charCodeAt(random.below(9));
		const { fault, records, response } = await scanned(bytes, anySizes(random));
		const page = parsed(bytes);
		// What is wrong after the list is not looked at.
		if (page === undefined)
			t.true(records.length <= 6);
		else if (Array.isArray(page.items) && page.items.every((item) => typeof item === "object" && item !== null && !Array.isArray(item)))
			t.deepEqual(records, page.items, Buffer.from(bytes).toString());
		else
			t.true(fault !== "" || !response.ok, Buffer.from(bytes).toString());
	}
});

test("a record over the window, one that is nested deeply and what is no list are named", async (t) => {
	const page = (record: string): Buffer => Buffer.from(`{"items":[${record}],"page":1}`);
	t.is((await scanned(page(`{"a":"${"a".repeat(400)}"}`), [50], { window: 300 })).fault, "a record is longer than its limit");
	const excess = async (json: string, size: number, window = 4096): Promise<string | undefined> => (await scanned(page(json), [size], { window })).scanner.tooLarge?.error;
	t.is(await excess(`{"id":"one","a":${"[".repeat(20)}${"]".repeat(20)}}`, 50), "record one is nested deeper than 16 levels");
	t.regex(await excess(`{"a":[${"[],".repeat(3000)}1],"id":"one"}`, 500, 16_384) ?? "", /^record one has \d+ values, more than limits\.values \(\d+\)$/);
	for (const opening of ['{"a":', '{"a": ', '{"a":\n', '{"a":\t', '{"a":\r', "[", "[0,"]) {
		const nested = `${opening.repeat(20)}1${(opening.startsWith("[") ? "]" : "}").repeat(20)}`;
		t.is(await excess(`{"id":1},{"id":2},{"b":${nested},"id":"\\"}]"},{"id":3}`, 5000), 'record "}] is nested deeper than 16 levels', opening);
	}
	t.is((await scanned(page(Array.from({ length: 600 }, () => "{}").join()), [5000])).records.length, 600);
	t.is((await scanned(Buffer.from(`{"a":"${"a".repeat(400)}"}`), [50])).fault, "the answer is no list of records");
	t.is((await scanned(Buffer.from(`{"items":[5]}`), [50])).fault, "the answer is no list of records");
	t.is((await scanned(Uint8Array.of(0x7b, 0xff, 0xfe), [50])).fault, "the page is not UTF-8");
});
