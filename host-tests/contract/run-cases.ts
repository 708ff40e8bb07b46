import test from "ava";
import pLimit from "p-limit";
import { RecordsClient, Resolver, TCP } from "records-client";
import type { Case } from "./case.js";
import { patient } from "./patience.js";
import { Secrecy } from "./secrecy.js";
import { MemoryPreferences } from "../../tools/memory-preferences.js";
import { searchedLine } from "../runner/secrets.js";

/** Where the shared cases find what they talk to. */
export interface Places {
	readonly service: string;
	readonly peer: string;
	readonly step?: number;
	readonly at?: number;
	readonly front?: string;
}

/**
 * Runs shared cases on Node, each as a test.
 * @param places is asked when the tests run, after the file's `before` hooks
 * @param atOnce how many run at a time: with all of them at once, each would wait for the turns of all others
 */
export function runCases(cases: readonly Case[], places: () => Places, atOnce = 40): void {
	let searched = 0;
	test.after.always(() => console.log(searchedLine(searched)));
	const limited = pLimit(atOnce);
	for (const { name, run } of cases) {
		test(name, async (t) => {
			const secrecy = new Secrecy();
			const clients: RecordsClient[] = [];
			try {
				await limited(async () => run({
					front: "",
					...places(),
					preferences: new MemoryPreferences(),
					http: { dns: { io: Resolver }, socket: { io: TCP } },
					client(options) {
						return secrecy.watch(patient(options), (watched) => {
							const client = new RecordsClient({ preferences: null, ...watched });
							clients.push(client);
							return client;
						});
					},
					sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
					equal: (actual, expected, what) => t.is(actual, expected, what),
					ok: (value, what) => t.true(value, what)
				}));
			}
			finally {
				for (const client of clients)
					client.close();
				searched += secrecy.searched;
				for (const leak of secrecy.leaks)
					t.fail(leak);
			}
		});
	}
}
