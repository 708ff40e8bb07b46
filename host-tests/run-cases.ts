import test from "ava";
import { RecordsClient } from "records-client";
import type { RecordsClient as LibraryClient } from "../lib/client.js";
import type { Case } from "./cases/case.js";
import { MemoryPreferences } from "./memory-preferences.js";
import { Seats } from "./xs/seats.js";

/** Where the shared cases find what they talk to. */
export interface Places {
	readonly service: string;
	readonly peer: string;
	readonly step?: number;
	readonly at?: number;
}

/**
 * Runs shared cases on Node, each as a test.
 * @param places is asked when the tests run, after the file's `before` hooks
 * @param atOnce how many run at a time
 * @param patience milliseconds for one case with its wait for a seat; ava's own where not given
 */
export function runCases(cases: readonly Case[], places: () => Places, atOnce = Infinity, patience?: number): void {
	const seats = new Seats(atOnce);
	for (const { name, run } of cases) {
		test(name, async (t) => {
			if (patience !== undefined)
				t.timeout(patience);
			const clients: RecordsClient[] = [];
			try {
				await seats.use(() => run({
					...places(),
					preferences: new MemoryPreferences(),
					client(options) {
						const client = new RecordsClient({ preferences: null, ...options });
						clients.push(client);
						return client as unknown as LibraryClient;
					},
					sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
					equal: (actual, expected, what) => t.is(actual, expected, what),
					ok: (value, what) => t.true(value, what)
				}));
			}
			finally {
				for (const client of clients)
					client.close();
			}
		});
	}
}
