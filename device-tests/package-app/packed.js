// What mcpack makes an app of, by its imports alone: an outbox in RAM.
import config from "mc/config";
import { RecordsClient } from "records-client";
import { Outbox } from "records-client/outbox";
import { RamStorage } from "records-client/outbox/ram";

async function deliver() {
	const client = new RecordsClient({ baseUrl: config.service });
	const login = await client.collection("users").authWithPassword("device-one", "device-pass-1234");
	const outbox = new Outbox({ client, collection: "readings", storage: new RamStorage(4096, 1024) });
	const { error, stored } = outbox.put({ sensor: "packed", value: 21.5 });
	const flushed = await outbox.flush();
	const ok = stored && flushed.delivered === 1;
	trace(ok ? "ok package-app: delivers\n" : `not ok package-app: ${login.error} ${error} ${flushed.error}\n`);
	outbox.close();
	client.close();
	return ok;
}

export default function main() {
	deliver().then((ok) => globalThis.screen?.postMessage(ok ? "exit 0" : "exit 1"));
}
