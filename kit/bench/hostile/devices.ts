/** The process of the good devices. The file that it is given has what it is told; it answers each `Question` with `Deliveries`. */
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { Device } from "../fleet/device.js";
import type { Deliveries, DeviceSettings, Question } from "./settings.js";

/** Milliseconds from one look at what is pending to the next, and until what is pending in the end is given up. */
const LOOK = 100;
const PATIENCE = 300_000;

const { interval, tokens, url } = JSON.parse(readFileSync(process.argv[2], "utf8")) as DeviceSettings;
const devices = tokens.map((token, number) => new Device(number, { url, ownPaths: true, login: { token }, outbox: {} }));
let times: number[] = [];
let isOver = false;

/** Has a device take a reading each interval, and deliver it at once. */
async function run(device: Device): Promise<void> {
	await sleep(interval * Math.random());
	while (!isOver) {
		const begun = performance.now();
		void device.deliver().then(() => times.push(performance.now() - begun));
		await sleep(interval);
	}
}

function deliveries(): Deliveries {
	const since = times;
	times = [];
	return { times: since, states: devices.map((device) => device.state) };
}

process.on("message", (question: Question) => {
	void (async () => {
		isOver = question === "last";
		const deadline = Date.now() + PATIENCE;
		while (isOver && devices.some((device) => !device.empty) && Date.now() < deadline)
			await sleep(LOOK);
		process.send?.(deliveries());
	})();
});
// Whoever has started it is gone.
process.once("disconnect", () => process.exit());
for (const device of devices)
	void run(device);
