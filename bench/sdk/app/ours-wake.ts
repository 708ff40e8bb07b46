/** What a wake from deep sleep costs, step by step: everything is made anew, token and readings come from flash. */
import "./globals.js";
import { RecordsClient } from "records-client";
import { type BlockStorage, Outbox } from "records-client/outbox";
import { FileStorage } from "records-client/outbox/files";
import type { WakeSettings } from "../../figures.js";
import { begin, end } from "./counters.js";
import { directory, disk } from "./disk.js";
import { partition, READING } from "./outbox-parts.js";
import { finish, tell } from "./finish.js";

const given = JSON.parse(settings) as WakeSettings;
const flash = partition(disk);

function newClient(): RecordsClient {
	return new RecordsClient({ baseUrl: given.url });
}

function newOutbox(client: RecordsClient): Outbox {
	const storage: BlockStorage = given.storage === "flash" ? flash : new FileStorage({ directory });
	// Nothing is delivered before it is told to.
	return new Outbox({ client, collection: "readings", storage, limits: { count: 1_000_000, age: 600_000, bootJitter: 600_000 } });
}

/** Does something and reports what it costs. */
function count<Result>(name: string, action: () => Result): Result {
	begin();
	const result = action();
	tell({ figures: end(name, 1) });
	return result;
}

/** What was done before the board went to sleep. */
function sleepBefore(): void {
	const client = newClient();
	client.setAuthToken(given.token);
	const outbox = newOutbox(client);
	for (let number = 0; number < given.pending; number++)
		outbox.put(READING);
	outbox.close();
	client.close();
}

async function wake(): Promise<void> {
	const client = count("client", newClient);
	count("token", () => client.restoreAuthToken());
	const outbox = count("outbox", () => newOutbox(client));
	count("put", () => outbox.put(READING));
	begin();
	const { delivered, error } = await outbox.flush();
	const delivery = end("delivery", 1);
	if (delivered !== given.pending + 1)
		throw new Error(error);
	tell({ figures: delivery });
	count("close", () => {
		outbox.close();
		client.close();
	});
}

sleepBefore();
finish(wake());
