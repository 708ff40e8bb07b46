/** What operations cost whose input grows, with so much of it and with twice as much: the lines of bench/growth.ts, one after the other. */
import "./globals.js";
import Timer from "timer";
import { type ClientResponse, RecordsClient } from "records-client";
import { Batch } from "records-client/batch";
import { download, upload } from "records-client/files";
import { filter } from "records-client/filter";
import { eachRecord } from "records-client/lists";
import { Outbox } from "records-client/outbox";
import { Resolver } from "../../../lib/dns/resolver.js";
import type { Datagram, DatagramSocketOptions } from "../../../lib/dns/lookup.js";
import type { GrowthSettings } from "../../figures.js";
import { begin, end } from "./counters.js";
import { finish, good, tell } from "./finish.js";
import { nativePartition, READING } from "./outbox-parts.js";

const { growing, token, url, written } = JSON.parse(settings) as GrowthSettings;
/** What a list of 500 with `json()` needs; the other operations have the limits that a user has who sets none. */
const LIST_LIMITS = { body: 262_144 };
const BLOCKS = 16;

const client = new RecordsClient({ baseUrl: url, preferences: null });
const wide = new RecordsClient({ baseUrl: url, preferences: null, limits: LIST_LIMITS });
/** Of a service whose answers are as long as the id says that they are asked for with. */
const other = new RecordsClient({ baseUrl: written, preferences: null });
let outbox = open();
let expression = "";

/** An id of 15 characters that has a number. */
function idOf(kind: string, size: number): string {
	return kind + String(size).padStart(14, "0");
}

async function get(kind: string, size: number): Promise<ClientResponse> {
	return good(await other.collection("readings").getOneEx(idOf(kind, size)));
}

/** An outbox on a new partition, with so many readings that wait. */
function pending(count: number): void {
	outbox.close();
	for (let block = 0; block < BLOCKS; block++)
		flash.eraseBlock(block);
	outbox = open();
	for (let number = 0; number < count; number++)
		outbox.put(READING);
}

function open(): Outbox {
	return new Outbox({ client, collection: "readings", storage: nativePartition(), limits: { count: 1000, age: 600_000, bootJitter: 600_000 } });
}

/** A network whose server knows each name. */
class Datagrams {
	readonly #options: DatagramSocketOptions;
	#answer: Datagram | undefined;

	constructor(options: DatagramSocketOptions) {
		this.#options = options;
	}

	read(): Datagram | undefined {
		return this.#answer;
	}

	write(question: Uint8Array, address: string, port: number): void {
		const answer = new Uint8Array(question.length + 16);
		answer.set(question);
		answer.set([0x81, 0x80, 0, 1, 0, 1], 2);
		answer.set([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 192, 0, 2, 1], question.length);
		this.#answer = Object.assign(answer.buffer, { address, port });
		Timer.set(() => this.#options.onReadable(1), 0);
	}

	close(): void {
		this.#answer = undefined;
	}
}

const timers = { set: Timer.set, clear: Timer.clear, now: () => 0 };
const resolver = new Resolver({ servers: ["192.0.2.53"], socket: { io: Datagrams }, timers });

function lookUp(length: number): Promise<unknown> {
	const labels = "abcdefghi.".repeat(length / 10).slice(0, -1);
	return new Promise((resolve, reject) => {
		resolver.resolve({ host: labels, onResolved: resolve, onError: reject });
	});
}

interface Operation {
	/** What is done before, and not counted. */
	readonly prepare?: (size: number) => void;
	readonly run: (size: number) => unknown;
}

const operations: Readonly<Record<string, Operation>> = {
	"list, json()": { run: async (size) => good(await wide.collection("readings").getListEx(1, size)).json() },
	"list, eachRecord": {
		async run(size) {
			let count = 0;
			// The service has 500.
			const { kind } = await eachRecord({ client, collection: "readings", sort: "created" }, () => ++count < size);
			if (count !== size)
				throw new Error(`${count} records: ${kind}`);
		}
	},
	"record": { run: (size) => get("t", size) },
	"record, json()": { run: async (size) => (await get("t", size)).json() },
	"values of a record, json()": { run: async (size) => (await get("v", size)).json() },
	"body of a create": { run: async (size) => good(await other.collection("readings").createEx({ text: "x".repeat(size) })) },
	"value of a filter": { run: (size) => filter("text = {:text}", { text: "it's é".repeat(size / 6) }) },
	"values of a filter": {
		prepare(size) {
			expression = "text != ''".concat(" && number = {:number}".repeat(size));
		},
		run: () => filter(expression, { number: 7 })
	},
	"filter of a list": { run: async (size) => good(await other.collection("readings").getListEx(1, 1, "", `text = '${"é".repeat(size)}'`)) },
	"header block": { run: (size) => get("h", size) },
	"readings pending, put": { prepare: pending, run: () => outbox.put(READING) },
	"readings pending, start": { prepare: pending, run: () => open().close() },
	"readings pending, delivery": {
		prepare: pending,
		async run(size) {
			const { delivered, error } = await outbox.flush();
			if (delivered !== size)
				throw new Error(`${delivered} of ${size}: ${error}`);
		}
	},
	"file up": { run: async (length) => good(await upload({ client: other, collection: "pictures", field: "picture", filename: "a.bin", length }, (view) => view.length)) },
	"file down": { run: async (size) => good(await download({ client: other, collection: "pictures", recordId: "one", filename: `${size}.bin` }, () => undefined)) },
	"batch": {
		async run(size) {
			const batch = new Batch(client).collection("readings");
			for (let change = 0; change < size; change++)
				batch.create({ sensor: "temperature", value: 21.4 });
			good((await batch.send()).response);
		}
	},
	"name in DNS": { run: lookUp }
};

async function measure(name: string, size: number): Promise<void> {
	const { prepare, run } = operations[name];
	// Buffers are as large as the operation needs them then.
	for (let number = 0; number < 2; number++) {
		prepare?.(size);
		await run(size);
	}
	prepare?.(size);
	begin();
	await run(size);
	tell({ figures: end(`${name}: ${size}`, 1) });
}

async function main(): Promise<void> {
	client.setAuthToken(token);
	wide.setAuthToken(token);
	for (const [name, size] of growing) {
		try {
			await measure(name, size);
			await measure(name, 2 * size);
		}
		catch (error) {
			tell({ fault: `${name}: ${String(error)}` });
		}
	}
}

finish(main());
