/** The sensor firmware while its router is away, and then gives it another address, and another: it tells so, and the service ends with each reading once. */
import { setTimeout as pass } from "node:timers/promises";
import type { EmulatorControl } from "../../tools/moddable/emulator.js";
import { seen } from "../../tools/moddable/emulator-app.js";
import { buildFlash, type Emulator, withService } from "./emulator-image.js";
import { report, runSensor, type SensorRuns } from "./emulator-sensor.js";

/** Readings, and milliseconds between two: those without network fit into the outbox. */
const readings = 150, interval = 1000;
/** Readings before the router goes, and from its return to its exchange. */
const before = 15, between = 20;
/** Milliseconds without a router: the firmware leaves the network and joins again meanwhile (docs/network.md). */
const away = 80_000;
/** Milliseconds without link around each change: the firmware's driver looks at it twice a second. */
const unplugged = 4000;
/** First addresses that the routers give away, the first one by default. */
const addresses = ["10.0.2.15", "10.0.2.50", "10.0.2.80"] as const;

export async function runAddress(emulator: Emulator): Promise<void> {
	const { results } = emulator;
	await withService(emulator, "address", async (service) => {
		const flash = await buildFlash(emulator, "sensor", { baseUrl: seen(service.url), count: String(readings), interval: String(interval) });
		const runs: SensorRuns = { place: "address", flash, returned: new Map(), summary: "", hung: 0 };
		const networks: string[] = [];
		let isAway = false, isExchanged = false;
		let exchangedAt = Infinity;
		const attempt = (what: Promise<void>): void => void what.catch((error: unknown) => results.fail(`address: ${String(error)}`));
		const flap = async (control: EmulatorControl, meanwhile: () => Promise<void>): Promise<void> => {
			await control.setLink(false);
			await meanwhile();
			await pass(unplugged);
			await control.setLink(true);
		};
		await runSensor(emulator, runs, (line, control) => {
			const [, network] = /^network +(\S+)$/.exec(line) ?? [];
			if (network !== undefined)
				networks.push(network);
			if (network === addresses[1])
				exchangedAt = runs.returned.size + between;
			if (!isAway && runs.returned.size >= before) {
				isAway = true;
				attempt(flap(control, () => control.removeRouter()).then(() => pass(away)).then(() => control.addRouter(addresses[1])));
			}
			else if (!isExchanged && runs.returned.size >= exchangedAt) {
				isExchanged = true;
				attempt(flap(control, () => control.removeRouter().then(() => control.addRouter(addresses[2]))));
			}
		}, { hasHub: true });
		const wanted = [addresses[0], "lost", addresses[1], "lost", addresses[2]].join(", ");
		if (networks.join(", ") !== wanted)
			results.fail(`address: told ${networks.join(", ") || "nothing"} instead of ${wanted}`);
		await report(emulator, runs, service.url, readings, `no DHCP for ${away / 1000} s, then two new addresses`);
	});
}
