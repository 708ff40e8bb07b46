/** A long run on XS through a network that fails, and what it must have left as it was. */
import { prepareHost } from "../../bench/engine.js";
import type { Open, SoakRefusal, SoakSettings, SoakState } from "../../bench/figures.js";
import { growingHeap } from "../../bench/measure.js";
import type { Host } from "../../bench/runner.js";
import { FailingNetwork } from "../../tools/network/failing-network.js";
import { type Fault, faults as allFaults } from "../../tools/network/faults.js";
import { storedReadings } from "../../tools/stored-readings.js";
import { SeededRandom } from "../../tools/seeded-random.js";
import { type Records, withRecords } from "../../tools/records.js";
import type { Part } from "../../tools/report/part.js";
import { count as thousands, table } from "../../tools/report/table.js";

/** The faults that the soak is in. Their order is what a seed stands for. */
export const soakFaults: readonly Fault[] = ["cut", "reset", "stall", "garbage", "error", "limit", "refuse", "stranger"];

/** The faults of a soak among strangers, and of a hundred requests how many meet one. */
export const strangeFaults: readonly Fault[] = ["stranger", "stranger", "cached"];
export const STRANGE_SHARE = 50;

/** The full size. */
const REQUESTS = 100_000;
const EVERY = 10_000;

/** The first number that a create sends; the request of number n sends it and n. */
const FIRST_VALUE = 1_000_000;

/**
 * Runs `count` requests.
 * @param count a multiple of `every`
 * @param every after the first thousand and after each of so many requests the state is told
 * @param progress told now and then how many requests the proxy has seen
 * @param faults what can happen to a request; with "stranger" and "cached" the client is asked for the time, too, and has to log in often
 * @param share of a hundred requests so many meet a fault
 */
export function soak(host: Host, seed: number, count: number, every: number, progress: (seen: number) => void = () => {}, faults: readonly Fault[] = soakFaults, share = 2) {
	return withRecords(async (records) => {
		const proxy = new FailingNetwork(Number(new URL(records.url).port), new SeededRandom(seed), { faults, share, refusal: 30 });
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

async function run(host: Host, records: Records, proxy: FailingNetwork, count: number, every: number, isAmongStrangers: boolean) {
	const given: SoakSettings = { url: proxy.url, password: records.password, count, every, isAmongStrangers };
	const lines = await host.run("ours-soak", { settings: JSON.stringify(given) }, growingHeap, 600_000 + count * 200) ?? [];
	const states = lines.flatMap(({ open, state }) => state === undefined || open === undefined ? [] : { ...state, ...open });
	const refusals = lines.flatMap(({ refusal }) => refusal ?? []);
	const values = (await storedReadings(records, "soak")).map(({ value }) => value);
	return {
		states, refusals, seen: proxy.requests, faults: proxy.faults, stored: values.length,
		findings: [...lines.flatMap(({ lie }) => lie === undefined ? [] : `not true: ${lie}`), ...unsteady(states, count), ...untrue(values, refusals, count)]
	};
}

/**
 * By what two states may differ, however many requests there are: where heads differ again and again, the client makes an object that
 * compares lines, and keeps what has varied of the last head; the stand-ins for sockets and timers make tables and names once.
 */
export const ONCE = { slots: 96, bytes: 4096, keys: 4 } as const;

/** What is not as it was after the first thousand requests. */
function unsteady([first, ...later]: readonly (SoakState & Open)[], count: number): string[] {
	if (first === undefined || (later.at(-1) ?? first).requests !== count)
		return ["the run did not come to its end"];
	const names = ["slots", "bytes", "keys", "timers", "sockets"] as const;
	const allowed = { ...ONCE, timers: 0, sockets: 0 };
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

export const part: Part = {
	name: "soak",
	heading: "Soak",
	async run(seed, say) {
		const prepared = await prepareHost();
		if (prepared.host === undefined)
			return { notRun: `no XS to run on: ${prepared.why}` };
		const told = await soak(prepared.host, seed, REQUESTS, EVERY, (seen) => say(`${thousands(seen)} requests seen by the proxy`));
		return { findings: told.findings, report: report(told) };
	}
};

function report({ states, refusals, faults, stored, seen }: Awaited<ReturnType<typeof soak>>): string[] {
	const kinds = new Map<string, number>();
	for (const { kind, status } of refusals) {
		const name = status === 0 ? kind : `${kind} ${status}`;
		kinds.set(name, (kinds.get(name) ?? 0) + 1);
	}
	return [
		`One client on XS from npm sent ${thousands(REQUESTS)} requests, of a hundred 87 creates, ten reads, two lists of 20 and a refresh, `
		+ "to PocketBase through a proxy that does to one request in fifty, chosen at random, what networks do. Each call was settled. Each answer that was ok was what had been asked for, each that was not said why, and the service's own records agree "
		+ `(${thousands(stored)} records): each create that was told to be done is there, none twice, and none that was told to be refused.`,
		"What there is with nothing under way, after a collection, and the longest time that a call has taken:",
		table(["after requests", "live slots", "chunk bytes", "keys", "timers", "open sockets", "connections so far", "longest call (ms)"],
			states.map((state) => [state.requests, state.slots, state.bytes, state.keys, state.timers, state.sockets, state.connections, state.longest].map(thousands))),
		`Timers and sockets are equal to the first line's. Slots differ from it by at most ${ONCE.slots}, chunk bytes by ${ONCE.bytes} and keys by ${ONCE.keys}. The run fails otherwise.`,
		table([`fault, of ${thousands(seen)} requests that the proxy saw`, "times"], soakFaults.map((name) => [allFaults[name][0], thousands(faults.get(name) ?? 0)])),
		table(["calls that were not ok", "times"], [...kinds].sort().map(([kind, times]) => [`\`${kind}\``, thousands(times)]))
	];
}
