// The same with an outbox: the first start puts readings, the second finds and delivers them.
import files from "embedded:storage/files";
import config from "mc/config";
import { RecordsClient } from "records-client";
import { Outbox } from "records-client/outbox";
import { FileStorage } from "records-client/outbox/files";

const count = 3;

async function deliver() {
	const client = new RecordsClient({
		baseUrl: config.service,
		credentials: { collection: "users", identity: "device-one", password: "device-pass-1234" }
	});
	const outbox = new Outbox({ client, collection: "readings", storage: new FileStorage({ directory: files }) });
	const found = outbox.pending;
	if (found === 0) {
		for (let value = 0; value < count; value++)
			outbox.put({ sensor: "packed", value });
		trace(outbox.pending === count ? "ok package-outbox: puts\n" : "not ok package-outbox: does not put\n");
		return true;
	}
	const { delivered, error } = await outbox.flush();
	const ok = found === count && delivered === count;
	trace(ok ? "ok package-outbox: delivers after a restart\n" : `not ok package-outbox: ${found} pending, ${delivered} delivered: ${error}\n`);
	outbox.close();
	client.close();
	return ok;
}

export default function main() {
	deliver().then((ok) => globalThis.screen?.postMessage(ok ? "exit 0" : "exit 1"));
}
