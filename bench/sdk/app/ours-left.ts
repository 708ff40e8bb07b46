/** What requests leave on the heap: the live heap before one of each kind and directly behind it, while the client is idle. */
import "./globals.js";
import { RecordsClient } from "records-client";
import { eachRecord } from "records-client/lists";
import type { LeftSettings } from "../../figures.js";
import { heapNow } from "./counters.js";
import { batch, BATCHES, READING } from "./outbox-parts.js";
import { finish, tell } from "./finish.js";

const { id, token, url } = JSON.parse(settings) as LeftSettings;
const client = new RecordsClient({ baseUrl: url, preferences: null });
const readings = client.collection("readings");
const extra = "x".repeat(4096);

const kinds: Readonly<Record<string, () => Promise<{ readonly error: string }>>> = {
	"create": () => readings.createEx(READING),
	"create of 4 KB": () => readings.createEx({ sensor: "temperature", value: 1, extra }),
	"create of 4 KB, as bytes": () => readings.createEx(new TextEncoder().encode(JSON.stringify({ sensor: "temperature", value: 1, extra }))),
	"batch of 20": () => client.sendEx("POST", BATCHES, batch(20)),
	"batch of 50": () => client.sendEx("POST", "/api/batch", batch(50)),
	"update of 4 KB": () => readings.updateEx(id, { extra }),
	"getOne": () => readings.getOneEx(id),
	"list of 30": () => readings.getListEx(1, 30),
	"refusal": () => readings.createEx({ sensor: "x".repeat(4096) }).then(({ kind }) => ({ error: kind === "http" ? "" : kind })),
	"streamed list": () => eachRecord({ client, collection: "readings", perPage: 30, record: 8192 }, () => {})
};

async function measure(): Promise<void> {
	client.setAuthToken(token);
	for (const name of Object.keys(kinds)) {
		// Twice: buffers and known heads are as large as the kind needs them.
		for (let round = 0; round < 2; round++) {
			for (const kind of [name, "create"]) {
				const { error } = await kinds[kind]();
				if (error !== "")
					throw new Error(`${kind}: ${error}`);
			}
		}
		// A response is in no frame any more.
		await Promise.resolve();
		tell({ heap: heapNow("before") });
		await kinds[name]();
		await Promise.resolve();
		tell({ heap: heapNow(name) });
	}
}

finish(measure());
