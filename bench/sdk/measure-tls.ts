/** TLS on the SDK: what a handshake costs, a create over a connection that is kept, and the least heap. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startProxyFront } from "../../tools/proxies/front.js";
import { certificates } from "../../tools/tls/certificates.js";
import { startFront } from "../../tools/tls/front.js";
import type { Figures, TLSSettings } from "../figures.js";
import type { Least } from "../least.js";
import { measureLeast } from "../measure.js";
import { find } from "../heap.js";
import type { Records } from "../../tools/records.js";
import type { Host } from "../runner.js";
import { difference, type ChainCosts, measureChains } from "./measure-chains.js";

export interface TLSCosts {
	/** A login on a new connection less one on a kept connection. */
	readonly handshake: Figures;
	readonly create: Figures;
	/** A create over Moddable's HTTP client, with this library's TLS. */
	readonly createOverModdable: Figures;
	/** A create where what ends TLS is nginx. */
	readonly createBehindNginx: Figures;
	/** For a login and 50 creates. */
	readonly least: Least;
	/** Handshakes for all requests. */
	readonly handshakes: number;
	/** With the chains that servers send. */
	readonly chains: ChainCosts;
	/** A record of a streamed list, a KB of a file up and down, and a poll of live records. */
	readonly entries: readonly Figures[];
	/** TLS records that carried a request, for each. */
	readonly records: number;
}

/** Two logins, and creates. */
const requests = 1001;
/** Records of a streamed list. */
const streamed = 500;

export async function measureTLS(host: Host, records: Records): Promise<TLSCosts> {
	const folder = await mkdtemp(join(tmpdir(), "records-bench-"));
	const port = Number(new URL(records.url).port);
	const nginx = await startProxyFront(port, "nginx");
	const front = await startFront(port);
	const nginxFront = await startFront(nginx.port);
	try {
		const authority = join(folder, "authority.der");
		await writeFile(authority, (await certificates()).authority.der);
		const trusting: Host = { ...host, run: (script, globals, memory, patience) => host.run(script, { ...globals, authority }, memory, patience) };
		const figures = await run(trusting, { ...records, url: front.url });
		const { handshakes, records: sent } = front.counts();
		return {
			handshake: difference(find(figures, "first login"), find(figures, "second login")),
			create: find(figures, "create"),
			createOverModdable: find(await run(trusting, { ...records, url: front.url }, "ours-moddable-tls"), "create"),
			createBehindNginx: find(await run(trusting, { ...records, url: nginxFront.url }), "create"),
			least: await measureLeast(trusting, "ours-tls", { ...records, url: front.url }),
			handshakes,
			entries: entriesOf(await run(trusting, { ...records, url: front.url }, "ours-entries-tls", streamed)),
			chains: await measureChains(host, records),
			records: sent / requests
		};
	}
	finally {
		nginxFront.close();
		front.close();
		nginx.close();
		await rm(folder, { recursive: true, force: true });
	}
}

async function run(host: Host, { url, password }: Records, script = "ours-tls", count = requests): Promise<Figures[]> {
	const given: TLSSettings = { url, password, count };
	return (await host.run(script, { settings: JSON.stringify(given) }) ?? []).flatMap((line) => line.figures ?? []);
}

/** A poll is told apart from what waits for its end. */
function entriesOf(figures: readonly Figures[]): readonly Figures[] {
	const poll = difference(find(figures, "poll and reconcile"), find(figures, "reconcile"));
	return [...figures.slice(0, 3), { ...poll, name: "poll" }];
}
