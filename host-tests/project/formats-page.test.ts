/** docs/formats.md: what an outbox and a token store keep is read here as the page says, without the library's own readers. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { type BlockStorage, Outbox } from "records-client/outbox";
import { RamStorage } from "records-client/outbox/ram";
import { TokenStore } from "../../lib/auth/token-store.js";
import { projectRoot } from "../../service/project.js";
import { text } from "../../host/text.js";
import { MemoryPreferences } from "../../tools/memory-preferences.js";

const page = readFileSync(join(projectRoot(), "docs", "formats.md"), "utf8");
/** Kinds by their names on the page, and the modulus and the factors of its checksum. */
const [, header, mark, reading] = /kind: (\d+) header, (\d+) mark, (\d+) reading/.exec(page)!.map(Number);
const [start, d, c, b, modulus] = /sum \* (\d+) \+ d \* (\d+) \+ c \* (\d+) \+ b \* (\d+) \+ a\) mod (\d+)/.exec(page)!.slice(1).map(Number);

interface Row {
	readonly kind: number;
	readonly number: number;
	readonly generation: number;
	readonly content: Buffer;
}

/** 0 for an entry that is whole; 15 where the stored number was cut. */
function sumOf(entry: Buffer): number {
	let sum = 1;
	for (let at = entry.length - 16; at >= 0; at -= 16)
		sum = (sum * start + entry.readUInt32LE(at + 12) * d + entry.readUInt32LE(at + 8) * c + entry.readUInt32LE(at + 4) * b + entry.readUInt32LE(at)) % modulus;
	return sum;
}

/** The entries of a block, up to the first bytes that are not an entry. */
function entriesIn(block: Buffer): Row[] {
	const rows: Row[] = [];
	for (let at = 0; at + 16 <= block.length;) {
		const length = block.readUIntLE(at + 4, 3), size = Math.ceil((16 + length) / 16) * 16;
		if (at + size > block.length || sumOf(block.subarray(at, at + size)) !== 0)
			break;
		rows.push({ kind: block[at + 7], number: block.readUInt32LE(at + 8), generation: block.readUInt32LE(at + 12), content: block.subarray(at + 16, at + 16 + length) });
		at += size;
	}
	return rows;
}

function blockOf(storage: BlockStorage, block: number): Buffer {
	const { blockLength } = storage.status();
	const bytes = Buffer.alloc(blockLength);
	storage.read(bytes, block * blockLength);
	return bytes;
}

test("the blocks of an outbox are as the page says", (t) => {
	const storage = new RamStorage(4096, 1024);
	const outbox = new Outbox({ client: { sendEx: () => Promise.reject(new Error("nothing is sent")) }, collection: "readings", storage });
	const ids = Array.from({ length: 30 }, (_, value) => outbox.put({ sensor: "temperature", value }).id);
	outbox.close();
	const blocks = [0, 1, 2, 3].map((block) => entriesIn(blockOf(storage, block))).filter((rows) => rows.length > 0);
	t.true(blocks.length >= 2);
	const numbers: number[] = [];
	for (const [index, [first, ...rows]] of blocks.entries()) {
		t.like(first, { kind: header, generation: index + 1 });
		t.is(first.content.length, 16);
		t.is(first.number, rows[0].number);
		// The first that is not delivered; blocks, flags and version; their length; none that can't be read.
		t.deepEqual([first.content.readUInt32LE(0), first.content.readUInt16LE(4), first.content.readUInt16LE(6), first.content.readUInt32LE(8)], [blocks[0][1].number, 4, 2 << 8, 1024]);
		t.deepEqual([...first.content.subarray(12)], [0, 0, 0, 0]);
		t.true(rows.every(({ generation, kind }) => generation === index + 1 && (kind === reading || kind === mark)));
		numbers.push(...rows.filter(({ kind }) => kind === reading).map(({ number }) => number));
	}
	t.deepEqual(numbers, numbers.map((_, index) => numbers[0] + index));
	const texts = blocks.flat().filter(({ kind }) => kind === reading).map(({ content }) => content.toString());
	t.deepEqual(texts.map((json) => (JSON.parse(json) as { id: string }).id), ids);
	t.true(texts.every((json) => /^\{"id":"[a-z0-9]{15}",/.test(json) && json.slice(7, 15) === ids[0].slice(0, 8)));
});

test("a token is stored as the page says", (t) => {
	const preferences = new MemoryPreferences();
	const store = new TokenStore(preferences, "records", text, "https://records.example.org");
	const values = (): string[] => ["a", "b"].map((key) => preferences.get("records", key) ?? "");
	store.save("first", "users name one");
	const content = "first https://records.example.org users name one";
	t.deepEqual(values(), [`v2 1 ${content.length} ${content}`, ""]);
	store.save("second", "users name one");
	const next = content.replace("first", "second");
	t.deepEqual(values(), ["", `v2 2 ${next.length} ${next}`]);
});
