/** The process of a fleet's devices. SETTINGS in its environment is what it is told, and "gone" when the service is. */
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { DeviceFile } from "../../fleet/device-file.js";
import { SeededRandom } from "../../../tools/seeded-random.js";
import { Device } from "./device.js";
import type { DeviceLine, DeviceSettings } from "./settings.js";

/** Milliseconds from one look at what is pending to the next. */
const LOOK = 20;
/** Readings are taken from so many milliseconds on at the earliest, so that no device warms up in the same moment as another. */
const WARM_UP = 3000;
const WHOLE = 0x1_0000_0000;
/** The highest that Math.random gives. */
const HIGHEST = 1 - 2 ** -53;

const settings = JSON.parse(process.env.SETTINGS ?? "") as DeviceSettings;
const random = new SeededRandom(settings.seed);

function say(line: DeviceLine): Promise<void> {
	return new Promise((resolve) => process.send?.(line, () => resolve()));
}

async function untilEmpty(devices: readonly Device[]): Promise<void> {
	const deadline = Date.now() + settings.patience;
	while (devices.some((device) => !device.empty) && Date.now() < deadline)
		await wait(LOOK);
}

/** Has a device take readings, one each interval, from a moment of its own on. */
async function measure(device: Device, count: number, interval: number, first: number): Promise<void> {
	await wait(first);
	for (let number = 0; number < count; number++) {
		if (number > 0)
			await wait(interval);
		device.put();
	}
}

/** Has each device deliver one reading, so that it has a connection to lose. */
async function warmUp(devices: readonly Device[]): Promise<void> {
	const spread = Math.min(WARM_UP, devices.length * 5);
	await Promise.all(devices.map((device) => measure(device, 1, 0, random.below(spread))));
	await untilEmpty(devices);
}

async function main(): Promise<void> {
	const { interval, jitter, readings } = settings;
	// The same seed throws the same dice, as far as the network lets the devices throw them in the same order.
	Math.random = () => random.below(WHOLE) / WHOLE;
	const rows = "file" in settings.login ? [...DeviceFile.existing(settings.login.file).rows.values()] : [];
	const logins = rows.map(({ devicePassword, identity }) => ({ collection: "users", identity, password: devicePassword }));
	const devices = Array.from({ length: settings.devices }, (_, number) => new Device(number, settings, logins[number]));
	await warmUp(devices);
	if (!jitter)
		Math.random = () => HIGHEST;
	const gone = once(process, "message");
	await say({ said: "ready" });
	await gone;
	await Promise.all(devices.map((device) => measure(device, readings, interval, random.below(interval))));
	await untilEmpty(devices);
	await say({ said: "ended", ends: devices.map((device) => device.state) });
	process.disconnect();
}

// Whoever has started it is gone.
process.once("disconnect", () => process.exit());
await main();
