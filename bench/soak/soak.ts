/** A long run on XS through a network that fails, and what it must have left as it was. */
import { FailingNetwork } from "../../tools/network/failing-network.js";
import type { Fault } from "../../tools/network/faults.js";
import { storedReadings } from "../../tools/stored-readings.js";
import { Random } from "../../tools/random.js";
import type { Open, SoakRefusal, SoakSettings, SoakState } from "../figures.js";
import { growingHeap } from "../measure.js";
import { type Records, withRecords } from "../../tools/records.js";
import type { Host } from "../runner.js";
import { soakFaults } from "./faults.js";

/** The first number that a create sends; the request of number n sends it and n. */
const FIRST_VALUE = 1_000_000;

export interface Soak {
	readonly seed: number;
	readonly states: readonly (SoakState & Open)[];
	readonly refusals: readonly SoakRefusal[];
	/** Requests that the proxy saw: with all that were repeated, and those that set the state straight. */
	readonly seen: number;
	readonly faults: ReadonlyMap<Fault, number>;
	/** Readings that the service holds of the run. */
	readonly stored: number;
	readonly milliseconds: number;
	/** What must not be, in plain words; empty when all is well. */
	readonly findings: readonly string[];
}

/**
 * Runs `count` requests.
 * @param count a multiple of `every`
 * @param every after the first thousand and after each of so many requests the state is told
 * @param progress told now and then how many requests the proxy has seen
 * @param faults what can happen to a request; with "stranger" and "cached" the client is asked for the time, too, and has to log in often
 * @param share of a hundred requests so many meet a fault
 */
export function soak(host: Host, seed: number, count: number, every: number, progress: (seen: number) => void = () => {}, faults: readonly Fault[] = soakFaults, share = 2): Promise<Soak> {
	return withRecords(async (records) => {
		const proxy = new FailingNetwork(Number(new URL(records.url).port), new Random(seed), { faults, share, refusal: 30 });
		await proxy.open();
		const timer = setInterval(() => progress(proxy.requests), 10_000);
		try {
			return await run(host, records, proxy, count, every, faults.includes("stranger") && faults.includes("cached"));
		}
		finally {
			clearInterval(timer);
			proxy.close();
		}
	});
}

async function run(host: Host, records: Records, proxy: FailingNetwork, count: number, every: number, isAmongStrangers: boolean): Promise<Soak> {
	const given: SoakSettings = { url: proxy.url, password: records.password, count, every, isAmongStrangers };
	const begun = Date.now();
	const lines = await host.run("ours-soak", { settings: JSON.stringify(given) }, growingHeap, 600_000 + count * 200) ?? [];
	const milliseconds = Date.now() - begun;
	const states = lines.flatMap(({ open, state }) => state === undefined || open === undefined ? [] : { ...state, ...open });
	const refusals = lines.flatMap(({ refusal }) => refusal ?? []);
	const values = (await storedReadings(records, "soak")).map(({ value }) => value);
	return {
		seed: proxy.random.seed, states, refusals, seen: proxy.requests, faults: proxy.faults, stored: values.length, milliseconds,
		findings: [...lines.flatMap(({ lie }) => lie === undefined ? [] : `not true: ${lie}`), ...unsteady(states, count), ...untrue(values, refusals, count)]
	};
}

/**
 * By what two states may differ: where heads differ again and again, the client makes an object that compares lines, and keeps
 * what has varied of the last head.
 */
export const HEAD = { slots: 16, bytes: 512 } as const;

/** What is not as it was after the first thousand requests. */
function unsteady([first, ...later]: readonly (SoakState & Open)[], count: number): string[] {
	if (first === undefined || (later.at(-1) ?? first).requests !== count)
		return ["the run did not come to its end"];
	const names = ["slots", "bytes", "keys", "timers", "sockets"] as const;
	const allowed = { ...HEAD, keys: 0, timers: 0, sockets: 0 };
	return later.flatMap((state) => names.filter((name) => Math.abs(state[name] - first[name]) > allowed[name]).map((name) =>
		`${name}: ${state[name]} after ${state.requests} requests, ${first[name]} after ${first.requests}`));
}

/** Which answers the service's own records contradict. */
function untrue(values: readonly number[], refusals: readonly SoakRefusal[], count: number): string[] {
	const stored = new Map<number, number>();
	for (const value of values)
		stored.set(value - FIRST_VALUE, (stored.get(value - FIRST_VALUE) ?? 0) + 1);
	const refused = new Map(refusals.map((refusal) => [refusal.number, refusal]));
	const findings: string[] = [];
	for (let number = 1; number <= count; number++) {
		const times = stored.get(number) ?? 0;
		const refusal = refused.get(number);
		if (times > 1)
			findings.push(`request ${number} has had its effect ${times} times`);
		if (isCreate(number) && refusal === undefined && times === 0)
			findings.push(`request ${number} was told to be done and is not`);
		if (refusal?.kind === "auth")
			findings.push(`request ${number} was told that its token is not good, which no stranger knows`);
		if (refusal?.kind === "http" && times > 0)
			findings.push(`request ${number} was told to be refused with ${refusal.status} and is done`);
	}
	return findings;
}

/** As the script on XS has it (bench/sdk/app/ours-soak.ts). */
function isCreate(number: number): boolean {
	return number % 10 !== 7 && number % 50 !== 33 && number % 100 !== 99;
}
