/** The main job: the sensor firmware on the host, against a real records service. */
import { join } from "node:path";
import { runFirmware } from "../host/firmware/run.js";
import { runFirmwareOnXS } from "../tools/xs/firmware.js";
import { prepareXS } from "../tools/xs/install.js";
import { parseBaseUrl } from "../lib/url/base-url.js";
import { askLogin } from "../kit/fleet/ask-login.js";
import type { Login } from "../service/login.js";
import { certificateFault } from "../service/faults.js";
import { projectRoot } from "../service/project.js";
import { shownText, waiting, write, writeError } from "./output.js";
import { CHECK_LOGIN, runExample } from "./run-example.js";
import { findEmulator, findSDK } from "../tools/moddable/tool-chain.js";
import { runInEmulator } from "./run-in-emulator.js";
import { ServiceWithOutage } from "./service-with-outage.js";
import { readArguments, type StartArguments } from "./arguments.mjs";
import type { Summary } from "./sensor/summary.js";

/** Delivery for somebody who watches. Milliseconds. */
const limits = { count: 10, age: 1000, bootJitter: 500, retryBase: 500, retryMaximum: 2000 };

/** Milliseconds that the last readings have to arrive, beside an outage. */
const patience = 20_000;

/** Seconds from which on the live page calls a reading late: these are delivered within two. */
const DEMO_LATE = 2;

/** The port of `npm run service`. */
const SERVICE_URL = "http://127.0.0.1:8090";

/** Where to look at the readings. @param page path of the live page */
function addresses(url: string, page = "/"): string {
	return `look     live page  ${url}${page}#late=${DEMO_LATE}\nlook     dashboard  ${url}/_/\n`;
}

/** Where a service has the live page: the kit brings it under a name of its own. */
async function pageOf(url: string): Promise<string> {
	const response = await fetch(`${url}/live.html`, { method: "HEAD" }).catch(() => undefined);
	return response?.ok === true ? "/live.html" : "/";
}

/** Where to look at the readings of a service that has ended. @param data its folder, undefined for the usual one */
function addressesLater(data: string | undefined): string {
	const options = data === undefined ? "" : ` -- --data "${data}"`;
	return `look     the service has ended and keeps the readings; to see them: npm run service${options}\n` + addresses(SERVICE_URL);
}

/** Why not all is well with a run, "" when it is. @param isRefused whether the service has refused a log-in */
function fault({ left, put, readBack, repeated }: Summary, count: number, isRefused: boolean): string {
	if (left > 0)
		return `${left} of ${put} readings are not delivered: ${isRefused ? CHECK_LOGIN : "the summary says why"}; the next run delivers them`;
	if (put < count)
		return `${count - put} of ${count} readings were not stored: their lines say why`;
	if (readBack < put)
		return `${put - readBack} of ${put} readings were not read back`;
	return repeated > 0 ? `${repeated} readings are there twice` : "";
}

/** Where a device keeps things: apart for each service and device, because a token and readings are nobody else's business. */
function place(name: string, { identity, url = "" }: StartArguments, suffix = ""): string {
	const whose = [url, identity === "device-one" ? "" : identity].filter((text) => text !== "").map((text) => "-" + text.replace(/[^A-Za-z0-9]+/g, "-"));
	return join(projectRoot(), ".data", name + whose.join("") + suffix);
}

/**
 * Runs the example's firmware once.
 * @param superuser asked where the example needs one
 * @param onReading called with the number of each reading that it puts
 * @returns whether every reading arrived and was read back once; if not, why not was written
 */
