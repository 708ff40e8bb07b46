/** What a wake from deep sleep costs over TLS whose session is resumed, step by step: token, readings and session are where they outlive it. */
import "./globals.js";
import host from "bench/host";
import { RecordsClient } from "records-client";
import { Outbox } from "records-client/outbox";
import { begin, end } from "./counters.js";
import { nativePartition, READING } from "./outbox-parts.js";
import { finish } from "./finish.js";

const { pending, token, url } = JSON.parse(settings) as { pending: number; token: string; url: string };
const ca = new Uint8Array(host.authority());
const storage = nativePartition();
let session: Uint8Array | undefined;
let resumed = 0;

function newClient(): RecordsClient {
	return new RecordsClient({
		baseUrl: url,
		tls: { ca, session: { get: () => session, set: (bytes) => void (session = bytes) } },
		onEvent: (event, value) => {
			if (event === "resume")
				resumed = value;
		}
	});
}

/** Nothing is delivered before it is told to. */
function newOutbox(client: RecordsClient): Outbox {
	return new Outbox({ client, collection: "readings", storage, limits: { count: 1_000_000, age: 600_000, bootJitter: 600_000 } });
}

function tell(name: string): void {
	host.print(JSON.stringify({ figures: end(name, 1) }));
}

async function sleepBefore(): Promise<void> {
	const client = newClient();
	client.setAuthToken(token);
	const { error } = await client.checkHealth();
	if (error !== "")
		throw new Error(error);
	const outbox = newOutbox(client);
	for (let number = 0; number < pending; number++)
		outbox.put(READING);
	outbox.close();
	client.close();
}

async function wake(): Promise<void> {
	await sleepBefore();
	begin();
	const client = newClient();
	client.restoreAuthToken();
	const outbox = newOutbox(client);
	tell("boot");
	begin();
	outbox.put(READING);
	tell("put");
	begin();
	const { delivered, error } = await outbox.flush();
	tell("flush");
	if (delivered !== pending + 1 || resumed !== 1)
		throw new Error(`${delivered} delivered, resumed ${resumed}: ${error}`);
	outbox.close();
	client.close();
}

finish(wake());
