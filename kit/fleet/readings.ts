import type { RecordModel } from "pocketbase";
import type { Arguments } from "./arguments.mjs";
import type { Fleet, Say } from "./fleet.js";
import { Output } from "./output.js";
import type { Service } from "./service.js";

const fields = ["id", "device", "sensor", "value", "unit", "taken", "created", "extra"];
/** Milliseconds: a reading is dated before it is stored, and may be seen later than a newer one. */
const overlap = 10_000;
/** Readings between two lines of progress. */
const step = 50_000;
/** Characters that are written at once. */
const block = 65_536;

/** A reading, and where it was received. */
interface Received {
	readonly service: Service;
	readonly device: string;
	readonly item: RecordModel;
}

/**
 * Writes the readings that were received in a time, sorted by it. Memory does not grow with their number. What
 * one export ends with, the next begins with: none is missing and none twice. Of several services each row has the name of
 * the one that received it; a reading that two have received has a row of each, with the same id.
 */
export async function writeReadings(fleet: Fleet, { format, from = 0, out, services, to }: Arguments, say: Say): Promise<void> {
	const end = to ?? fleet.now() - overlap;
	const names = services.length === 1 ? ["name", ...fields] : ["service", "name", ...fields];
	const output = new Output(out);
	let isComplete = false;
	try {
		if (format === "csv")
			await output.write(`${names.join(",")}\n`);
		let count = 0, lines = "";
		for await (const { device, item, service } of merged(fleet.allServices().map((one) => receivedBy(one, from, end)))) {
			const values = { service: service.name, name: device, ...item } as Record<string, unknown>;
			lines += format === "csv" ? names.map((name) => cellOf(values[name])).join(",") + "\n" : JSON.stringify(Object.fromEntries(names.map((name) => [name, values[name]]))) + "\n";
			if (lines.length > block) {
				await output.write(lines);
				lines = "";
			}
			if (++count % step === 0)
				say(`${count} readings, up to ${String(item.created)}`);
		}
		await output.write(lines);
		isComplete = true;
		say(`${count} readings. The next export begins with --from ${new Date(end).toISOString()}`);
	}
	finally {
		output.close(isComplete);
	}
}

async function* receivedBy(service: Service, from: number, end: number): AsyncGenerator<Received> {
	let names = new Map<string, string>();
	for (let last = { created: dateText(from), id: "" }; ;) {
		const filter = "created >= {:created} && (created > {:created} || id > {:id}) && created < {:end}";
		const items = await service.records("readings", filter, { ...last, end: dateText(end) }, "created,id", fields.join(","));
		if (items.length === 0)
			return;
		if (items.some(({ device }) => !names.has(String(device))))
			names = new Map([...(await service.accounts()).values()].map(({ id, name }) => [id, name]));
		for (const item of items)
			yield { service, device: names.get(String(item.device)) ?? "", item };
		const { created, id } = items[items.length - 1];
		last = { created: String(created), id };
	}
}

/** All of several sorted ones, sorted. */
async function* merged(sources: readonly AsyncGenerator<Received>[]): AsyncGenerator<Received> {
	const heads = await Promise.all(sources.map(async (source) => ({ source, next: await source.next() })));
	for (;;) {
		const open = heads.filter(({ next }) => !next.done);
		if (open.length === 0)
			return;
		const first = open.reduce((a, b) => orderOf(b.next) < orderOf(a.next) ? b : a);
		yield first.next.value as Received;
		first.next = await first.source.next();
	}
}

function orderOf({ value }: IteratorResult<Received, unknown>): string {
	const { item } = value as Received;
	return `${String(item.created)} ${item.id}`;
}

/**
 * RFC 4180. JSON `null`, which `extra` is without a value, becomes an empty cell. A text that a spreadsheet would take for a
 * formula gets an apostrophe, as the live page gives it: names come from devices.
 */
function cellOf(value: unknown): string {
	const text = typeof value === "string" ? value.replace(/^[=+\-@\t\r]/, "'$&") : value === null || value === undefined ? "" : JSON.stringify(value);
	return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** As PocketBase compares dates: with a space. */
function dateText(time: number): string {
	return new Date(time).toISOString().replace("T", " ");
}
