/** What an outbox adds to an app: bytes on the heap and bytes of bytecode. */
import type { OutboxLiveSettings, OutboxStorage } from "../figures.js";
import { growingHeap } from "../measure.js";
import type { Records } from "../../tools/records.js";
import type { Host } from "../runner.js";
import { count, row } from "../../tools/report/table.js";

const storages: readonly OutboxStorage[] = ["flash", "files", "RAM"];

/** Bytes that are more on the heap than before the outbox was made. */
export interface Live {
	readonly storage: OutboxStorage;
	/** When its first readings are delivered, with five pending, and with hundreds (with `RamStorage` as many as it holds). */
	readonly delivered: number;
	readonly few: number;
	readonly many: number;
}

export async function measureLive(host: Host, { url }: Pick<Records, "url">, token: string): Promise<readonly Live[]> {
	const found: Live[] = [];
	for (const storage of storages) {
		const given: OutboxLiveSettings = { url, token, storage };
		const lines = await host.run("ours-outbox-live", { settings: JSON.stringify(given) }, growingHeap) ?? [];
		const [before, ...after] = lines.flatMap(({ heap }) => heap ?? []).map(({ liveBytes, liveSlots }) => liveSlots * 4 * host.pointer + liveBytes);
		const [delivered, few, many] = after.map((bytes) => bytes - before);
		found.push({ storage, delivered, few, many });
	}
	return found;
}

/** Bytes of bytecode of the outbox, and of each storage that is a module of its own. */
async function measureOutboxBytecode(host: Host): Promise<Readonly<Record<"outbox" | "outbox-files" | "outbox-ram", number>>> {
	return { outbox: await host.bytecode("outbox"), "outbox-files": await host.bytecode("outbox-files"), "outbox-ram": await host.bytecode("outbox-ram") };
}

/** Both as text for build/measurements/memory.md. */
export async function reportLive(host: Host, records: Records, token: string): Promise<string> {
	const live = await measureLive(host, records, token);
	const bytecode = await measureOutboxBytecode(host);
	return [
		"### What it adds to an app",
		"",
		`Bytecode: ${count(bytecode.outbox)} bytes, with \`FileStorage\` ${count(bytecode["outbox-files"])} more, with \`RamStorage\` ${count(bytecode["outbox-ram"])}. `
		+ "An app that imports none of them has none.",
		"",
		`Live heap, in bytes, with the default limits and slots of ${4 * host.pointer} bytes, more than in the same app before the outbox was made. With flash and files it does not grow with what is pending; \`RamStorage\` is its own 1,920 bytes. `
		+ "While readings are delivered, a buffer of up to `limits.batchBytes` comes on top.",
		"",
		row(["storage", "all delivered", "5 readings pending", "400 pending (RAM: 10)"]), row(["---", "---:", "---:", "---:"]),
		...live.map(({ storage, delivered, few, many }) => row([storage, ...[delivered, few, many].map(count)])),
		""
	].join("\n");
}
