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
const { accessPoint, accessPointPassword, baseUrl, identity, devicePassword } = config as unknown as Record<string, string>;
const { limits } = config as unknown as { readonly limits: Partial<OutboxLimits> };
const count = Number(config.count);
const interval = Number(config.interval);
const patience = Number(config.patience);

/** The SDK's typings do not say what this is. */
const directory = files as unknown as Directory;

/** Connects to the Wi-Fi, for ever, and sets the clock. Without an access point both are there, as on the simulator and on Node. */
const wifi = new StayConnected({
	...accessPoint ? { ssid: accessPoint, password: accessPointPassword } : { accessPoints: [] },
	onChange: showNetwork
});
const records = new RecordsClient({
	baseUrl,
	network: wifi.network(),
	credentials: { collection: "users", identity, password: devicePassword },
	onEvent(event, status) {
		if (event === "login")
			trace(status === 200 ? `login    as ${identity}, token stored in preferences\n` : `login    failed (${status})\n`);
	}
});
/** Keeps the readings in files until the service has them, and delivers them in the background. */
const outbox = new Outbox({
	client: records,
	collection: "readings",
	storage: new FileStorage({ directory }),
	// When it was taken, by the service's clock: the device's own need not be set.
	stamp: "taken",
	limits,
	onRejected: (reading, { error }) => trace(`rejected ${reading}: ${error}\n`)
});
wifi.outbox = outbox;
const thermometer = new Thermometer();
let address: string | undefined;

/** Says when the network comes and goes. With the first one the token is looked after. */
function showNetwork(): void {
	if (wifi.address === address)
		return;
	if (address === undefined)
		void authenticate();
	address = wifi.address;
	trace(`network  ${address || "lost"}\n`);
}

/** Restores the token. One that the service refuses is replaced by a login; without one the client logs in by itself. */
async function authenticate(): Promise<void> {
	if (!records.restoreAuthToken())
		return;
	const { error, ok, statusCode } = await records.collection("users").authRefresh();
	trace(ok ? "token    restored from preferences and renewed\n" : `token    restored from preferences, but: ${error}\n`);
	if (statusCode === 401 && (await records.collection("users").authWithPassword(identity, devicePassword)).ok)
		trace(`login    as ${identity}, token stored in preferences\n`);
}

/** Measures, and hands the reading to the outbox: with service and network or without, it has nothing to wait for. */
function measure(run: Run): void {
	const value = thermometer.sample();
	const number = run.count + 1;
	run.putting();
	const { error, id, stored } = outbox.put({ sensor: "temperature", value, unit: "°C", extra: { run: run.id, number } });
	run.put(stored);
	trace(stored ? `reading  ${number}: ${value} °C  ${id}  (${outbox.pending} pending)\n` : `reading  ${number}: ${value} °C not stored: ${error}\n`);
}

/** Puts `count` readings, or readings for ever when that is 0; a run that the power has ended goes on. */
export default async function main(): Promise<Summary> {
	trace(`service  ${baseUrl}\n`);
	if (outbox.pending > 0)
		trace(`pending  ${outbox.pending} readings from before the restart\n`);
	const run = new Run(directory, outbox);
	for (let left = count - run.count; left > 0 || count === 0; left--) {
		measure(run);
		await new Promise((resolve) => Timer.set(() => resolve(undefined), interval));
	}
	const { error, left } = await outbox.flush({ deadline: patience });
	const { readings, repeated } = left === 0 ? await readBack(records, run.id) : { readings: 0, repeated: 0 };
	const put = run.count;
	const { connections } = records.stats();
	trace(`summary  put ${put}, left ${left}${error === "" ? "" : ` (${error})`}, connections used ${connections}, read back ${readings}, ${repeated || "none"} twice\n`);
	if (left === 0)
		run.end();
	run.close();
	outbox.close();
	records.close();
	wifi.close();
	return { put, left, connections, readBack: readings, repeated };
}
