/** `npm run fleet` on two services with the exported kit, which have different secrets and superusers. */
import { readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import test from "ava";
import { ago, KitService, readings, users } from "./kit-service.js";
import { rowsOf, runFleet, superuserOf } from "./fleet-program.js";
import type { Ended } from "../../host-tests/runner/program.js";

const folder = await mkdtemp(join(tmpdir(), "records-fleet-"));
const [one, two] = await Promise.all([KitService.start(), KitService.start()]);
for (const service of [one, two])
	await service.manage("PATCH", "/api/settings", { rateLimits: { enabled: false } });
writeFileSync(join(folder, "services.txt"), `one=${one.url}\ntwo=${two.url}\ndevices=http://127.0.0.1/{name}\n`);
// Their superusers have different passwords: each log-in is kept by itself. What a list came to before one was, and with that of the first alone:
const withNone = await run(["list"]);
await run(["list", "--url", one.url], superuserOf(one.plain));
const withFirst = await run(["list"]);
await run(["list", "--url", two.url], superuserOf(two.plain));
test.after.always(async () => {
	await Promise.all([one.remove(), two.remove()]);
	await rm(folder, { recursive: true, force: true });
});

function run(parameters: readonly string[], environment: Record<string, string> = {}): Promise<Ended> {
	const nobody = { RECORDS_SUPERUSER: "", RECORDS_SUPERUSER_PASSWORD: "" };
	return runFleet(parameters, { RECORDS_SERVICES: "services.txt", ...nobody, ...environment }, folder);
}

async function userOf(service: KitService, name: string): Promise<Record<string, string> | undefined> {
	return (await service.manage("GET", `${users}?filter=${encodeURIComponent(`username='${name}'`)}`)).items[0];
}

async function logsIn(service: KitService, name: string, password: string): Promise<boolean> {
	return service.login(name, password).then(() => true, () => false);
}

test("a log-in is kept for each service; one without it is named, and the others are done", (t) => {
	const needed = (name: string): string => `${name} was left out: the superuser's login is needed: set RECORDS_SUPERUSER to the email and RECORDS_SUPERUSER_PASSWORD to the password. Run the same command again\n`;
	t.deepEqual(withNone, { code: 1, output: "", errors: needed("one") + needed("two") });
	t.like(withFirst, { code: 1, errors: needed("two") });
	t.regex(withFirst.output, /^device +service +last reading/);
});

test("add makes a device under the same id on each service, also where one has it already, each with its own base URL", async (t) => {
	t.like(await run(["add", "--count", "2", "--prefix", "a-", "--csv", "a.csv", "--url", one.url, "--base-url", "http://127.0.0.1/{name}"]), { code: 0 });
	// As of a user whom somebody made in the dashboard.
	await one.device("a-3", "a-device-password");
	t.like(await run(["add", "--count", "2", "--prefix", "a-", "--csv", "a.csv"]), { code: 0, errors: "2 devices made, 0 were there. Their passwords are in a.csv alone\n" });
	t.like(await run(["add", "--count", "2", "--prefix", "a-", "--csv", "a.csv"]), { code: 0, errors: "0 devices made, 2 were there. Their passwords are in a.csv alone\n" });
	for (const [name, password, baseUrl] of rowsOf(join(folder, "a.csv"))) {
		t.is(baseUrl, `http://127.0.0.1/${name}`);
		t.is((await two.login(name, password)).id, (await one.login(name, password)).id);
	}
	t.like(await run(["add", "--count", "3", "--prefix", "a-", "--csv", "a.csv"]), { code: 1, errors: "the service has a-3 already, and a.csv has no password for them: name the file that they were made with, or another --prefix\n" });
});

test("copy makes what a service lacks, and nothing that was locked, removed or changed on another", async (t) => {
	const names = ["c-1", "c-2", "c-3", "c-4"];
	await run(["add", "--count", "4", "--prefix", "c-", "--csv", "c.csv", "--url", one.url]);
	await run(["lock", "c-2", "--url", one.url]);
	await run(["remove", "c-3", "--url", one.url]);
	// Somebody has made it in the dashboard: PocketBase has chosen its id.
	await one.device("c-5", "a-device-password");
	await run(["rotate", "c-4", "c-5", "--csv", "c-rotated.csv", "--url", one.url]);
	const { code, errors } = await run(["copy", "--csv", "c.csv"]);
	t.is(code, 1);
	t.is(errors, "1 device made, 2 were there, 1 is out of service and stays so.\n"
		+ "one has another password for c-2, c-4 than the last row of c.csv: somebody has locked the device or changed its password since. A later file has it, or rotate gives a new one\n"
		+ "two has no device c-2, c-4\n");
	t.deepEqual((await Promise.all(names.map((name) => userOf(two, name)))).map((user) => user !== undefined), [true, false, false, false]);
	t.like(await run(["copy", "--csv", "c-rotated.csv"]), { code: 0, errors: "2 devices made, 0 were there. Their passwords are in c-rotated.csv alone\n" });
	t.is((await userOf(two, "c-5"))?.id, (await userOf(one, "c-5"))?.id);
	t.regex((await run(["list", "--prefix", "c-"])).output, /^c-2 \(locked on one; not on two\) /m);
});

test("a device with different ids is named: a token of one service is not good on the other", async (t) => {
	for (const service of [one, two])
		await service.device("i-1", "a-device-password");
	const { code, errors } = await run(["rotate", "i-1", "--csv", "i.csv"]);
	t.is(code, 1);
	t.regex(errors, /^new passwords for 1 device.*\ntwo has another id for i-1 than one: a token of one is not good on the other\n$/);
});

test("rotate sets no password of a file on a device that a service has locked", async (t) => {
	await run(["add", "--count", "1", "--prefix", "r-", "--csv", "r.csv"]);
	const [[, stolen]] = rowsOf(join(folder, "r.csv"));
	await run(["lock", "r-1", "--url", one.url]);
	t.true(await logsIn(two, "r-1", stolen));
	t.like(await run(["rotate", "r-1", "--csv", "r.csv"]), { code: 0, errors: "new passwords for 1 device, which are in r.csv alone. Their tokens have ended: take the new passwords onto the devices\n" });
	const [, [, fresh]] = rowsOf(join(folder, "r.csv"));
	for (const service of [one, two]) {
		t.false(await logsIn(service, "r-1", stolen));
		t.true(await logsIn(service, "r-1", fresh));
	}
});

test("a device that has moved is where its last reading is, silent by the interval that it reported before, and has one row", async (t) => {
	await run(["add", "--count", "2", "--prefix", "s-", "--csv", "s.csv"]);
	const hours = (count: number): string => ago(count * 3_600_000);
	for (const [name, password] of rowsOf(join(folder, "s.csv"))) {
		const [before, after] = [await one.login(name, password), await two.login(name, password)];
		const { body: health } = await one.ask("POST", readings, before, { sensor: "health", value: 1, extra: { interval: 3600 } });
		await one.received(health.id, hours(9));
		const { body: reading } = await two.ask("POST", readings, after, { sensor: "a", value: 1 });
		await two.received(reading.id, hours(name === "s-1" ? 1 : 3));
	}
	const { output } = await run(["list", "--prefix", "s-"]);
	t.regex(output, /^device +service +last reading +silent for +readings +late\ns-2 +two +20\S+Z +\d h +2 +0\ns-1 +two +20\S+Z +\d+ min +2 +0\n2 devices\n$/);
	const silent = await run(["list", "--prefix", "s-", "--silent"]);
	t.like(silent, { code: 0, errors: "" });
	t.regex(silent.output, /^device .*\ns-2 .*\n1 device\n$/);
	await run(["lock", "s-2"]);
	for (const given of [["--silent"], ["--silent", "2h"]])
		t.regex((await run(["list", "--prefix", "s-", ...given])).output, /^device .*\n0 devices\n$/);
});

test("a service that takes connections and answers nothing holds up no lock on another, and is named", async (t) => {
	const here = ["--url", one.url];
	await run(["add", "--count", "2", "--prefix", "h-", "--csv", "h.csv", ...here], superuserOf(one.plain));
	const [[stolen, password], [other, otherPassword]] = rowsOf(join(folder, "h.csv"));
	const sockets = new Set<Socket>();
	// Its bytes are read, so that it sees the end of a connection.
	const hung = createServer((socket) => sockets.add(socket.on("error", () => undefined).resume())).listen(0, "127.0.0.1");
	t.teardown(() => {
		hung.close();
		sockets.forEach((socket) => socket.destroy());
	});
	await once(hung, "listening");
	const url = `http://127.0.0.1:${(hung.address() as AddressInfo).port}`;
	writeFileSync(join(folder, "hung.txt"), `hung=${url}\none=${one.url}\ndevices=http://127.0.0.1/{name}\n`);
	const ended = run(["lock", stolen, "--services", "hung.txt", "--list", "stolen.txt"], superuserOf(one.plain));
	while (await logsIn(one, stolen, password))
		await sleep(20);
	t.true(sockets.size > 0 && [...sockets].every((socket) => !socket.readableEnded && !socket.destroyed), "locked before the other was given up");
	t.deepEqual(await ended, {
		code: 1, output: `${stolen} is locked out on one: its password is one that nobody knows, and its tokens have ended\n`,
		errors: `hung was left out: the log-in of the superuser failed: the service does not answer at ${url}. Run the same command again\n`
	});
	t.is(readFileSync(join(folder, "stolen.txt"), "utf8"), `${stolen}\n`);
	t.true(await logsIn(one, other, otherPassword));
});
