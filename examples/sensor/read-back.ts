import type { RecordsClient } from "records-client";

/** Records a page: what the default `limits.body` holds well. */
const PER_PAGE = 50;
/** Records whose values are shown. */
const SHOWN = 10;

/** A record of the collection "readings", as far as it is looked at here. */
interface Reading {
	readonly value: number;
	readonly unit: string;
	/** When it was taken; "" from a device whose clock was not set. */
	readonly taken: string;
	/** When the service got it. */
	readonly created: string;
	readonly extra: { readonly number: number };
}

/** What the service has of a run. */
export interface Found {
	readonly readings: number;
	/** How many of them carry a number that another has, too. */
	readonly repeated: number;
}

const HEAD = "read       no  value      taken (UTC)          arrived (UTC)        delay\n";

/** Milliseconds since 1970 of a time as PocketBase writes it, with a space in the middle. */
function milliseconds(time: string): number {
	return Date.parse(time.replace(" ", "T"));
}

/** A line of the table. */
function row({ value, unit, taken, created, extra }: Reading): string {
	const delay = taken === "" ? "-" : `${((milliseconds(created) - milliseconds(taken)) / 1000).toFixed(1)} s`;
	const number = String(extra.number).padStart(4);
	return `read     ${number}  ${`${value.toFixed(1)} ${unit}`.padEnd(9)}  ${(taken || "-").slice(0, 19).padEnd(19)}  ${created.slice(0, 19)}  ${delay}\n`;
}

/** Reads the readings of a run back, and shows when the newest of them were taken and when they arrived. */
export async function readBack(records: RecordsClient, run: number): Promise<Found> {
	const numbers = new Set<number>();
	const collection = records.at("readings");
	let readings = 0;
	for (let page = 1, pages = 1; page <= pages; page++) {
		const list = await collection.getListEx(page, PER_PAGE, "-created,-id", `extra.run = ${run}`, null, null, "value,unit,taken,created,extra");
		if (!list.ok) {
			trace(`read     failed (${list.kind}): ${list.error}\n`);
			break;
		}
		const { items, totalPages } = JSON.parse(list.body) as { items: Reading[]; totalPages: number };
		pages = totalPages;
		for (const reading of items) {
			if (readings === 0)
				trace(HEAD);
			if (readings++ < SHOWN)
				trace(row(reading));
			numbers.add(reading.extra.number);
		}
	}
	if (readings > SHOWN)
		trace(`read     … ${readings - SHOWN} more\n`);
	return { readings, repeated: readings - numbers.size };
}
