/** This library over TLS: what a full handshake costs, and one that resumes the session. */
import "./globals.js";
import host from "bench/host";
import { RecordsClient, type SessionStore } from "records-client";
import { begin, end } from "./counters.js";
import { finish, good, tell } from "./finish.js";

const { url } = JSON.parse(settings) as { url: string };
const ca = new Uint8Array(host.authority());
let session = "";

const store: SessionStore = {
	get: () => undefined,
	set(bytes) {
		session = bytes?.toHex() ?? "";
	}
};

/** @param recycleBytes 1 for a connection for each request */
function newClient(recycleBytes: number, given?: SessionStore): RecordsClient {
	return new RecordsClient({ baseUrl: url, tls: { ca, session: given }, limits: { recycleBytes } });
}

async function ask(client: RecordsClient): Promise<void> {
	good(await client.checkHealth());
}

async function measured(name: string, client: RecordsClient): Promise<void> {
	begin();
	await ask(client);
	tell({ figures: end(name, 1) });
}

async function measure(): Promise<void> {
	// What is made once, such as ids.
	const first = newClient(1, store);
	for (let count = 0; count < 3; count++)
		await ask(first);
	first.close();
	const kept = newClient(1_000_000);
	await ask(kept);
	await measured("request", kept);
	kept.close();
	const client = newClient(1);
	await measured("full", client);
	await measured("resumed", client);
	client.close();
	tell({ session });
}

finish(measure());
