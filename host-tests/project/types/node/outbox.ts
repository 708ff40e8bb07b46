/** What the author of a gateway writes with an outbox. */
import { RecordsClient } from "records-client";
import { type FlushResult, Outbox } from "records-client/outbox";
import { Directory, FileStorage } from "records-client/outbox/files";
import { RamStorage } from "records-client/outbox/ram";

export async function main(): Promise<FlushResult> {
	const client = new RecordsClient({ baseUrl: "http://127.0.0.1:8090" });
	const storage = new FileStorage({ directory: new Directory("readings") });
	const outbox = new Outbox({ client, collection: "readings", storage, onRejected: (reading, { error }) => console.log(reading, error) });
	console.log(new Outbox({ client, collection: "readings", storage: new RamStorage() }).pending, outbox.put({ value: 1 }).id);
	return outbox.flush();
}
