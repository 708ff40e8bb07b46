/** What a request leaves on the heap while the client is idle. */
import type { Records } from "../tools/records.js";
import type { LeftSettings } from "./figures.js";
import { growingHeap } from "./measure.js";
import { type Host, runScript } from "./runner.js";

/** Bytes that are more on the heap behind a request of a kind than behind a create. */
export interface Left {
	readonly name: string;
	readonly bytes: number;
}

export async function measureLeft(host: Host, { id, url }: Records, token: string): Promise<readonly Left[]> {
	const given: LeftSettings = { id, token, url };
	const { heaps } = await runScript(host, "ours-left", given, growingHeap);
	const all = heaps.map(({ liveBytes, liveSlots, name }) => ({ name, bytes: liveSlots * 4 * host.pointer + liveBytes }));
	return all.flatMap(({ bytes, name }, index) => index % 2 === 1 ? { name, bytes: bytes - all[index - 1].bytes } : []);
}
