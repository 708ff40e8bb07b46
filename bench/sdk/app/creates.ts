/**
 * The smallest app that logs in and creates: whether a heap of a given size bears it.
 * The app's own share of the heap is kept small, because it counts.
 */
import type { CreatesSettings } from "../../figures.js";

const SLOTS = 0;
const BYTES = 1;
const CHUNKS = 2;
const KEYS = 7;
const SOCKETS = 8;
const CPU = 12;
const { url, password, count } = JSON.parse(settings) as CreatesSettings;
const buffer = new ArrayBuffer(52);
const counters = new Int32Array(buffer);

/**
 * What is done with a client: logs in by `login`, calls `create` as often as the settings say and reports.
 * `verify` throws when what `create` brought is not the record.
 */
export type Run = <T>(login: (url: string, password: string) => Promise<unknown>, create: () => Promise<T>, verify: (made: T) => void) => Promise<never>;

export const creates: Run = async (login, create, verify) => {
	await login(url, password);
	verify(await create());
	host.collect();
	host.sample(buffer);
	const start = counters[CPU];
	for (let i = 1; i < count; i++)
		verify(await create());
	host.sample(buffer);
	// Told piece by piece: JSON.stringify would need more stack than what is measured.
	host.print('{"creates":{"cpu":' + String(counters[CPU] - start));
	host.print(',"keys":' + String(counters[KEYS]) + ',"sockets":' + String(counters[SOCKETS]));
	host.collect();
	host.sample(buffer);
	host.print(',"slots":' + String(counters[SLOTS]) + ',"bytes":' + String(counters[BYTES]) + ',"chunks":' + String(counters[CHUNKS]) + "}}");
	return host.exit(0);
};
