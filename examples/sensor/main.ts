import files from "embedded:storage/files";
import config from "mc/config";
import { RecordsClient } from "records-client";
import { type Directory, Outbox, type OutboxLimits } from "records-client/outbox";
import { FileStorage } from "records-client/outbox/files";
import { StayConnected } from "records-client/wifi";
import Timer from "timer";
import { readBack } from "./read-back";
import { Run } from "./run";
import { Thermometer } from "./sensor";
import type { Summary } from "./summary";

/** Values on the mcconfig command line arrive as text. */
const { accessPoint, accessPointPassword, baseUrl, identity, devicePassword, folder } = config as unknown as Record<string, string>;
const { limits } = config as unknown as { readonly limits: Partial<OutboxLimits> };

/** A value that is a number. @throws RangeError that names it */
function numberOf(name: string): number {
	const value = Number(config[name]);
	if (!(value >= 0 && value <= 0x7fffffff))
		throw new RangeError(`${name} must be a number of 0 or more, not ${String(config[name])}`);
	return value;
}

/** All apps of the simulator share one folder: there this one has a folder of its own in it. */
function ownDirectory(): Directory {
	if (!folder)
		return files;
	files.createDirectory(folder);
	return files.openDirectory({ path: folder });
}

/** What to check when a log-in has failed. @param status of the answer, 0 without one */
function loginFault(status: number): string {
	if (status === 400)
		return `the user name "${identity}" or its password is wrong (identity, devicePassword)`;
	return status === 0 ? "the service does not answer" : `the service answers with HTTP ${status}`;
}

class Sensor {
	readonly #count = numberOf("count");
	readonly #interval = numberOf("interval");
	readonly #patience = numberOf("patience");
	readonly #directory = ownDirectory();
	readonly #thermometer = new Thermometer();
	/** The Wi-Fi goes on where the configuration is refused behind it. */
	#onNetwork = (): void => undefined;
	/** Connects to the Wi-Fi, for ever, and sets the clock. Without an access point both are there, as on the simulator and on Node. */
	readonly #wifi = new StayConnected({
		...accessPoint ? { ssid: accessPoint, password: accessPointPassword } : { accessPoints: [] },
		onChange: () => this.#onNetwork()
	});
	readonly #records = new RecordsClient({
		baseUrl,
		network: this.#wifi.network(),
		credentials: { collection: "users", identity, password: devicePassword },
		onEvent(event, status) {
			if (event === "login")
				trace(status === 200 ? `login    as ${identity}, token stored in preferences\n` : `login    failed: ${loginFault(status)}\n`);
		}
	});
	/** Keeps the readings in files until the service has them, and delivers them in the background. */
	readonly #outbox = new Outbox({
		client: this.#records,
		collection: "readings",
		storage: new FileStorage({ directory: this.#directory }),
		// When it was taken, by the service's clock: the device's own need not be set.
		stamp: "taken",
		limits,
		onRejected: (reading, { error }) => trace(`rejected ${reading}: ${error}\n`)
	});
	#address: string | undefined;

	/** Puts `count` readings, or readings for ever when that is 0; a run that the power has ended goes on. */
	async run(): Promise<Summary> {
		const outbox = this.#outbox, records = this.#records, count = this.#count;
		this.#wifi.outbox = outbox;
		this.#onNetwork = () => this.#showNetwork();
		trace(`service  ${baseUrl}\n`);
		if (outbox.pending > 0)
			trace(`pending  ${outbox.pending} readings from before the restart\n`);
		const run = new Run(this.#directory, outbox);
		for (let left = count - run.count; left > 0 || count === 0; left--) {
			this.#measure(run);
			await new Promise((resolve) => Timer.set(() => resolve(undefined), this.#interval));
		}
		const { error, left } = await outbox.flush({ deadline: this.#patience });
		const { readings, repeated } = left === 0 ? await readBack(records, run.id) : { readings: 0, repeated: 0 };
		const put = run.count;
		const { connections } = records.stats();
		trace(`summary  put ${put}, left ${left}${error === "" ? "" : ` (${error})`}, connections used ${connections}, read back ${readings}, ${repeated || "none"} twice\n`);
		if (left === 0)
			run.end();
		run.close();
		outbox.close();
		records.close();
		this.#wifi.close();
		return { put, left, connections, readBack: readings, repeated };
	}

	/** Says when the network comes and goes. With the first one the token is looked after. */
	#showNetwork(): void {
		const address = this.#wifi.address;
		if (address === this.#address)
			return;
		if (this.#address === undefined)
			void this.#authenticate();
		this.#address = address;
		trace(`network  ${address || "lost"}\n`);
	}

	/** Restores the token. One that the service refuses is replaced by a login; without one the client logs in by itself. */
	async #authenticate(): Promise<void> {
		const records = this.#records;
		if (!records.restoreAuthToken())
			return;
		const users = records.at("users");
		const { error, ok, statusCode } = await users.authRefresh();
		trace(ok ? "token    restored from preferences and renewed\n" : `token    restored from preferences, but: ${error}\n`);
		if (statusCode === 401 && (await users.authWithPassword(identity, devicePassword)).ok)
			trace(`login    as ${identity}, token stored in preferences\n`);
	}

	/** Measures, and hands the reading to the outbox: with service and network or without, it has nothing to wait for. */
	#measure(run: Run): void {
		const value = this.#thermometer.sample();
		const number = run.count + 1;
		run.putting();
		const { error, id, stored } = this.#outbox.put({ sensor: "temperature", value, unit: "°C", extra: { run: run.id, number } });
		run.put(stored);
		trace(stored ? `reading  ${number}: ${value} °C  ${id}  (${this.#outbox.pending} pending)\n` : `reading  ${number}: ${value} °C not stored: ${error}\n`);
	}
}

/** What is wrong with the configuration or the files is said on the console. */
export default async function main(): Promise<Summary | undefined> {
	try {
		return await new Sensor().run();
	}
	catch (error) {
		trace(`failed   ${error instanceof Error ? error.message : String(error)}\n`);
		return undefined;
	}
}
