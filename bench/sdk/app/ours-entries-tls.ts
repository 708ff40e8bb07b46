/** Streamed lists, files and live records over TLS, on a connection that is kept. */
import "./globals.js";
import host from "bench/host";
import { RecordsClient } from "records-client";
import { download, upload } from "records-client/files";
import { eachRecord } from "records-client/lists";
import { LiveRecords } from "records-client/live";
import { begin, end } from "./counters.js";
import { finish } from "./finish.js";
import type { TLSSettings } from "../../figures.js";

const { url, password, count } = JSON.parse(settings) as TLSSettings;
const LENGTH = 100_000;
const KB = 1024;
const POLLS = 40;

interface Picture {
	readonly id: string;
	readonly attachment: string;
}

function tell(name: string, count: number): void {
	host.print(JSON.stringify({ figures: end(name, count) }));
}

/** Does something twice, and measures the second time. */
async function measure(name: string, count: number, action: () => Promise<void>): Promise<void> {
	await action();
	begin();
	await action();
	tell(name, count);
}

function verify(isRight: boolean, error: string): void {
	if (!isRight)
		throw new Error(error);
}

async function run(): Promise<void> {
	const client = new RecordsClient({ baseUrl: url, tls: { ca: new Uint8Array(host.authority()) } });
	const { ok, error } = await client.collection("users").authWithPassword("device-one", password);
	verify(ok, error);
	client.collection("readings");
	for (let number = 0; number < count; number++) {
		const made = await client.createEx('{"sensor":"secure","value":21.4}');
		verify(made.ok, made.error);
	}
	await measure("record", count, async () => {
		let seen = 0;
		const list = await eachRecord({ client, collection: "readings", filter: "sensor = 'secure'", sort: "created" }, () => {
			seen++;
		});
		verify(list.ok && seen === count, `${seen} records: ${list.error}`);
	});
	let picture: Picture = { id: "", attachment: "" };
	await measure("KB up", LENGTH / KB, async () => {
		const record = { device: client.authRecord?.id };
		const sent = await upload({ client, collection: "pictures", field: "attachment", filename: "a.bin", length: LENGTH, record }, (view) => view.length);
		verify(sent.ok, sent.error);
		picture = sent.json<Picture>() ?? picture;
	});
	await measure("KB down", LENGTH / KB, async () => {
		let position = 0;
		const { attachment, id } = picture;
		const fetched = await download({ client, collection: "pictures", recordId: id, filename: attachment }, (bytes, at) => {
			position = at + bytes.length;
		});
		verify(fetched.ok && position === LENGTH, `${position} bytes: ${fetched.error}`);
	});
	const live = new LiveRecords({ client, collection: "readings", filter: "sensor = 'none'", every: 1_000_000, onRecord: () => undefined });
	for (const name of ["reconcile", "poll and reconcile"]) {
		await measure(name, POLLS, async () => {
			for (let number = 0; number < POLLS; number++) {
				if (name !== "reconcile")
					live.poll();
				await live.reconcile([]);
			}
		});
	}
	live.close();
}

finish(run());