async function runFor(url: string, given: StartArguments, superuser: () => Promise<Login>, onReading: (number: number) => void): Promise<boolean> {
	const { count, example, identity, interval, outage, engine } = given;
	const suffix = example === "sensor" ? "" : `-${example}`;
	const preferences = process.env.RECORDS_PREFERENCES ??= place(`preferences${suffix}`, given, ".json");
	const files = process.env.RECORDS_FILES ??= place(`files${suffix}`, given);
	const password = process.env.RECORDS_DEVICE_PASSWORD ?? "device-pass-1234";
	if (example !== "sensor")
		return runExample(example, { url, identity, password, count, interval, limits, superuser });
	const config = {
		baseUrl: url,
		identity,
		devicePassword: password,
		count,
		interval,
		patience: patience + outage * 1000,
		limits
	};
	const progress = waiting("waiting");
	let isRefused = false;
	const trace = (text: string): void => {
		progress.print(shownText(text));
		isRefused ||= /^login +failed: the user name /.test(text);
		const [, number] = /^reading +(\d+):/.exec(text) ?? [];
		if (number !== undefined)
			onReading(Number(number));
	};
	const build = join(projectRoot(), "build");
	const runs: Readonly<Record<StartArguments["engine"], () => Promise<unknown>>> = {
		node: () => runFirmware(join(build, "firmware", "sensor.js"), config, trace),
		xs: () => runFirmwareOnXS(join(build, "xs", "sensor.js"), { config, preferences, files, trace }),
		emulator: () => runInEmulator({ baseUrl: url, identity, devicePassword: password, count: String(count), interval: String(interval), patience: String(patience) }, trace)
	};
	const summary = await runs[engine]() as Summary | undefined;
	progress.end(true);
	if (summary === undefined)
		return false;
	const why = fault(summary, count, isRefused);
	if (why !== "")
		writeError(`error    ${why}\n`);
	return why === "";
}

/** @throws Error that says why there is no XS */
async function needXS(): Promise<void> {
	const progress = waiting("getting XS from npm and compiling it, once");
	const readiness = await prepareXS();
	progress.end(true);
	if (!readiness.ready)
		throw new Error(`no XS here: ${readiness.why}`);
}

/** @throws Error where this machine does not know the CA of a service: a device here would report a failure of TLS */
async function needKnownCA(url: string): Promise<void> {
	const fault = await fetch(`${url}/api/health`).then(() => "", certificateFault);
	if (fault !== "")
		throw new Error(`the service ${fault} at ${url}`);
}

async function main(): Promise<void> {
	const given = readArguments(process.argv.slice(2));
	if (given.engine === "xs")
		await needXS();
	if (given.engine === "emulator")
		await findEmulator(findSDK());
	if (given.url !== undefined) {
		parseBaseUrl(given.url);
		if (given.engine !== "emulator")
			await needKnownCA(given.url);
		process.exitCode = await runFor(given.url, given, () => askLogin(given.url ?? ""), () => undefined) ? 0 : 1;
		write(addresses(given.url, await pageOf(given.url)));
		return;
	}
	const { RECORDS_DATA: data } = process.env;
	const { count, example, keep, outage } = given;
	const progress = waiting("starting PocketBase");
	const service = await ServiceWithOutage.start({ login: keep || example === "relay" || example === "update", ...data ? { data } : {} }).finally(() => progress.end(true));
	const onReading = (number: number): void => {
		if (outage > 0 && number >= count / 2)
			service.begin(outage);
	};
	if (keep)
		write(addresses(service.url) + (service.loginText === "" ? "" : `look     ${service.loginText}\n`));
	try {
		if (!await runFor(service.url, given, () => service.superuser(), onReading))
			process.exitCode = 1;
		if (outage > 0)
			await service.over();
		if (keep) {
			write(`kept     the service answers at ${service.url} until Ctrl-C\n`);
			write(addresses(service.url));
			process.once("SIGINT", () => void service.stop());
			process.once("SIGTERM", () => void service.stop());
			await service.exited;
		}
	}
	finally {
		await service.stop();
	}
	if (!keep)
		write(addressesLater(data));
}

try {
	await main();
}
catch (error) {
	writeError(`error    ${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
}
// An example goes on for ever, as on a device. What was written into a pipe may still be on its way.
process.stdout.write("", () => process.exit());
