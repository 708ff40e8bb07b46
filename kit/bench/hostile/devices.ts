/** The process of the good devices. The file that it is given has what it is told; it answers each `Question` with `Deliveries`. */
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { RecordsClient } from "records-client";
import { Outbox } from "records-client/outbox";
import { RamStorage } from "records-client/outbox/ram";
import { sensor, valueOf } from "../fleet/settings.js";
import type { Deliveries, DeviceSettings, Question } from "./settings.js";

/** Milliseconds from one look at what is pending to the next, and until what is pending in the end is given up. */
const LOOK = 100;
const PATIENCE = 300_000;

const settings = JSON.parse(readFileSync(process.argv[2], "utf8")) as DeviceSettings;
let times: number[] = [];
let isOver = false;

/** One device: it takes a reading each interval, and delivers it at once. */
class Device {
	readonly outbox: Outbox;
	readonly #number: number;
	#next = 0;

	constructor(number: number, token: string) {
		const client = new RecordsClient({ baseUrl: `${settings.url}/device-${number}`, preferences: null });
		client.setAuthToken(token);
		this.#number = number;
		this.outbox = new Outbox({ client, collection: "readings", storage: new RamStorage(8192, 1024) });
	}

	async run(): Promise<void> {
		await sleep(settings.interval * Math.random());
		while (!isOver) {
			void this.#measure();
			await sleep(settings.interval);
		}
	}

	async #measure(): Promise<void> {
		const begun = performance.now();
		const { error, stored } = this.outbox.put({ sensor, value: valueOf(this.#number, this.#next++) });
		if (!stored)
			throw new Error(`device ${this.#number}: ${error}`);
		// Behind one that is still under way, a reading waits with it.
		do
			await this.outbox.flush();
		while (this.outbox.pending > 0);
		times.push(performance.now() - begun);
	}
}

const devices = settings.tokens.map((token, number) => new Device(number, token));

function sumOf(count: (device: Device) => number): number {
	return devices.reduce((sum, device) => sum + count(device), 0);
}

function deliveries(): Deliveries {
	const since = times;
	times = [];
	return {
		times: since, put: sumOf(({ outbox }) => outbox.stats().stored), left: sumOf(({ outbox }) => outbox.pending),
		lost: sumOf(({ outbox }) => outbox.stats().dropped + outbox.stats().rejected)
	};
}

process.on("message", (question: Question) => {
	void (async () => {
		isOver = question === "last";
		const deadline = Date.now() + PATIENCE;
		while (isOver && sumOf(({ outbox }) => outbox.pending) > 0 && Date.now() < deadline)
			await sleep(LOOK);
		process.send?.(deliveries());
	})();
});
// Whoever has started it is gone.
process.once("disconnect", () => process.exit());
for (const device of devices)
	void device.run();
