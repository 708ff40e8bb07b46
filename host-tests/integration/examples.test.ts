/** The smaller examples as `npm start -- --example NAME` runs them, and what the real service has of them. The sensor: start.test.ts. */
import { writeFileSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { projectRoot } from "../../service/project.js";
import { runFirmware } from "../../host/firmware/run.js";
import { readingsOf } from "../../tools/stored-readings.js";
import { Program } from "../runner/program.js";
import { folder as folderOf } from "../runner/folder.js";
import { start } from "../runner/service.js";

const script = join(projectRoot(), "build", "examples", "start.js");
const password = "device-pass-1234";

interface Reading {
	readonly sensor: string;
	readonly value: number;
	readonly unit: string;
	readonly extra: { readonly from?: string } | null;
}

/** Runs an example to its end, with a service of its own. Returns what it wrote, and what the service has. */
async function run(t: ExecutionContext, name: string, ...options: readonly string[]): Promise<{ output: string; readings: readonly Reading[] }> {
	const folder = await folderOf(t);
	const service = await start(t, { data: join(folder, "data"), login: true, environment: { RECORDS_DEVICE_PASSWORD: password } });
	const superuser = { RECORDS_SUPERUSER: service.login!.identity, RECORDS_SUPERUSER_PASSWORD: service.login!.password };
	const environment = { ...superuser, RECORDS_PREFERENCES: join(folder, "preferences.json"), RECORDS_FILES: join(folder, "files"), RECORDS_DEVICE_PASSWORD: password };
	const { code, errors, output } = await new Program([script, "--url", service.url, "--example", name, ...options], environment, t).ended;
	t.is(code, 0, output + errors);
	const readings = await readingsOf<Reading>({ url: service.url, password }, "sensor,value,unit,extra");
	if (name !== "relay" && name !== "update")
		t.is(output.match(/^read {5}/gm)?.length, readings.length, output);
	return { output, readings };
}

test("button: each press is a reading", async (t) => {
	const { output, readings } = await run(t, "button", "--count", "2");
	t.deepEqual(readings.map(({ sensor, value }) => `${sensor} ${value}`), ["button 1", "button 1"]);
	t.is(output.match(/^button {3}posted$/gm)?.length, 2, output);
});

test("weather: each wake delivers a reading of each sensor", async (t) => {
	const { output, readings } = await run(t, "weather", "--count", "2", "--interval", "10");
	t.deepEqual(readings.map(({ sensor, unit }) => `${sensor} ${unit}`).sort(), ["humidity %", "humidity %", "pressure hPa", "pressure hPa", "temperature °C", "temperature °C"]);
	t.is(output.match(/^weather {2}delivered$/gm)?.length, 2, output);
});

test("gateway: what others send is delivered, and says from where it came", async (t) => {
	const { readings } = await run(t, "gateway", "--count", "3", "--interval", "10");
	// A sender repeats what is not answered in time.
	t.deepEqual([...new Set(readings.map(({ sensor, value, extra }) => `${sensor} ${value} ${extra?.from}`))].sort(), ["soil-1 32 127.0.0.1", "soil-2 31 127.0.0.1", "soil-2 33 127.0.0.1"]);
});

test("history: the least, mean and highest of what the service has of a week", async (t) => {
	const { output } = await run(t, "history", "--count", "4");
	t.regex(output, /^history {2}temperature, °C: 21\.0 to 24\.0, mean 22\.5, of 4$/m);
	t.regex(output, /^history {2}4 readings in 7 days$/m);
});

test("camera: each picture is sent, and a reading tells its size", async (t) => {
	const { output, readings } = await run(t, "camera", "--count", "2", "--interval", "10");
	t.is(output.match(/^camera {3}sent picture [12]: 20278 bytes$/gm)?.length, 2, output);
	t.deepEqual(readings.map(({ sensor, value, unit }) => `${sensor} ${value} ${unit}`), ["picture 20278 B", "picture 20278 B"]);
});

test("relay: each command is done, and the service is told", async (t) => {
	const { output } = await run(t, "relay", "--count", "3");
	t.is(output.match(/^relay {2}the contact is (closed|open)$/gm)?.length, 3, output);
	t.deepEqual(output.match(/^read {5}.*$/gm)?.sort(), ["read     off          done off", "read     on           done on", "read     on           done on"]);
});

test("update: newer firmware is installed, and the device says so before it starts again", async (t) => {
	const { output, readings } = await run(t, "update");
	t.deepEqual(readings.map(({ sensor, value }) => `${sensor} ${value}`), ["firmware 1"]);
	t.regex(output, /^update {3}version 1 has posted\nupdate {3}here a board keeps the firmware that runs\nupdate {3}version 2 is installed\nupdate {3}here a board starts firmware-1$/m);
});

test("provision: the device posts with what it was told", async (t) => {
	const { output, readings } = await run(t, "provision");
	t.is(readings.length, 1);
	t.regex(output, /^provision {2}device-one posted to http:/m);
	t.false(output.includes(password));
});

test.serial("provision: without anything the device says what is missing; what a file says wins, and is kept; the file is emptied", async (t) => {
	const folder = await folderOf(t);
	process.env.RECORDS_FILES = join(folder, "files");
	process.env.RECORDS_PREFERENCES = join(folder, "preferences.json");
	const service = await start(t, { data: join(folder, "data"), environment: { RECORDS_DEVICE_PASSWORD: password } });
	const file = join(folder, "files", "provision.json");
	const account = JSON.stringify({ baseUrl: service.url, identity: "device-one", devicePassword: password });
	const lines: string[] = [];
	const path = join(projectRoot(), "build", "firmware", "provision.js");
	await runFirmware(path, { pause: 1 }, (text) => {
		lines.push(text);
		if (lines.length === 1)
			writeFileSync(file, account);
	});
	t.deepEqual(lines, [
		"provision  failed: no baseUrl, identity, devicePassword: give them on mcconfig's command line or in provision.json\n",
		`provision  device-one posted to ${service.url}\n`
	]);
	t.is((await stat(file)).size, 0);
	t.true((await readFile(process.env.RECORDS_PREFERENCES, "utf8")).includes(password));
	const { default: main } = await import(path) as { default: () => Promise<void> };
	await main();
	t.is((await readingsOf({ url: service.url, password }, "id")).length, 2);
});
