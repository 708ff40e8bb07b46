import { beginning, type Place } from "../forward/feed.js";
import type { Arguments } from "./arguments.mjs";
import type { Fleet, Say } from "./fleet.js";
import { writeTo } from "./output.js";
import type { Service } from "./service.js";

const fields = ["id", "device", "sensor", "value", "unit", "taken", "created", "extra"];
/** A time that no reading has. */
const never = "9999-12-31 23:59:59.999Z";
/** Ids among which each is written once, at least. */
const recentIds = 50_000;
/** Readings between two lines of progress. */
const step = 50_000;
/** Characters that are written at once. */
const block = 65_536;

/** What is written of a service: the readings after one place, up to another. */
interface Part {
	readonly service: Service;
	readonly begin: Place;
	readonly end: Place;
	/** Whether it has stored a reading of the time at which the part ends, or a later one. */
	readonly isReached: boolean;
}

/** A reading, and where it was received. */
interface Received {
	readonly service: Service;
	/** The name of the device. */
	readonly name: string;
	readonly item: Readonly<Record<string, unknown>>;
}

/**
 * Writes readings in the order in which they were stored: what one export ends with, the next begins with. A time stands for the
 * first reading that was received then or later. No part ends by the clock: a reading may wait for the database, with the date at
 * which it came. Memory does not grow with their number. Of several services, sorted by when they were received, each row has the
 * name of the one that received it, and one that another has, too, is written once.
 */
export function writeReadings(fleet: Fleet, given: Arguments, say: Say): Promise<void> {
	const { format, out, services } = given;
	const names = services.length === 1 ? ["name", ...fields] : ["service", "name", ...fields];
	return writeTo(out, async (write) => {
		const parts = await Promise.all(fleet.allServices().map((service) => partOf(service, given)));
		if (format === "csv")
			await write(`${names.join(",")}\n`);
		let count = 0, lines = "";
		for await (const { item, name, service } of merged(parts.map(receivedBy))) {
			const values: Record<string, unknown> = { service: service.name, name, ...item, extra: jsonOf(item.extra) };
			lines += format === "csv" ? names.map((field) => cellOf(values[field])).join(",") + "\n" : JSON.stringify(Object.fromEntries(names.map((field) => [field, values[field]]))) + "\n";
			if (lines.length > block) {
				await write(lines);
				lines = "";
			}
			if (++count % step === 0)
				say(`${count} readings, up to ${String(item.created)}`);
		}
		await write(lines);
		const early = parts.filter(({ isReached }) => !isReached).map(({ service }) => service.name);
		if (given.to !== undefined && early.length > 0)
			say(`--to was cut: nothing was received at ${new Date(given.to).toISOString()} or later by ${early.join(", ")}. What comes is of the next export`);
		const places = parts.map(({ end, service }) => `${services.length === 1 ? "" : `${service.name}=`}${end.place}.${end.id}`);
		say(`${count} readings. The next export begins with --from ${places.join(",")}`);
	});
}

async function partOf(service: Service, { from, places, services, to }: Arguments): Promise<Part> {
	const { isReached, ...last } = await service.feed.placeAt(to === undefined ? never : dateText(to));
	// One that an earlier export did not have begins with its first reading.
	const known = places.find((place) => place.service === service.name || services.length === 1);
	const begin = known ?? (from === undefined ? beginning : await service.feed.placeAt(dateText(from)));
	return { service, begin, end: last.place < begin.place ? begin : last, isReached };
}

async function* receivedBy({ begin, end, service }: Part): AsyncGenerator<Received> {
	let names = new Map<string, string>();
	for (let after = begin; ;) {
		const page = await service.feed.after(after, "");
		if (page === undefined)
			throw new Error(`${service.name} has no reading at ${begin.place}.${begin.id} any more: it was deleted, or a backup was restored. Begin with a time before the last export's end`);
		const rows = page.rows.filter(({ place }) => place <= end.place);
		if (rows.length === 0)
			return;
		const items = rows.map(({ text }) => JSON.parse(text) as Record<string, unknown>);
		if (items.some(({ device }) => !names.has(String(device))))
			names = new Map((await service.accounts()).map(({ id, name }) => [id, name]));
		for (const item of items)
			yield { service, name: names.get(String(item.device)) ?? "", item };
		// The retention may delete it before the next question.
		after = { place: rows[rows.length - 1].place, id: "" };
	}
}

/** All of several sources, sorted as far as these are, each id once. */
async function* merged(sources: readonly AsyncGenerator<Received>[]): AsyncGenerator<Received> {
	const heads = await Promise.all(sources.map(async (source) => ({ source, next: await source.next() })));
	let recent = new Set<unknown>(), older = recent;
	for (;;) {
		const open = heads.filter(({ next }) => !next.done);
		if (open.length === 0)
			return;
		const first = open.reduce((a, b) => orderOf(b.next) < orderOf(a.next) ? b : a);
		const received = first.next.value as Received;
		first.next = await first.source.next();
		const { id } = received.item;
		if (recent.has(id) || older.has(id))
			continue;
		if (recent.add(id).size === recentIds)
			[recent, older] = [new Set(), recent];
		yield received;
	}
}

function orderOf({ value }: IteratorResult<Received, unknown>): string {
	const { item } = value as Received;
	return `${String(item.created)} ${String(item.id)}`;
}

/** `extra`, which the database has as a text; one from before the kit may be no JSON. */
function jsonOf(text: unknown): unknown {
	try {
		return JSON.parse(String(text)) as unknown;
	}
	catch {
		return text === "" ? null : text;
	}
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
