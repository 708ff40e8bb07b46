/**
 * The smallest app that logs in and creates: whether a heap of a given size bears it.
 * The app's own share of the heap is kept small, because it counts.
 */
import type { CreatesSettings } from "../../figures.js";

const SOCKETS = 8;
const { url, password, count } = JSON.parse(settings) as CreatesSettings;
const buffer = new ArrayBuffer(4 * (SOCKETS + 1));
const counters = new Int32Array(buffer);

/**
 * What is done with a client: logs in by `login`, calls `create` as often as the settings say and reports.
 * `verify` throws when what `create` brought is not the record.
 */
export type Run = <T>(login: (url: string, password: string) => Promise<unknown>, create: () => Promise<T>, verify: (made: T) => void) => Promise<never>;

export const creates: Run = async (login, create, verify) => {
	await login(url, password);
	verify(await create());
	for (let i = 1; i < count; i++)
		verify(await create());
	host.sample(buffer);
	// JSON.stringify would need more stack than what is measured.
	host.print('{"creates":{"sockets":' + String(counters[SOCKETS]) + "}}");
	return host.exit(0);
};
