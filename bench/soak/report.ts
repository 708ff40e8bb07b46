/** The part "Soak" of build/measurements/reliability.md. */
import { faults } from "../../tools/network/faults.js";
import type { Host } from "../runner.js";
import { count, row } from "../../tools/report/table.js";
import { soakFaults } from "./faults.js";
import { ONCE, type Soak } from "./soak.js";

export const heading = "Soak";

/** The part's text. */
export function report(host: Host, { states, refusals, faults: met, stored, seed, seen, milliseconds }: Soak): string {
	const requests = states[states.length - 1].requests;
	const kinds = new Map<string, number>();
	for (const { kind, status } of refusals) {
		const name = status === 0 ? kind : `${kind} ${status}`;
		kinds.set(name, (kinds.get(name) ?? 0) + 1);
	}
	const together = [...met.values()].reduce((one, other) => one + other, 0);
	return [
		"",
		`Written by \`npm run soak -- --seed ${seed} --count ${requests}\` on ${new Date().toISOString().slice(0, 10)}; it took ${count(milliseconds / 1000)} seconds. `
		+ `One client on XS from npm (slots of ${4 * host.pointer} bytes, \`tools/xs\`, whose stand-ins are in the figures) sent ${count(requests)} requests, of a hundred 87 creates, ten reads, two lists of 20 and `
		+ "a refresh, to PocketBase through a proxy that does to one request in fifty, chosen at random, what networks do. Each call was settled. Each answer "
		+ "that was ok was what had been asked for, each that was not said why, and the service's own records agree: each create that was told to be done is there, "
		+ `none twice, and none that was told to be refused (${count(stored)} records). The seed decides which of the requests that reach the proxy meet what; how often the client repeats one `
		+ "depends on the machine's speed, too.",
		"",
		"What there is with nothing under way, after a collection, and the longest time that a call has taken:",
		"",
		row(["after requests", "live slots", "chunk bytes", "keys", "timers", "open sockets", "connections so far", "longest call (ms)"]),
		row(Array.from({ length: 8 }, () => "---:")),
		...states.map((state) => row([state.requests, state.slots, state.bytes, state.keys, state.timers, state.sockets, state.connections, state.longest].map(count))),
		"",
		`Timers and sockets are equal to the first line's. Slots differ from it by at most ${ONCE.slots}, chunk bytes by ${ONCE.bytes} and keys by ${ONCE.keys}, however many requests there are: where heads differ again and again, the client makes an object that compares lines, once, and keeps what has varied of the last head; the stand-ins make tables and names once. \`npm run soak\` fails otherwise.`,
		"",
		row(["fault", "times"]), row(["---", "---:"]),
		...soakFaults.map((name) => row([faults[name][0], count(met.get(name) ?? 0)])),
		row([`together, of ${count(seen)} requests that the proxy saw`, count(together)]),
		"",
		row(["calls that were not ok", "times"]), row(["---", "---:"]),
		...[...kinds].sort().map(([kind, times]) => row([`\`${kind}\``, count(times)])),
		row(["together", count(refusals.length)]),
		"",
		"Refused connections can fail more than one call; what a 429 met, and reads whose connection ended, are repeated and mostly succeed.",
		""
	].join("\n");
}
