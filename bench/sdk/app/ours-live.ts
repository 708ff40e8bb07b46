/** What live records cost: a poll, an event with the poll that it causes, and what a stream keeps. */
import "./globals.js";
import { RecordsClient } from "records-client";
import { LiveRecords } from "records-client/live";
import Timer from "timer";
import type { LiveSettings } from "../../figures.js";
import { begin, end, heapNow } from "./counters.js";
import { finish, tell } from "./finish.js";

const { isStreamed, url } = JSON.parse(settings) as LiveSettings;
const COUNT = 40;
/** Milliseconds from one to the next: each poll is over. The loader's clock is twenty times as fast as the service's. */
const INTERVAL = 200;
const SERVICE_INTERVAL = INTERVAL / 20;

const client = new RecordsClient({ baseUrl: url, preferences: null });
let states = 0;
const live = new LiveRecords({
	client, collection: "readings", filter: "sensor = 'temperature'", stream: isStreamed, every: 1_000_000,
	onRecord() {
		throw new Error("there are no records");
	},
	onState(_part, { error }) {
		states++;
		if (error !== "")
			throw new Error(error);
	}
});

function sleep(milliseconds: number): Promise<void> {
	return new Promise((resolve) => Timer.set(resolve, milliseconds));
}

/** Does something so many times. */
async function repeat(count: number, action: () => unknown): Promise<void> {
	for (let number = 0; number < count; number++) {
		action();
		await sleep(INTERVAL);
	}
}

async function measure(name: string, action: () => unknown): Promise<void> {
	begin();
	await repeat(COUNT, action);
	tell({ figures: end(name, COUNT) });
}

async function run(): Promise<void> {
	while (states < (isStreamed ? 2 : 1))
		await sleep(INTERVAL);
	await repeat(10, () => live.poll());
	tell({ heap: heapNow(isStreamed ? "with a stream" : "without a stream") });
	await measure("waiting", () => undefined);
	if (isStreamed) {
		// The service sends an event each time. A deletion causes no poll.
		for (const action of ["delete", "update"]) {
			await client.sendEx("POST", "/api/events", { action, count: COUNT + 10, interval: SERVICE_INTERVAL });
			await sleep(INTERVAL * 5);
			await measure(action, () => undefined);
			await sleep(INTERVAL * 10);
		}
	}
	else
		await measure("poll", () => live.poll());
}

finish(run());
