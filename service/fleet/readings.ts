import type { RecordModel } from "pocketbase";
import type { Arguments } from "./arguments.mjs";
import type { Fleet, Say } from "./fleet.js";
import { Output } from "./output.js";

const fields = ["id", "device", "sensor", "value", "unit", "taken", "created", "extra"];
/** Milliseconds: a reading is dated before it is stored, and may be seen later than a newer one. */
const overlap = 10_000;
/** Readings between two lines of progress. */
const step = 50_000;

/**
 * Writes the readings that were received in a time, sorted by it. Memory does not grow with their number. What
 * one export ends with, the next begins with: none is missing and none twice.
 */
export async function writeReadings(fleet: Fleet, { format, from = 0, out, to }: Arguments, say: Say): Promise<void> {
	const end = to ?? fleet.now() - overlap;
	const names = new Map<string, string>();
	const output = new Output(out);
	let isComplete = false;
	try {
		if (format === "csv")
			await output.write(`${["name", ...fields].join(",")}\n`);
		let count = 0;
		for (let last = { created: dateText(from), id: "" }; ;) {
			const filter = "created >= {:created} && (created > {:created} || id > {:id}) && created < {:end}";
			const items = await fleet.records("readings", filter, { ...last, end: dateText(end) }, "created,id", fields.join(","));
			if (items.length === 0)
				break;
			await addNames(fleet, names, items);
			await output.write(items.map((item) => lineOf(format, names.get(String(item.device)) ?? "", item)).join(""));
			const { created, id } = items[items.length - 1];
			last = { created: String(created), id };
			if (Math.floor((count + items.length) / step) > Math.floor(count / step))
				say(`${count + items.length} readings, up to ${String(created)}`);
			count += items.length;
		}
		isComplete = true;
		say(`${count} readings. The next export begins with --from ${new Date(end).toISOString()}`);
	}
	finally {
		output.close(isComplete);
	}
}

/** Learns the names of devices that are not known yet; of removed ones, too. */
async function addNames(fleet: Fleet, names: Map<string, string>, items: readonly RecordModel[]): Promise<void> {
	if (items.every(({ device }) => names.has(String(device))))
		return;
	for (const { id, name } of await fleet.everyDevice())
		names.set(id, name);
}

function lineOf(format: "csv" | "ndjson", name: string, item: RecordModel): string {
	if (format === "ndjson")
		return JSON.stringify({ name, ...Object.fromEntries(fields.map((field) => [field, item[field] as unknown])) }) + "\n";
	return [name, ...fields.map((field) => item[field] as unknown)].map(cellOf).join(",") + "\n";
}

/** RFC 4180. JSON `null`, which `extra` is without a value, becomes an empty cell. */
function cellOf(value: unknown): string {
	const text = typeof value === "string" ? value : value === null || value === undefined ? "" : JSON.stringify(value);
	return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** As PocketBase compares dates: with a space. */
function dateText(time: number): string {
	return new Date(time).toISOString().replace("T", " ");
}
