/**
 * The smallest app that logs in and creates: whether a heap of a given size bears it, and how often it is collected.
 * The app's own share of the heap is kept small, because it counts.
 */
import type { CreatesSettings } from "../figures.js";

const COLLECTIONS = 6;
const { url, password, count } = JSON.parse(settings) as CreatesSettings;
const counters = new ArrayBuffer(48);

/** Logs in by `login`, calls `create` as often as the settings say and reports. */
export async function creates(login: (url: string, password: string) => Promise<unknown>, create: () => Promise<unknown>): Promise<never> {
	await login(url, password);
	await create();
	host.collect();
	host.sample(counters);
	const before = new Int32Array(counters)[COLLECTIONS];
	for (let i = 1; i < count; i++)
		await create();
	host.sample(counters);
	const [, , , , , , collections, keys, sockets, stack] = new Int32Array(counters);
	host.collect();
	host.sample(counters);
	const [slots, bytes, chunks] = new Int32Array(counters);
	host.print(JSON.stringify({ creates: { collections: collections - before, keys, sockets, stack, slots, bytes, chunks } }));
	return host.exit(0);
}
