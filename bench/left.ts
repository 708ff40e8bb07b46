/** What a request leaves on the heap while the client is idle. */
import type { Records } from "../tools/records.js";
import type { LeftSettings } from "./figures.js";
import { growingHeap } from "./measure.js";
import type { Host } from "./runner.js";

/** Bytes that are more on the heap behind a request of a kind than behind a create. */
export interface Left {
	readonly name: string;
	readonly bytes: number;
}

export async function measureLeft(host: Host, { id, url }: Records, token: string): Promise<readonly Left[]> {
	const given: LeftSettings = { id, token, url };
	const lines = await host.run("ours-left", { settings: JSON.stringify(given) }, growingHeap) ?? [];
	const heaps = lines.flatMap(({ heap }) => heap ?? []).map(({ liveBytes, liveSlots, name }) => ({ name, bytes: liveSlots * 4 * host.pointer + liveBytes }));
	return heaps.flatMap(({ bytes, name }, index) => index % 2 === 1 ? { name, bytes: bytes - heaps[index - 1].bytes } : []);
}
