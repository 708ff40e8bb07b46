/** How fast readings go through the outbox, and how many bytes each takes on the wire. */
import { fileURLToPath } from "node:url";
import { CountingProxy } from "../../tools/network/counting-proxy.js";
import type { Line, OutboxSettings } from "../figures.js";
import type { Records } from "../../tools/records.js";
import { runProgram } from "../runner.js";
import { count, row } from "../../tools/report/table.js";

const readings = 2000;
const program = fileURLToPath(new URL("on-node.js", import.meta.url));

/** What a request may hold. */
const sizes: readonly Pick<OutboxSettings, "batch" | "batchBytes">[] = [
	{ batch: 1, batchBytes: 4096 }, { batch: 10, batchBytes: 4096 }, { batch: 50, batchBytes: 4096 }, { batch: 50, batchBytes: 16_384 }
];

/** Delivers readings in a process of its own. */
export async function deliver(given: OutboxSettings): Promise<Line[]> {
	return await runProgram(process.execPath, [program], { ...process.env, SETTINGS: JSON.stringify(given) }) ?? [];
}

/** Returns the text for build/measurements/memory.md. */
export async function measureThroughput(records: Records, token: string): Promise<string> {
	const lines: string[] = [];
	for (const size of sizes)
		lines.push(await measure({ ...size, token, url: records.url, count: readings }));
	return [
		"### Throughput",
		"",
		`${count(readings)} readings of 85 bytes with \`RamStorage\` on Node, delivered by \`flush\` over one connection to PocketBase on loopback, through a proxy that counts. Bytes are those of requests and answers with their heads, `
		+ "a token among them, without what TCP adds. The service and the device share the machine.",
		"",
		row(["`limits.batch`", "`limits.batchBytes`", "readings a request", "readings a second", "bytes a reading, sent", "received"]),
		row(Array.from({ length: 6 }, () => "---:")),
		...lines,
		""
	].join("\n");
}

async function measure(given: OutboxSettings): Promise<string> {
	const proxy = new CountingProxy(Number(new URL(given.url).port));
	await proxy.open();
	try {
		const lines = await deliver({ ...given, url: proxy.url });
		const told = lines.find(({ outbox }) => outbox !== undefined)?.outbox;
		if (told === undefined)
			throw new Error("it was not told what was delivered");
		const { milliseconds, requests } = told;
		const rate = given.count / milliseconds * 1000;
		return row([given.batch, given.batchBytes, given.count / requests, rate, proxy.sent / given.count, proxy.received / given.count].map(count));
	}
	finally {
		proxy.close();
	}
}
