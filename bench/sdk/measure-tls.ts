/** TLS on the SDK: what a handshake costs, a create over a connection that is kept, and the least heap. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { certificates } from "../../tools/tls/certificates.js";
import { startSecure } from "../../tools/tls/secure-listener.js";
import type { Records } from "../../tools/records.js";
import type { CreatesSettings } from "../figures.js";
import { difference, find } from "../heap.js";
import { measureLeast } from "../measure.js";
import { costsOf, type Rows } from "../rows.js";
import { type Host, runScript } from "../runner.js";
import { measureChains, trusting } from "./measure-chains.js";

/** Two logins, and creates. */
const requests = 1001;

/** @param base least heap of an app that does nothing */
export async function measureTLS(host: Host, records: Records, base: number): Promise<Rows> {
	const folder = await mkdtemp(join(tmpdir(), "records-bench-"));
	const secure = await startSecure(Number(new URL(records.url).port));
	try {
		const authority = join(folder, "authority.der");
		await writeFile(authority, (await certificates()).authority.der);
		const client = trusting(host, authority);
		const given: CreatesSettings = { url: secure.url, password: records.password, count: requests };
		const { figures } = await runScript(client, "ours-tls", given);
		return {
			"TLS handshake": costsOf(host, difference(find(figures, "first login"), find(figures, "second login"))),
			"create over TLS": costsOf(host, find(figures, "create")),
			"create over TLS and Moddable's HTTP client": costsOf(host, find((await runScript(client, "ours-moddable-tls", given)).figures, "create")),
			"the same over TLS": { bytes: (await measureLeast(client, "ours-tls", { ...records, url: secure.url })).total - base },
			...await measureChains(host, records, folder)
		};
	}
	finally {
		secure.close();
		await rm(folder, { recursive: true, force: true });
	}
}
