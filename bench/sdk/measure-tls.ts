/** TLS on the SDK: what a handshake costs, a create over a connection that is kept, and the least heap. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { certificates } from "../../tools/tls/certificates.js";
import { startSecure } from "../../tools/tls/secure-service.js";
import type { Figures, TLSSettings } from "../figures.js";
import type { Least } from "../least.js";
import { measureLeast } from "../measure.js";
import { find } from "../heap.js";
import type { Records } from "../../tools/records.js";
import type { Host } from "../runner.js";
import { difference, type HandshakeCosts, measureChains } from "./measure-chains.js";

export interface TLSCosts {
	/** A login on a new connection less one on a kept connection. */
	readonly handshake: Figures;
	readonly create: Figures;
	/** A create over Moddable's HTTP client, with this library's TLS. */
	readonly createOverModdable: Figures;
	/** For a login and 50 creates. */
	readonly least: Least;
	/** Handshakes for all requests. */
	readonly handshakes: number;
	/** With the chains that servers send. */
	readonly chains: readonly HandshakeCosts[];
	/** TLS records that carried a request, for each. */
	readonly records: number;
}

/** Two logins, and creates. */
const requests = 1001;

export async function measureTLS(host: Host, records: Records): Promise<TLSCosts> {
	const folder = await mkdtemp(join(tmpdir(), "records-bench-"));
	const secure = await startSecure(Number(new URL(records.url).port));
	try {
		const authority = join(folder, "authority.der");
		await writeFile(authority, (await certificates()).authority.der);
		const trusting: Host = { ...host, run: (script, globals, memory, patience) => host.run(script, { ...globals, authority }, memory, patience) };
		const figures = await run(trusting, { ...records, url: secure.url });
		const { handshakes, records: sent } = secure.counts();
		return {
			handshake: difference(find(figures, "first login"), find(figures, "second login")),
			create: find(figures, "create"),
			createOverModdable: find(await run(trusting, { ...records, url: secure.url }, "ours-moddable-tls"), "create"),
			least: await measureLeast(trusting, "ours-tls", { ...records, url: secure.url }),
			handshakes,
			chains: await measureChains(host, records),
			records: sent / requests
		};
	}
	finally {
		secure.close();
		await rm(folder, { recursive: true, force: true });
	}
}

async function run(host: Host, { url, password }: Records, script = "ours-tls"): Promise<Figures[]> {
	const given: TLSSettings = { url, password, count: requests };
	return (await host.run(script, { settings: JSON.stringify(given) }) ?? []).flatMap((line) => line.figures ?? []);
}
