import type { Random } from "../../../tools/random.js";

/** What is in each block; undefined for a file that isn't there. */
export type Blocks = readonly (Uint8Array | undefined)[];

/** What can happen to stored bytes. Returns all blocks as they are then. @param copies of the blocks, from moments before */
type Damage = (blocks: Blocks, random: Random, copies: readonly Blocks[]) => Blocks;

/** Bytes of an entry in front of the reading's text, without its brace: its head, and the id. */
const FRONT = 40;
const UNIT = 16;

const none = new Uint8Array(0);

function withBlock(blocks: Blocks, block: number, change: (content: Uint8Array) => Uint8Array | undefined): Blocks {
	return blocks.map((content, at) => at === block && content !== undefined ? change(content.slice()) : content);
}

function onOne(change: (content: Uint8Array, random: Random) => Uint8Array | undefined): Damage {
	return (blocks, random) => withBlock(blocks, random.below(blocks.length), (content) => content.length === 0 ? content : change(content, random));
}

export const damages: Readonly<Record<string, Damage>> = {
	"a bit flipped": onOne((content, random) => {
		content[random.below(content.length)] ^= 1 << random.below(8);
		return content;
	}),
	"bits flipped": (blocks, random) => {
		let result = blocks;
		for (let count = 2 + random.below(20); count > 0; count--)
			result = damages["a bit flipped"](result, random, []);
		return result;
	},
	"a byte of a header flipped": onOne((content, random) => {
		content[random.below(32)] ^= 1 + random.below(255);
		return content;
	}),
	"a head that reads as erased": onOne((content, random) => content.fill(255, 0, random.pick([64, 128, 256, 512]))),
	"a bit fallen in what is erased": onOne((content, random) => {
		const end = content.findLastIndex((byte) => byte !== 255) + 1;
		if (end < content.length)
			content[end + random.below(content.length - end)] &= ~(1 << random.below(8));
		return content;
	}),
	"truncated": onOne((content, random) => content.subarray(0, random.below(content.length))),
	"zeroed": onOne((content, random) => {
		const from = random.below(3) === 0 ? 0 : random.below(content.length);
		return content.fill(0, from, random.below(3) === 0 ? content.length : from + random.below(200));
	}),
	"noise": onOne((content, random) => content.map(() => random.below(256))),
	"deleted": onOne(() => undefined),
	"swapped": (blocks, random) => {
		const [one, other] = [random.below(blocks.length), random.below(blocks.length)];
		return blocks.map((content, at) => at === one ? blocks[other] : at === other ? blocks[one] : content);
	},
	"an older copy of one": (blocks, random, copies) => {
		const block = random.below(blocks.length);
		const copy = copies.length === 0 ? blocks : random.pick(copies);
		return blocks.map((content, at) => at === block ? copy[at] : content);
	},
	"an older copy of all": (blocks, random, copies) => copies.length === 0 ? blocks : random.pick(copies)
};

/** How a reading stands in storage behind its id: how it begins, and the bytes of all of it. */
export interface Stored {
	readonly text: string;
	readonly length: number;
}

/**
 * Tells which readings have lost some of their own bytes: of whose entries there are fewer whole ones than before.
 * @param readings by id
 */
export function hitBy(before: Blocks, after: Blocks, readings: ReadonlyMap<string, Stored>): string[] {
	const [whole, rest] = [before, after].map((blocks) => blocks.map((content) => Buffer.from(content ?? none).toString("latin1")));
	return [...readings].filter(([, { length, text }]) => {
		const entries = whole.flatMap((content) => placesOf(content, Buffer.from(text).toString("latin1").slice(1)).map((at) => {
			const start = at - FRONT;
			return content.slice(start, start + Math.ceil((FRONT + length - 1) / UNIT) * UNIT);
		}));
		return entries.some((entry) => countOf(rest, entry) < countOf(whole, entry));
	}).map(([id]) => id);
}

function countOf(contents: readonly string[], entry: string): number {
	return contents.reduce((count, content) => count + placesOf(content, entry).length, 0);
}

function placesOf(content: string, part: string): number[] {
	const places: number[] = [];
	for (let at = content.indexOf(part); at >= 0; at = content.indexOf(part, at + 1))
		places.push(at);
	return places;
}
