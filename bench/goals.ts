/**
 * What bench/measurements/memory.md shows at a glance, and the goals beside it. They come from an experiment with one class
 * from queue to socket. Least heap, live heap and bytecode are over them; they stay as goals. Tests hold the library to what
 * it reaches (budgets.json), so that nothing gets worse unseen. Most of the difference is safety that the experiment lacked,
 * in bytes of bytecode: strict certificates 12,800, a resolver 4,072, lost answers to creates 2,424, a token store that
 * survives each cut 1,988, tokens that are no longer accepted 1,440, heads that differ each time 1,059. No check is given up
 * for a figure.
 */
import { count } from "../tools/report/table.js";

export const goals = {
	computrons: { what: "computrons per create, the service answers directly", most: 2500 },
	nginx: { what: "computrons per create behind nginx", most: 2800 },
	cdn: { what: "computrons per create behind a CDN (fields that differ each time)", most: 4500 },
	secure: { what: "computrons per create over TLS", most: 8500 },
	bytes: { what: "bytes allocated per create", most: 1250 },
	login: { what: "computrons of a login with a new token", most: 9000 },
	getOne: { what: "computrons of a getOne", most: 3000 },
	list30: { what: "computrons of a list of 30", most: 9000 },
	list500: { what: "computrons of a list of 500", most: 45_000 },
	list30Nginx: { what: "computrons of a list of 30 behind nginx", most: 9000 },
	list500Nginx: { what: "computrons of a list of 500 behind nginx", most: 40_000 },
	list500HAProxy: { what: "computrons of a list of 500 behind HAProxy", most: 40_000 },
	firstList500: { what: "computrons of a boot's first list of 500, behind nginx", most: 70_000 },
	chunk: { what: "computrons of a chunk of 1,024 bytes in a list of 500, behind nginx", most: 700 },
	left: { what: "live heap after a list of 500, more than before it (bytes)", most: 0 },
	createAfterList: { what: "computrons of a create after a list of 30", most: 3100 },
	createAfterListNginx: { what: "computrons of a create after a list of 30, behind nginx", most: 3200 },
	createAfterListCDN: { what: "computrons of a create after a list of 30, behind a CDN", most: 4600 },
	createAfterListBytes: { what: "bytes allocated per create after a list of 30", most: 1945 },
	listAfterCreate: { what: "computrons of a list of 30 after a create", most: 9500 },
	listAfterCreateNginx: { what: "computrons of a list of 30 after a create, behind nginx", most: 11_000 },
	listAfterCreateCDN: { what: "computrons of a list of 30 after a create, behind a CDN", most: 12_000 },
	createAfter400: { what: "computrons of a create after a 400", most: 3300 },
	createAfter429: { what: "computrons of a create after a 429, behind nginx", most: 6000 },
	parameters: { what: "computrons of six parameters in a list's URL", most: 600 },
	least: { what: "least total heap for a login and 50 creates, stack included (bytes)", most: 18_432 },
	live: { what: "live heap of the library after creates (bytes)", most: 6500 },
	bytecode: { what: "bytecode without TLS (bytes)", most: 40_960 },
	bytecodeTLS: { what: "bytecode with TLS (bytes)", most: 53_248 },
	growth: { what: "growth of the live heap from create 100 to 10,000 (bytes)", most: 0 },
	keys: { what: "keys added from create 100 to 10,000", most: 0 },
	sockets: { what: "TCP connections for a login and 1,000 creates", most: 1 },
	records: { what: "TLS records per request", most: 1 },
	handshakes: { what: "TLS handshakes for 1,001 requests", most: 1 }
} as const;

export type Goal = keyof typeof goals;

/** What was reached of the goals; undefined where a client did not get so far. */
export type Reached = Readonly<Partial<Record<Goal, number | undefined>>>;

/** A figure in words, beside its goal: reached, or by how much not. */
export function verdict(value: number | undefined, most: number): string {
	if (value === undefined)
		return "-";
	const rounded = Math.round(value);
	if (rounded <= most)
		return `${count(rounded)}: reached`;
	const over = `**${count(rounded)}**: ${count(rounded - most)} over`;
	return most === 0 ? over : `${over} (${(rounded / most).toFixed(1)} times)`;
}
