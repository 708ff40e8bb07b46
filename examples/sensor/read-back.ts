import type { RecordsClient } from "records-client";

/** Records a page: what the default `limits.body` holds well. */
const PER_PAGE = 50;
/** Records whose values are shown. */
const SHOWN = 10;

/** A record of the collection "readings", as far as it is looked at here. */
interface Reading {
	readonly id: string;
	readonly value: number;
	readonly unit: string;
	/** When it was taken; "" from a device whose clock was not set. */
	readonly taken: string;
	readonly extra: { readonly number: number };
}

/** What the service has of a run. */
export interface Found {
	readonly readings: number;
	/** How many of them carry a number that another has, too. */
	readonly repeated: number;
}

/** Reads the readings of a run back, the newest ten of them with their values. */
export async function readBack(records: RecordsClient, run: number): Promise<Found> {
	const numbers = new Set<number>();
	let readings = 0;
	for (let page = 1, pages = 1; page <= pages; page++) {
		const list = await records.collection("readings").getListEx(page, PER_PAGE, "-created,id", `extra.run = ${run}`, null, null, "id,value,unit,taken,extra");
		if (!list.ok) {
			trace(`read     failed (${list.kind}): ${list.error}\n`);
			break;
		}
		const { items, totalPages } = JSON.parse(list.body) as { items: Reading[]; totalPages: number };
		pages = totalPages;
		for (const { id, value, unit, taken, extra } of items) {
			if (readings++ < SHOWN)
				trace(`read     ${value} ${unit}  ${id}  ${taken === "" ? "time not known" : taken}\n`);
			numbers.add(extra.number);
		}
	}
	return { readings, repeated: readings - numbers.size };
}
