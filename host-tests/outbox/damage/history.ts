import { text } from "../../../host/text.js";
import { idBase } from "../../../lib/outbox/id-base.js";
import type { BlockStorage, OutboxStats } from "../../../lib/outbox/index.js";
import type { Outbox } from "../../../lib/outbox/outbox.js";
import { LocalService } from "../model/local-service.js";
import { openOutbox } from "../open.js";

/** What a device has put and what the service has, up to a moment. */
export interface Moment {
	/** Readings by id, as JSON text without the id. */
	readonly put: ReadonlyMap<string, string>;
	readonly delivered: ReadonlyMap<string, string>;
}

/** What an outbox does that starts on a damaged storage. */
export interface Outcome {
	/** Readings that arrived, those before the damage among them. */
	readonly arrived: ReadonlyMap<string, string>;
	/** Ids of the new readings. */
	readonly ids: readonly string[];
	/** Behind the first delivery: what is damaged is counted when it is its turn. */
	readonly stats: OutboxStats;
	readonly pending: number;
	/** What must not be; "" for nothing. */
	readonly fault: string;
}

const origin = (): string => String(Math.random());

function outboxOn(storage: BlockStorage, service: LocalService, batch = 50): Outbox {
	return openOutbox(storage, service, { limits: { batchBytes: 1024, batch } }, origin);
}

function readingOf(serial: number): string {
	return JSON.stringify({ sensor: "t", value: serial, extra: "é".repeat(serial * 7 % 11) + "-".repeat(serial * 5 % 23) });
}

/**
 * Has ids begin with an x until it is called. The highest bit of that x makes the byte that tells a reading, in the place
 * where an entry has it.
 * @returns gives chance back
 */
function withoutChance(): () => void {
	const { random } = Math;
	let seed = 0;
	do {
		const next = ++seed / 5000;
		Math.random = () => next;
	} while (!idBase(text.encode(origin())).startsWith("x"));
	return () => void (Math.random = random);
}

/** Puts and delivers, several times around the storage; the last are pending. Tells each moment. */
export async function live(storage: BlockStorage, tell: (moment: Moment) => void): Promise<void> {
	const giveBack = withoutChance();
	const service = new LocalService();
	const put = new Map<string, string>();
	const outbox = outboxOn(storage, service, 4);
	const moment = async (): Promise<void> => tell({ put: new Map(put), delivered: await service.records() });
	for (let serial = 1; serial <= 31; serial++) {
		const reading = readingOf(serial);
		put.set(outbox.put(reading).id, reading);
		await moment();
		if (serial % 4 === 0 && serial <= 24 || serial === 26) {
			await outbox.flush();
			await moment();
		}
	}
	giveBack();
	if (outbox.stats().dropped + outbox.stats().refused > 0 || put.has(""))
		throw new Error("the storage is too small for this life");
}

/** Starts on a storage at a moment, delivers all, then puts readings and delivers those. */
export async function goOn(storage: BlockStorage, { delivered, put }: Moment): Promise<Outcome> {
	const service = new LocalService();
	for (const [id, fields] of delivered)
		service.set(id, fields);
	const outbox = outboxOn(storage, service);
	const { pending } = outbox;
	const known = new Map(put);
	const ids: string[] = [];
	let fault = "";
	const check = (what: string, error: string): void => void (fault ||= error === "" ? "" : `${what}: ${error}`);
	check("flush", (await outbox.flush()).error);
	const stats = outbox.stats();
	for (let serial = 101; serial < 106; serial++) {
		const { error, id } = outbox.put(readingOf(serial));
		check("put", error);
		check("id", known.has(id) ? "given twice" : "");
		known.set(id, readingOf(serial));
		ids.push(id);
	}
	check("flush", (await outbox.flush()).error);
	const arrived = await service.records();
	for (const [id, fields] of arrived)
		check(`record ${id}`, known.get(id) === fields ? "" : `is ${fields}`);
	for (const id of ids)
		check(`new reading ${id}`, arrived.has(id) ? "" : "has not arrived");
	return { arrived, ids, stats, pending, fault };
}
