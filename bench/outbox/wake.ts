/** What a wake costs a device that sleeps deeply between its readings. */
import type { Figures, WakeSettings } from "../figures.js";
import { growingHeap } from "../measure.js";
import type { Records } from "../../tools/records.js";
import type { Host } from "../runner.js";
import { count, row } from "../../tools/report/table.js";

const cases: readonly Pick<WakeSettings, "storage" | "pending">[] = [
	{ storage: "flash", pending: 0 }, { storage: "flash", pending: 20 }, { storage: "files", pending: 0 }, { storage: "files", pending: 20 }
];

/** By the names that the script has for them. */
const steps: readonly (readonly [name: string, text: string])[] = [
	["client", "make the client"], ["token", "restore the token"], ["outbox", "open the outbox"], ["put", "put a reading"],
	["delivery", "connect and deliver all in one request"], ["close", "close both"]
];

/** A step that the script has not told of. */
const unknown = { slots: NaN, bytes: NaN, computrons: NaN };

/** Text for build/measurements/memory.md. */
export async function reportWake(host: Host, { url }: Pick<Records, "url">, token: string): Promise<string> {
	const found: (readonly Figures[])[] = [];
	for (const one of cases) {
		const given: WakeSettings = { url, token, ...one };
		const lines = await host.run("ours-wake", { settings: JSON.stringify(given) }, growingHeap) ?? [];
		found.push(lines.flatMap(({ figures }) => figures ?? []));
	}
	const cells = (pick: (figures: readonly Figures[]) => Pick<Figures, "slots" | "bytes" | "computrons">): string[] =>
		found.map(pick).map(({ bytes, computrons, slots }) => `${count(slots * 4 * host.pointer + bytes)} / ${count(computrons)}`);
	return [
		"### What a wake costs",
		"",
		`A device wakes from deep sleep, puts a reading of 85 bytes, delivers what is pending and sleeps again. Each step in bytes allocated / computrons, with slots of ${4 * host.pointer} bytes; 16 blocks of 4,096 bytes. `
		+ "One round trip opens the TCP connection, one is the request; a host name takes one more, a TLS handshake two and what the table of the SDK's part says.",
		"",
		row(["", ...cases.map(({ pending, storage }) => `${storage}, ${pending} pending`)]), row(["---", ...cases.map(() => "---:")]),
		...steps.map(([name, text]) => row([text, ...cells((figures) => figures.find((each) => each.name === name) ?? unknown)])),
		row(["together", ...cells((figures) => figures.reduce((sum, each) => ({ slots: sum.slots + each.slots, bytes: sum.bytes + each.bytes, computrons: sum.computrons + each.computrons }), { slots: 0, bytes: 0, computrons: 0 }))]),
		""
	].join("\n");
}
