/** The main job: the sensor firmware on the host, against a real records service. */
import { join } from "node:path";
import { runFirmware } from "../host/firmware/run.js";
import { runFirmwareOnXS } from "../host-tests/xs/firmware.js";
import { prepareXS } from "../host-tests/xs/install.js";
import { startService } from "../service/launcher.js";
import { projectRoot } from "../service/project.js";
import { readStartArguments, type StartArguments, usage } from "./start-arguments.js";
import type { Summary } from "./sensor/summary.js";

/** Where the firmware's token is kept: a file for each service, because a token is nobody else's business. */
function preferencesPath(url: string | undefined): string {
	const name = url === undefined ? "" : "-" + url.replace(/[^A-Za-z0-9]+/g, "-");
	return join(projectRoot(), ".data", `preferences${name}.json`);
}

/** Runs the firmware once. Returns whether every reading arrived and was read back. */
async function runSensor(url: string, { count, interval, engine, url: foreign }: StartArguments): Promise<boolean> {
	const preferences = process.env.RECORDS_PREFERENCES ??= preferencesPath(foreign);
	const config = {
		baseUrl: url,
		identity: "device-one",
		devicePassword: process.env.RECORDS_DEVICE_PASSWORD ?? "device-pass-1234",
		count,
		interval
	};
	const trace = (text: string): void => void process.stdout.write(text);
	const build = join(projectRoot(), "build");
	const summary = await (engine === "xs"
		? runFirmwareOnXS(join(build, "xs", "sensor.js"), { config, preferences, trace })
		: runFirmware(join(build, "firmware", "sensor.js"), config, trace)) as Summary;
	return summary.failed === 0 && summary.posted === count && summary.readBack === count;
}

/** @throws Error that says why there is no XS */
async function needXS(): Promise<void> {
	const readiness = await prepareXS();
	if (!readiness.ready)
		throw new Error(`no XS here: ${readiness.why}`);
}

async function main(): Promise<void> {
	const given = readStartArguments(process.argv.slice(2));
	if (given.help) {
		console.log(usage);
		return;
	}
	if (given.engine === "xs")
		await needXS();
	if (given.url !== undefined) {
		process.exitCode = await runSensor(given.url, given) ? 0 : 1;
		return;
	}
	const { RECORDS_DATA: data } = process.env;
	const service = await startService(data ? { data } : {});
	try {
		if (!await runSensor(service.url, given)) {
			console.error("error    not every reading was posted and read back");
			process.exitCode = 1;
		}
		if (given.keep) {
			console.log(`kept     the service answers at ${service.url} until Ctrl-C`);
			process.once("SIGINT", () => void service.stop());
			process.once("SIGTERM", () => void service.stop());
			await service.exited;
		}
	}
	finally {
		await service.stop();
	}
}

main().catch((error: unknown) => {
	console.error(`error    ${error instanceof Error ? error.message : String(error)}`);
	process.exitCode = 1;
});
