/** Runs shared cases on XS. */
import { type Network, RecordsClient, type Transport } from "records-client";
import Timer from "timer";
import type { Case } from "../contract/case.js";
import { cases, type Group } from "../contract/index.js";
import { patient } from "../contract/patience.js";
import { Secrecy } from "../contract/secrecy.js";
import { MemoryPreferences } from "../../tools/memory-preferences.js";

declare const device: { readonly network: { readonly http: Transport; readonly https: Transport } };

const network: Network = { https: device.network.https };

/** Where the cases find what they talk to. */
interface Places {
	readonly service: string;
	readonly peer: string;
	readonly step?: number;
	readonly at?: number;
	readonly front?: string;
}

function shown(value: unknown): string {
	return typeof value === "string" ? JSON.stringify(value) : String(value);
}

/** What became of a case. */
interface Outcome {
	/** Texts of its failures, none when it passed. */
	readonly failures: string[];
	/** Texts searched for secrets. */
	readonly searched: number;
}

/** Does nothing: who calls it has this module evaluated. */
export function ready(): void {
	// It is.
}

/** Runs one case. */
export async function run(group: Group, name: string, places: Places): Promise<Outcome> {
	const all: readonly Case[] = cases[group];
	const found = all.find((one) => one.name === name);
	if (found === undefined)
		return { failures: [`there is no case "${name}" in the bundle for XS`], searched: 0 };
	const failures: string[] = [];
	const secrecy = new Secrecy();
	const clients: RecordsClient[] = [];
	let assertions = 0;
	const ok = (value: boolean, text: string): void => {
		assertions++;
		if (value)
			return;
		failures.push(text);
		throw new Error(text);
	};
	try {
		await found.run({
			front: "",
			...places,
			preferences: new MemoryPreferences(),
			http: device.network.http,
			client(options) {
				const baseUrl: unknown = options.baseUrl;
				const secured = typeof baseUrl === "string" && baseUrl.startsWith("https:") ? { network } : undefined;
				return secrecy.watch(patient(options), (watched) => {
					const client = new RecordsClient({ preferences: null, ...secured, ...watched });
					clients.push(client);
					return client;
				});
			},
			sleep: (milliseconds) => new Promise((resolve) => Timer.set(() => resolve(), milliseconds)),
			equal: (actual, expected, what = "value") => ok(Object.is(actual, expected), `${what}: ${shown(actual)}, expected ${shown(expected)}`),
			ok
		});
		if (assertions === 0)
			failures.push("the case asserts nothing");
	}
	catch (error) {
		if (failures.length === 0)
			failures.push("it throws");
		const { message, stack = "" } = error as Error;
		failures.push(message, stack);
	}
	for (const client of clients)
		client.close();
	failures.push(...secrecy.leaks);
	return { failures, searched: secrecy.searched };
}
