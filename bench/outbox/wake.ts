/** What a wake costs a device that sleeps deeply between its readings. */
import type { WakeSettings } from "../figures.js";
import { growingHeap } from "../measure.js";
import type { Records } from "../../tools/records.js";
import { costsOf, type Row, type Rows } from "../rows.js";
import { type Host, runScript } from "../runner.js";

const cases: readonly Pick<WakeSettings, "storage" | "pending">[] = [
	{ storage: "flash", pending: 0 }, { storage: "flash", pending: 20 }, { storage: "files", pending: 0 }, { storage: "files", pending: 20 }
];

/** Each step of a device that wakes, puts a reading of 85 bytes, delivers what is pending and sleeps again: all is made anew. */
export async function measureWake(host: Host, { url }: Pick<Records, "url">, token: string): Promise<Rows> {
	const rows: Record<string, Row> = {};
	for (const { pending, storage } of cases) {
		const given: WakeSettings = { url, token, storage, pending };
		for (const figures of (await runScript(host, "ours-wake", given, growingHeap)).figures)
			rows[`a wake, ${storage}, ${pending} pending: ${figures.name}`] = costsOf(host, figures);
	}
	return rows;
}
