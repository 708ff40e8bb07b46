/** What the first put behind a start costs, by what is in storage. */
import { type BlockStorage, Outbox, type OutboxOptions } from "records-client/outbox";
import type { Line } from "../figures.js";
import { begin, end } from "./counters.js";
import { disk } from "./disk.js";
import { partition, READING } from "./outbox-parts.js";

const BLOCKS = 16;
const BLOCK_LENGTH = 4096;
/** Bytes that were read: this engine bills two computrons for each that is copied, a partition's natives none. */
let read = 0;
const inner = partition(disk);
const flash: BlockStorage = {
	...inner,
	read(target, at) {
		read += target.length;
		return inner.read(target, at);
	}
};
const client: OutboxOptions["client"] = { sendEx: () => Promise.reject(new Error("nothing is sent")) };

function newOutbox(): Outbox {
	return new Outbox({ client, collection: "readings", storage: flash, limits: { count: 1_000_000, age: 600_000, bootJitter: 600_000 } });
}

function erase(): void {
	for (let block = 0; block < BLOCKS; block++)
		disk.eraseBlock(block);
}

function fill(readings: number): void {
	const outbox = newOutbox();
	for (let number = 0; number < readings; number++)
		outbox.put(READING);
	outbox.close();
}

function firstPut(name: string): void {
	const outbox = newOutbox();
	read = 0;
	begin();
	const { error } = outbox.put(READING);
	const figures = end(name, 1);
	const line: Line = { figures: { ...figures, computrons: figures.computrons - 2 * read } };
	outbox.close();
	if (error !== "")
		throw new Error(error);
	host.print(JSON.stringify(line));
}

// Ids, and what else is made once.
fill(1);
erase();
firstPut("erased");
for (const waiting of [3, 100, 479, 700]) {
	erase();
	fill(waiting);
	firstPut(waiting + " readings waiting");
}
erase();
const noise = new Uint8Array(BLOCK_LENGTH);
let seed = 1;
for (let block = 0; block < BLOCKS; block++) {
	for (let at = 0; at < BLOCK_LENGTH; at++) {
		seed = Math.imul(seed, 1103515245) + 12345;
		noise[at] = seed >>> 16;
	}
	disk.write(noise, block * BLOCK_LENGTH);
}
firstPut("foreign data");
host.exit(0);
