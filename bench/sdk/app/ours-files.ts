/** What a file costs that goes up or down: each KB on average, and with the collector at work whether the memory does for so many. */
import "./globals.js";
import { RecordsClient } from "records-client";
import { download, upload } from "records-client/files";
import type { FileSettings } from "../../figures.js";
import { begin, end } from "./counters.js";
import { createFirst, finish, tell } from "./finish.js";

const { bytes: length, counts, way, url } = JSON.parse(settings) as FileSettings;
const client = new RecordsClient({ baseUrl: url, preferences: null });
const KB = 1024;

async function transfer(): Promise<void> {
	let position = 0;
	const { error } = way === "up" ? await upload({ client, collection: "pictures", field: "picture", filename: "a.bin", length }, (view, at) => {
		position = at + view.length;
		return view.length;
	}) : await download({ client, collection: "pictures", recordId: "one", filename: "a.bin" }, (bytes, at) => {
		position = at + bytes.length;
	});
	if (error !== "" || position !== length)
		throw new Error(`${position} of ${length}: ${error}`);
}

async function run(): Promise<void> {
	await createFirst(client.collection("readings"));
	if (way !== "")
		await transfer();
	if (!counts) {
		host.print(JSON.stringify({ creates: {} }));
		return;
	}
	begin();
	await transfer();
	tell({ figures: end("KB", length / KB) });
}

finish(run());
