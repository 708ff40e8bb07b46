/** `npm run fleet` on a fresh PocketBase with the exported kit. */
import { execFile } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { chmod, readFile } from "node:fs/promises";
import { createServer, request as ask } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import test, { type ExecutionContext } from "ava";
import { runFirmware } from "../../host/firmware/run.js";
import { DeviceFile, type DeviceRow } from "../fleet/device-file.js";
import { PlainService } from "../../service/plain-service.js";
import { projectRoot } from "../../service/project.js";
import { fleetProgram, rowsOf, superuserOf } from "./fleet-program.js";
import { ago, KitService, postAll, readings } from "./kit-service.js";
import { ask as askAt } from "../../host-tests/runner/asking.js";
import { folder } from "../../host-tests/runner/folder.js";
import { startSecure } from "../../tools/tls/secure-listener.js";
import { type Ended, Program } from "../../host-tests/runner/program.js";

const service = await KitService.start({ RECORDS_DEVICE_SERIES: "2000" });
// Each run logs in: more often than the kit allows.
await service.manage("PATCH", "/api/settings", { rateLimits: { enabled: false } });
test.after.always(() => service.remove());

/** @param onErrors called with all that was written to standard error so far */
function run(parameters: readonly string[], environment: Record<string, string> = {}, onErrors?: (text: string, kill: () => void) => void): Promise<Ended> {
	const where = parameters.includes("--services") || parameters.includes("--url") ? [] : ["--url", service.url];
	const program = new Program([fleetProgram, ...where, ...parameters], { ...superuserOf(service.plain), ...environment });
	program.child.stderr.on("data", () => onErrors?.(program.errors, () => program.child.kill("SIGKILL")));
	return program.ended;
}

/** Makes devices PREFIX1 and so on, with a file in a folder of the test's. */
async function made(t: ExecutionContext, prefix: string, count: number): Promise<{ readonly home: string; readonly file: string; readonly rows: string[][] }> {
	const home = await folder(t);
	const file = join(home, "devices.csv");
	const { code, errors } = await run(["add", "--count", String(count), "--prefix", prefix, "--csv", file]);
	t.is(code, 0, errors);
	return { home, file, rows: rowsOf(file) };
}

/** What is said where a row of a file has another password than the service. */
function otherPassword(names: string, file: string): string {
	return `${service.url} has another password for ${names} than the last row of ${file}: somebody has locked the device or changed its password since. A later file has it, or rotate gives a new one\n`;
}

async function usersOf(prefix: string): Promise<Record<string, string>[]> {
	return (await service.manage("GET", `/api/collections/users/records?perPage=500&sort=created&filter=${encodeURIComponent(`username~'${prefix}%'`)}`)).items;
}

test.serial("add makes devices that can log in, each once, and a larger count adds to them", async (t) => {
	const file = join(await folder(t), "devices.csv");
	const first = await run(["add", "--count", "10", "--prefix", "a-", "--csv", file, "--base-url", "https://records.example.org/"]);
	t.deepEqual(first, { code: 0, output: "", errors: `10 devices made, 0 were there. Their passwords are in ${file} alone\n` });
	const rows = rowsOf(file);
	t.deepEqual(rows.map(([name]) => name), Array.from({ length: 10 }, (_, index) => `a-${index + 1}`));
	t.is(new Set(rows.map(([, password]) => password)).size, 10);
	for (const [, password, url] of rows) {
		t.regex(password, /^[0-9a-f]{24}$/);
		t.is(url, "https://records.example.org");
	}
	if (process.platform !== "win32")
		t.is(statSync(file).mode & 0o777, 0o600);
	t.truthy((await service.login("a-7", rows[6][1])).token);
	const more = await run(["add", "--count", "12", "--prefix", "a-", "--csv", file]);
	t.is(more.errors, `2 devices made, 10 were there. Their passwords are in ${file} alone\n`);
	t.deepEqual(rowsOf(file).slice(0, 10), rows);
	t.is((await usersOf("a-")).length, 12);
});

test.serial("add goes on where it was killed: no device twice, and each password of the file works", async (t) => {
	const file = join(await folder(t), "devices.csv");
	const killed = await run(["add", "--count", "260", "--prefix", "k-", "--csv", file], {}, (text, kill) => {
		if (text.includes("200 of 260"))
			kill();
	});
	t.is(killed.code, "SIGKILL");
	t.regex(killed.errors, /^200 of 260 devices made, \d+ (?:s|min) to go\n$/);
	const before = await usersOf("k-");
	t.true(before.length >= 200 && before.length < 260, String(before.length));
	// The last row may have been cut short, too.
	writeFileSync(file, readFileSync(file, "utf8") + "k-259,0123");
	const { code, errors } = await run(["add", "--count", "260", "--prefix", "k-", "--csv", file]);
	t.is(code, 0, errors);
	t.is((await usersOf("k-")).length, 260);
	const rows = rowsOf(file);
	// A row whose device the service lacked may be there twice.
	t.deepEqual([...new Set(rows.map(([name]) => name))].sort(), Array.from({ length: 260 }, (_, index) => `k-${index + 1}`).sort());
	for (const [name, password] of [rows[0], ...rows.slice(before.length - 10, before.length + 10), rows[259]])
		t.truthy((await service.login(name, password)).token, name);
});

test.serial("two adds at once with different files: a file whose add ends with 0 has good passwords alone, and the next add names the others", async (t) => {
	const home = await folder(t);
	const files = ["one", "two"].map((name) => join(home, `${name}.csv`));
	const add = (file: string): Promise<Ended> => run(["add", "--count", "40", "--prefix", "w-", "--csv", file]);
	const check = async (file: string, code: number | string): Promise<void> => {
		const rows = rowsOf(file);
		const good = await Promise.all(rows.map(([name, password]) => service.login(name, password).then(() => true, () => false)));
		if (code === 0)
			t.deepEqual(good, rows.map(() => true), file);
	};
	const ends = await Promise.all(files.map(add));
	await Promise.all(files.map((file, index) => check(file, ends[index].code)));
	const again = [await add(files[0]), await add(files[1])];
	await Promise.all(files.map((file, index) => check(file, again[index].code)));
	t.true(again.some(({ code }) => code === 1));
});

test("a file of devices takes no row while another command writes it", async (t) => {
	const path = join(await folder(t), "devices.csv");
	const row = (identity: string): DeviceRow => ({ identity, devicePassword: "0123456789", baseUrl: "http://a" });
	const [one, two] = [DeviceFile.opened(path), DeviceFile.opened(path)];
	t.teardown(() => [one, two].forEach((file) => file.close()));
	one.append([row("a-1"), row("a-2")]);
	one.append([row("a-3")]);
	t.throws(() => two.append([row("a-1")]), { message: `${path} can't be written: another command writes it. Run this one again when that has ended` });
	t.deepEqual(rowsOf(path).map(([name]) => name), ["a-1", "a-2", "a-3"]);
	const later = DeviceFile.opened(path);
	later.append([row("a-4")]);
	later.close();
	t.is(DeviceFile.existing(path).rows.size, 4);
});

test("a file of devices may begin with a byte order mark, which spreadsheets write", async (t) => {
	const path = join(await folder(t), "devices.csv");
	writeFileSync(path, "\uFEFFidentity,devicePassword,baseUrl\r\na-1,0123456789,http://a\r\n", { mode: 0o600 });
	t.is(DeviceFile.existing(path).row("a-1").devicePassword, "0123456789");
	const file = DeviceFile.opened(path);
	file.append([{ identity: "a-2", devicePassword: "0123456789", baseUrl: "http://a" }]);
	file.close();
	t.deepEqual([...DeviceFile.existing(path).rows.keys()], ["a-1", "a-2"]);
});

test.serial("copy of a file without devices says so, and ends with 1", async (t) => {
	const file = join(await folder(t), "devices.csv");
	for (const text of ["", "identity,devicePassword,baseUrl\n"]) {
		writeFileSync(file, text, { mode: 0o600 });
		t.deepEqual(await run(["copy", "--csv", file]), { code: 1, output: "", errors: `${file} has no device\n` });
	}
});

test.serial("add goes on after one device could not be made, however often that failed", async (t) => {
	const file = join(await folder(t), "devices.csv");
	const other = await service.manage("POST", "/api/collections/users/records", { email: "f-3@devices.invalid", password: "a-password", passwordConfirm: "a-password" });
	const add = (count: number): Promise<Ended> => run(["add", "--count", String(count), "--prefix", "f-", "--csv", file]);
	for (const count of [8, 20, 40]) {
		const { code, errors } = await add(count);
		t.is(code, 1);
		t.regex(errors, /making f-3 failed: HTTP 400/);
	}
	await service.manage("DELETE", `/api/collections/users/records/${other.id}`);
	t.like(await add(40), { code: 0 });
	const passwords = new Map(rowsOf(file).map(([name, password]) => [name, password]));
	t.is(passwords.size, 40);
	for (const name of ["f-1", "f-3", "f-40"])
		t.truthy((await service.login(name, passwords.get(name)!)).token);
});

test.serial("a certificate of a CA that this machine does not know is named, with what to set", async (t) => {
	const secure = await startSecure(Number(new URL(service.url).port));
	t.teardown(() => secure.close());
	const ended = await run(["list", "--url", `https://localhost:${secure.port}`]);
	t.is(ended.code, 1);
	const text = /certificate of a CA that this machine does not know \([A-Z_]+\): set NODE_EXTRA_CA_CERTS/;
	t.regex(ended.errors, text);
	const start = new Program([fileURLToPath(new URL("../../examples/start.js", import.meta.url)), "--url", `https://localhost:${secure.port}`, "--count", "1"], {}, t);
	const { code, errors } = await start.ended;
	t.is(code, 1);
	t.regex(errors, text);
});

test.serial("before it makes many, add says how a service that hashes slowly takes less time", async (t) => {
	const file = join(await folder(t), "devices.csv");
	const users = "/api/collections/users";
	const { fields } = await service.manage("GET", users) as { fields: { name: string; cost?: number }[] };
	const withCost = (cost: number): object => ({ fields: fields.map((field) => field.name === "password" ? { ...field, cost } : field) });
	await service.manage("PATCH", users, withCost(0));
	t.teardown(() => service.manage("PATCH", users, withCost(4)));
	const killed = await run(["add", "--count", "200", "--prefix", "slow-", "--csv", file], {}, (_, kill) => kill());
	t.regex(killed.errors, /hash its password\. .* set Collections, users, password, "Bcrypt cost" to 4 in the dashboard/);
	t.is((await run(["add", "--count", "1", "--prefix", "slower-", "--csv", `${file}.other`])).errors, `1 device made, 0 were there. Their passwords are in ${file}.other alone\n`);
});

test.serial("add refuses devices whose passwords it does not know, a file of another service, and one that others may read; nothing is made", async (t) => {
	const { file, home } = await made(t, "r-", 2);
	const other = join(home, "other.csv");
	const foreign = await run(["add", "--count", "3", "--prefix", "r-", "--csv", other]);
	t.is(foreign.code, 1);
	t.is(foreign.errors, `the service has r-1, r-2 already, and ${other} has no password for them: name the file that they were made with, or another --prefix\n`);
	writeFileSync(other, `identity,devicePassword,baseUrl\n${Array.from({ length: 20 }, (_, index) => `s-${index + 1},0123456789,http://a\n`).join("")}`, { mode: 0o600 });
	const elsewhere = await run(["add", "--count", "20", "--prefix", "s-", "--csv", other]);
	t.is(elsewhere.errors, `${other} has s-1, s-2 and 10 more, which the service does not have: is this the service that they were made on?\n`);
	for (const [text, fault] of [["a,b\n", ": its first line is not"], ["identity,devicePassword,baseUrl\na,b\n", ", line 2: not three texts"]]) {
		writeFileSync(other, text);
		t.true((await run(["add", "--count", "1", "--prefix", "s-", "--csv", other])).errors.replace(" is no file of devices", "").startsWith(other + fault), fault);
	}
	if (process.platform !== "win32") {
		await chmod(file, 0o644);
		t.is((await run(["add", "--count", "3", "--prefix", "r-", "--csv", file])).errors, `${file} holds passwords, and other users of this machine may read it: chmod 600 ${file}\n`);
	}
	t.is((await usersOf("r-")).length, 2);
	t.is((await usersOf("s-")).length, 0);
});

test.serial("list shows who is silent, the longest first; lock, rotate and remove end tokens and leave readings", async (t) => {
	const { file, home, rows } = await made(t, "l-", 5);
	const accounts = await Promise.all(rows.map(([name, password]) => service.login(name, password)));
	const posted: string[] = [];
	for (const account of accounts.slice(0, 4))
		posted.push((await service.ask("POST", readings, account, { sensor: "a", value: 1 })).body.id);
	const names = async (...parameters: string[]): Promise<string[]> => {
		const { code, errors, output } = await run(["list", "--prefix", "l-", ...parameters]);
		t.is(code, 0, errors);
		return output.trimEnd().split("\n").slice(1, -1).map((line) => line.split(" ")[0]);
	};
	t.deepEqual(await names(), ["l-5", "l-1", "l-2", "l-3", "l-4"]);
	// The service tells its time in whole seconds: a reading of this second is from the future.
	await service.manage("PATCH", `/api/collections/device_activity/records/${accounts[3].id}`, { last: new Date(Date.now() + 60_000).toISOString() });
	t.deepEqual(await names(), ["l-5", "l-1", "l-2", "l-3", "l-4"]);
	t.regex((await run(["list", "--prefix", "l-"])).output, /^l-4 +20\S+Z +0 s +1 +0$/m);
	t.deepEqual(await names("--silent", "24h"), ["l-5"]);
	await service.manage("PATCH", `/api/collections/device_activity/records/${accounts[2].id}`, { last: new Date(Date.now() - 90_060_000).toISOString() });
	t.deepEqual(await names("--silent", "24h"), ["l-5", "l-3"]);
	t.regex((await run(["list", "--prefix", "l-", "--silent", "24h"])).output, /^device +last reading +silent for +readings +late\nl-5 +never +0 +0\nl-3 +20\S+Z +25 h +1 +0\n2 devices\n$/);

	t.is((await run(["lock", "l-1"])).output, `l-1 is locked out on ${service.url}: its password is one that nobody knows, and its tokens have ended\n`);
	t.is((await run(["remove", "l-2"])).output, `l-2 is out of service on ${service.url}. Its readings stay\n`);
	const fresh = join(home, "rotated.csv");
	t.is((await run(["rotate", "l-3", "--csv", fresh])).code, 0);
	for (const account of accounts.slice(0, 3))
		t.is((await service.ask("POST", "/api/collections/users/auth-refresh", account)).status, 401);
	for (const [name, password] of rows.slice(0, 3))
		await t.throwsAsync(service.login(name, password), { message: /HTTP 400/ });
	t.is((await service.login("l-3", rowsOf(fresh)[0][1])).id, accounts[2].id);
	t.is((await service.ask("POST", "/api/collections/users/auth-refresh", accounts[3])).status, 200);
	for (const id of posted)
		t.is((await service.manage("GET", `${readings}/${id}`)).value, 1);
	t.deepEqual(await names(), ["l-5", "l-3", "l-1", "l-4"]);
	// Whoever is removed stays so, with another password and by another run of add.
	await service.manage("PATCH", `/api/collections/users/records/${accounts[1].id}`, { password: "a-known-password", passwordConfirm: "a-known-password" });
	await t.throwsAsync(service.login("l-2", "a-known-password"), { message: /HTTP 40/ });
	t.deepEqual(await run(["add", "--count", "5", "--prefix", "l-", "--csv", file]), { code: 1, output: "", errors: `0 devices made, 4 were there, 1 is out of service and stays so.\n${otherPassword("l-1, l-3", file)}` });
	t.is((await run(["lock", "l-2"])).errors, "l-2 is out of service\n");
	t.is((await run(["lock", "l-99"])).errors, "the service has no device l-99\n");
});

test.serial("a list that the service breaks off is an error, not a shorter list", async (t) => {
	const device = await service.device("broken-1", "a-device-password");
	await service.ask("POST", readings, device, { sensor: "a", value: 1 });
	// JSON can't hold it.
	await service.sql(`UPDATE device_activity SET late = x'ff' WHERE id = '${device.id}'`);
	const { code, errors, output } = await run(["list", "--silent"]);
	await service.sql(`UPDATE device_activity SET late = 0 WHERE id = '${device.id}'`);
	t.is(code, 1);
	t.is(output, "");
	t.regex(errors, /^the list of devices failed: .*\n$/);
	t.is((await run(["list", "--silent"])).code, 0);
});

test.serial("lock and remove keep a list, by which devices are locked again when a backup was restored", async (t) => {
	const { home, rows } = await made(t, "m-", 4);
	const [locked, removed] = [join(home, "locked.txt"), join(home, "removed.txt")];
	const isLocked = `is locked out on ${service.url}: its password is one that nobody knows, and its tokens have ended\n`;
	t.like(await run(["lock", "m-1", "--list", locked]), { code: 0, output: `m-1 ${isLocked}` });
	t.like(await run(["lock", "m-2", "--list", locked]), { code: 0, output: `m-2 ${isLocked}m-1 ${isLocked}` });
	t.like(await run(["remove", "m-3", "--list", removed]), { code: 0, output: `m-3 is out of service on ${service.url}. Its readings stay\n` });
	t.like(await run(["lock", "m-9", "--list", locked]), { code: 1, output: `m-1 ${isLocked}m-2 ${isLocked}`, errors: "the service has no device m-9\n" });
	t.is(readFileSync(locked, "utf8"), "m-1\nm-2\n");
	t.regex((await run(["list", "--prefix", "m-"])).output, /^m-1 \(locked\) +never/m);
	// What a backup brings back.
	for (const { id, username } of (await usersOf("m-"))) {
		const password = rows.find(([name]) => name === username)![1];
		await service.manage("PATCH", `/api/collections/users/records/${id}`, { password, passwordConfirm: password, locked: "", removed: "" });
	}
	const back = await Promise.all(rows.map(([name, password]) => service.login(name, password)));
	writeFileSync(locked, "m-1 # stolen in May\n\nm-2\nm-9\n");
	t.like(await run(["lock", "--list", locked]), { code: 1, output: `m-1 ${isLocked}m-2 ${isLocked}`, errors: `the service has no device m-9 in service, which is in ${locked}\n` });
	t.like(await run(["remove", "--list", removed]), { code: 0, output: `m-3 is out of service on ${service.url}. Its readings stay\n` });
	t.deepEqual(await Promise.all(back.map(async (account) => (await service.ask("POST", "/api/collections/users/auth-refresh", account)).status)), [401, 401, 401, 200]);
	// A new password brings a locked one back.
	const fresh = join(home, "rotated.csv");
	t.is((await run(["rotate", "m-1", "--csv", fresh])).code, 0);
	t.truthy((await service.login("m-1", rowsOf(fresh)[0][1])).token);
	t.notRegex((await run(["list", "--prefix", "m-1"])).output, /locked/);
	t.like(await run(["lock", "--list", home]), { code: 1, errors: `${home} can't be read: it is a folder, not a file\n` });
});

test.serial("commands log in once, also where several begin at the same time: who guesses passwords does not lock their operator out", async (t) => {
	const limited = await KitService.of(t);
	const list = (password = limited.plain.password): Promise<Ended> => run(["list", "--url", limited.url], { RECORDS_SUPERUSER_PASSWORD: password });
	t.deepEqual((await Promise.all([list(), list(), list()])).map(({ code, errors }) => [code, errors]), [[0, ""], [0, ""], [0, ""]]);
	for (let status = 0; status !== 429;)
		({ status } = await limited.ask("POST", "/api/collections/_superusers/auth-with-password", { id: "", token: "" }, { identity: "superuser@example.test", password: "wrong" }));
	t.is((await list()).code, 0);
	t.is((await run(["list", "--url", limited.url], { RECORDS_SUPERUSER: "", RECORDS_SUPERUSER_PASSWORD: "" })).code, 0);
	// The kept log-in is good for its password alone, and for nobody else of the machine.
	const { code, errors } = await list("wrong");
	t.is(code, 1);
	t.regex(errors, /^the log-in of the superuser failed: HTTP 429: .* Wait a minute\. If that does not help, see Rate limits in docs\/deployment\.md\n$/);
	const kept = join(projectRoot(), ".data", "fleet");
	if (process.platform !== "win32") {
		t.is(statSync(kept).mode & 0o777, 0o700);
		for (const name of readdirSync(kept))
			t.is(statSync(join(kept, name)).mode & 0o777, 0o600);
	}
	// A token that has ended is no way in.
	await limited.manage("PATCH", `/api/collections/_superusers/records/${(await limited.manage("GET", "/api/collections/_superusers/records")).items[0].id}`, { password: "another-password", passwordConfirm: "another-password" });
	t.regex((await list()).errors, /HTTP 429/);
});

test.serial("rotate goes on where it was interrupted: a password is set once, except the last ones", async (t) => {
	const fresh = join((await made(t, "t-", 30)).home, "rotated.csv");
	t.is((await run(["rotate", "--prefix", "t-", "--csv", fresh])).code, 0);
	const rows = rowsOf(fresh);
	const first = await service.login("t-1", rows[0][1]);
	// As if it had ended before the last row's password was set.
	const password = "another-password";
	await service.manage("PATCH", `/api/collections/users/records/${(await usersOf("t-30"))[0].id}`, { password, passwordConfirm: password });
	t.is((await run(["rotate", "--prefix", "t-", "--csv", fresh])).code, 0);
	// What the row has may be an older password: it is not set.
	t.deepEqual(rowsOf(fresh).slice(0, 30), rows);
	t.deepEqual(rowsOf(fresh).slice(30).map(([name]) => name), ["t-30"]);
	t.truthy((await service.login("t-30", rowsOf(fresh)[30][1])).token);
	t.is((await service.ask("POST", "/api/collections/users/auth-refresh", first)).status, 200);
});

test.serial("rotate sets no password where the file has them already, or where no device is meant, and says so", async (t) => {
	const { file, home, rows } = await made(t, "u-", 2);
	const fresh = join(home, "rotated.csv");
	const before = readFileSync(file, "utf8");
	const device = await service.login("u-1", rows[0][1]);
	t.like(await run(["rotate", "u-1", "--csv", file]), { code: 1, errors: `no password was set: ${file} has those of u-1 already. New ones go into a new file\n` });
	t.is(readFileSync(file, "utf8"), before);
	t.is((await service.ask("POST", "/api/collections/users/auth-refresh", device)).status, 200);
	t.like(await run(["rotate", "--prefix", "nobody-", "--csv", fresh]), { code: 1, errors: "the service has no device whose name begins with nobody-\n" });
	t.false(existsSync(fresh));
	t.is((await run(["rotate", "u-1", "u-1", "--csv", fresh])).errors, `new passwords for 1 device, which are in ${fresh} alone. Their tokens have ended: take the new passwords onto the devices\n`);
	t.like(await run(["rotate", "--prefix", "u-", "--csv", fresh]), { code: 0, errors: `new passwords for 1 device, which are in ${fresh} alone; 1 had theirs there already. Their tokens have ended: take the new passwords onto the devices\n` });
	t.deepEqual(rowsOf(fresh).map(([name]) => name), ["u-1", "u-2"]);
});

test.serial("a name that a file of devices can't hold is refused before its password is set", async (t) => {
	const users = "/api/collections/users";
	const { fields } = await service.manage("GET", users) as { fields: { name: string; pattern?: string }[] };
	// The kit's usernames have no such characters; those of users who were there before may.
	await service.manage("PATCH", users, { fields: fields.map((field) => field.name === "username" ? { ...field, pattern: "" } : field) });
	t.teardown(() => service.manage("PATCH", users, { fields }));
	const password = "a-device-password";
	for (const name of ["a,b", 'a"b', "a\nb"]) {
		await service.manage("POST", `${users}/records`, { username: name, email: "odd@example.test", password, passwordConfirm: password });
		const odd = await service.login("odd@example.test", password);
		const file = join(await folder(t), "devices.csv");
		t.like(await run(["rotate", name, "--csv", file]), { code: 1, errors: `${file} can't hold the name ${name}: it has a comma, a quote or white space\n` });
		t.deepEqual(rowsOf(file), []);
		t.is((await service.ask("POST", `${users}/auth-refresh`, odd)).status, 200);
		await service.manage("DELETE", `${users}/records/${odd.id}`);
	}
});

test.serial("a file that is a folder or no file, a service without the kit, and one that lets superusers in from other addresses alone are named before anything is made", async (t) => {
	const home = await folder(t);
	const file = join(home, "devices.csv");
	writeFileSync(join(home, "text"), "");
	const plain = await PlainService.start();
	t.teardown(() => plain.remove());
	const add = ["add", "--count", "1", "--prefix", "n-", "--csv"];
	const faults: [Ended, string][] = [
		[await run([...add, home]), `${home} can't be opened: it is a folder, not a file\n`],
		[await run(["provision", "n-1", "--csv", home, "--out", "-"]), `${home} is not a file\n`],
		[await run([...add, join(home, "text", "devices.csv")]), `${join(home, "text", "devices.csv")} can't be opened: a part of the path is a file, not a folder\n`],
		[await run([...add, file, "--url", plain.url], { RECORDS_SUPERUSER_PASSWORD: plain.password }), `the service's users have no field "username": install the service kit (npm run service:export)\n`]
	];
	for (const [{ code, errors }, text] of faults) {
		t.is(errors, text);
		t.is(code, 1);
	}
	t.is((await usersOf("n-")).length, 0);
	const token = await plain.token();
	t.is((await askAt(plain.url, "GET", "/api/collections/users/records", token)).body.totalItems, 0);
	await askAt(plain.url, "PATCH", "/api/settings", token, { superuserIPs: ["192.0.2.1"] });
	const { code, errors } = await run(["list", "--url", plain.url], { RECORDS_SUPERUSER_PASSWORD: plain.password });
	t.is(code, 1);
	t.regex(errors, /HTTP 403: .* Superusers may be let in from some addresses alone: Settings, Application, superuserIPs\n$/);
});

test.serial("provision writes a file with which the example posts", async (t) => {
	const { file, home, rows } = await made(t, "p-", 1);
	const written = join(home, "files", "provision.json");
	process.env.RECORDS_PREFERENCES = join(home, "preferences.json");
	process.env.RECORDS_FILES = join(home, "files");
	const { output } = await run(["provision", "p-1", "--csv", file, "--out", "-"]);
	t.deepEqual(JSON.parse(output), { baseUrl: service.url, identity: "p-1", devicePassword: rows[0][1] });
	mkdirSync(join(home, "files"));
	t.is((await run(["provision", "p-1", "--csv", file, "--out", written])).code, 0);
	if (process.platform !== "win32")
		t.is(statSync(written).mode & 0o777, 0o600);
	t.is((await run(["provision", "p-1", "--csv", file, "--out", written])).errors, `${written} can't be written: it is there already\n`);
	const lines: string[] = [];
	await runFirmware(join(projectRoot(), "build", "firmware", "provision.js"), {}, (text) => lines.push(text));
	t.is(lines.join(""), `provision  p-1 posted to ${service.url}\n`);
	t.is((await run(["provision", "p-2", "--csv", file, "--out", "-"])).errors, `${file} has no device p-2\n`);
});

test.serial("provision writes no file with which the device can't log in; an address that does not answer here is said", async (t) => {
	const { file, home } = await made(t, "q-", 2);
	const [away, wrong] = [join(home, "away.csv"), join(home, "wrong.csv")];
	await run(["rotate", "q-1", "--csv", away, "--base-url", "http://127.0.0.1:1"]);
	await run(["rotate", "q-2", "--csv", wrong, "--base-url", `${service.url}/{name}`]);
	t.deepEqual(await run(["provision", "q-1", "--csv", file, "--out", "-"]), { code: 1, output: "", errors: `q-1 can't log in at ${service.url}: HTTP 400: its password was changed since, or it was locked or removed\n` });
	t.deepEqual(await run(["provision", "q-2", "--csv", wrong, "--out", "-"]), { code: 1, output: "", errors: `q-2 can't log in at ${service.url}/q-2: HTTP 404: there is no such path. Is the base URL right?\n` });
	const { code, errors, output } = await run(["provision", "q-1", "--csv", away, "--out", "-"]);
	t.is(code, 0);
	t.is(JSON.parse(output).baseUrl, "http://127.0.0.1:1");
	t.regex(errors, /^whether q-1 can log in at http:\/\/127\.0\.0\.1:1 is not known: .+\n$/);
});

test.serial("export writes each reading once, in the order in which it was stored, as CSV and NDJSON; one ends where the next begins", async (t) => {
	const home = await folder(t);
	const device = await service.device("x-1", "a-device-password");
	const total = 1203; // more than two pages
	await postAll(service, device, Array.from({ length: total }, (_, value) => ({ sensor: `x,"${value}"`, value, unit: "°C", extra: { a: 1 } })));
	const { items } = await service.manage("GET", `${readings}?perPage=500&sort=created,id&filter=${encodeURIComponent(`device='${device.id}'`)}`);
	const [from, middle] = [items[0].created, items[400].created].map((text: string) => text.replace(" ", "T"));
	const parts: any[] = [];
	for (const [index, limits] of [["--from", from, "--to", middle], ["--from", middle, "--to", new Date(Date.now() + 1000).toISOString()]].entries()) {
		const out = join(home, `${index}.ndjson`);
		const { code, errors } = await run(["export", "--format", "ndjson", "--out", out, ...limits]);
		t.is(code, 0, errors);
		t.regex(errors, /^(?:--to was cut: nothing was received at 20\S+Z or later by \S+\. What comes is of the next export\n)?\d+ readings\. The next export begins with --from \d+\.[a-z0-9]{15}\n$/);
		t.is(errors.startsWith("--to was cut"), index === 1);
		parts.push((await readFile(out, "utf8")).trimEnd().split("\n").map((line) => JSON.parse(line)));
	}
	t.true(parts[0].length > 0 && parts[0].length <= 400);
	const all = parts.flat();
	t.deepEqual(all.map(({ value }) => value).sort((a: number, b: number) => a - b), Array.from({ length: total }, (_, index) => index));
	t.deepEqual(all.map(({ created }) => created), all.map(({ created }) => created).sort());
	t.like(all[0], { name: "x-1", device: device.id, unit: "°C", extra: { a: 1 }, taken: "" });
	const { output } = await run(["export", "--from", from, "--to", middle, "--out", "-"]);
	const [header, first, ...others] = output.trimEnd().split("\n");
	t.is(header, "name,id,device,sensor,value,unit,taken,created,extra");
	t.is(others.length + 1, parts[0].length);
	const { created, id, sensor, value } = parts[0][0];
	t.is(first, `x-1,${id},${device.id},"${sensor.replaceAll('"', '""')}",${value},°C,,${created},"{""a"":1}"`);
});

test.serial("a reading that waited for the database while an export ended is in the next one, by place and by time; --to ahead is cut and said", async (t) => {
	const home = await folder(t);
	const alone = await KitService.of(t);
	const runAlone = (...parameters: string[]): Promise<Ended> => run([...parameters, "--url", alone.url], { RECORDS_SUPERUSER_PASSWORD: alone.plain.password });
	const device = await alone.device("e-1", "a-device-password");
	const post = async (sensor: string, created = ""): Promise<void> => {
		const { body } = await alone.ask("POST", readings, device, { sensor, value: 1 });
		if (created !== "")
			await alone.received(body.id, created);
	};
	const write = async (...limits: string[]): Promise<{ sensors: string[]; next: string; said: string }> => {
		const out = join(home, `${readdirSync(home).length}.ndjson`);
		const { code, errors } = await runAlone("export", "--format", "ndjson", "--out", out, ...limits);
		t.is(code, 0, errors);
		const lines = (await readFile(out, "utf8")).split("\n").slice(0, -1).map((line) => JSON.parse(line));
		return { sensors: lines.map(({ sensor }) => sensor), next: /--from (\S+)\n$/.exec(errors)![1], said: errors };
	};
	await post("before");
	const ahead = new Date(Date.now() + 3_600_000).toISOString();
	const first = await write("--to", ahead);
	t.deepEqual(first.sensors, ["before"]);
	t.true(first.said.startsWith(`--to was cut: nothing was received at ${ahead} or later by ${alone.url}. What comes is of the next export\n`));
	// It came before the export's end, and was stored after it.
	await post("waited", ago(46_000));
	await post("after");
	const second = await write("--from", first.next);
	t.deepEqual(second.sensors, ["waited", "after"]);
	t.deepEqual((await write("--from", second.next)).sensors, []);
	// Months, whose first reading was stored before one that had waited since the last month.
	for (const [sensor, created] of [["may", "2090-05-31 23:59:59.000Z"], ["june", "2090-06-01 00:00:01.000Z"], ["waited since May", "2090-05-31 23:59:58.000Z"], ["july", "2090-07-01 00:00:00.000Z"]])
		await post(sensor, created);
	const may = await write("--from", "2090-05-01", "--to", "2090-06-01"), june = await write("--from", "2090-06-01", "--to", "2090-07-01");
	t.deepEqual([may.sensors, june.sensors], [["may"], ["june", "waited since May"]]);
	t.notRegex(may.said + june.said, /cut/);
	t.deepEqual((await write("--from", may.next, "--to", "2090-07-01")).sensors, june.sensors);
	await alone.manage("DELETE", `${readings}/${june.next.split(".")[1]}`);
	t.like(await runAlone("export", "--from", june.next, "--out", join(home, "gone")), { code: 1, errors: `${alone.url} has no reading at ${june.next} any more: it was deleted, or a backup was restored. Begin with a time before the last export's end\n` });
});

test.serial("an export to standard output begins with its first line, and no text in it begins as a formula", async (t) => {
	const device = await service.device("z-1", "a-device-password");
	const texts = ["=1+1", "+1", "-1", "@a", "\t=1", "a=1", ""];
	const from = new Date(Date.now() - 2000).toISOString();
	for (const text of texts) {
		const { body, status } = await service.ask("POST", readings, device, { sensor: "formula", value: -1, extra: text });
		t.is(status, 200);
		// As it may have been there before the kit.
		await service.stored(body.id, "unit", text);
	}
	const parameters = ["--url", service.url, "--from", from, "--to", new Date(Date.now() + 60_000).toISOString(), "--out", "-"];
	const { stdout } = await promisify(execFile)("npm", ["run", "--silent", "fleet", "--", "export", ...parameters], {
		cwd: projectRoot(), shell: process.platform === "win32", env: { ...process.env, ...superuserOf(service.plain) }
	});
	const [header, ...lines] = stdout.trimEnd().split("\n");
	t.is(header, "name,id,device,sensor,value,unit,taken,created,extra");
	const cells = lines.map((line) => line.split(",")).filter(([, , , sensor]) => sensor === "formula");
	t.deepEqual(cells.map(([, , , , value, unit]) => [value, unit]), ["'=1+1", "'+1", "'-1", "'@a", "'\t=1", "a=1", ""].map((unit) => ["-1", unit]));
	// PocketBase takes the text "-1" in a JSON field for the number.
	t.deepEqual(cells.map((row) => row[8]), ["'=1+1", "'+1", "-1", "'@a", "'\t=1", "a=1", ""]);
});

test.serial("an export that the service ends early leaves no file that looks whole; the next one writes it", async (t) => {
	const out = join(await folder(t), "readings.csv");
	const device = await service.device("y-1", "a-device-password");
	await postAll(service, device, Array.from({ length: 2050 }, (_, value) => ({ sensor: "a", value }))); // more than a page
	let pages = 0;
	const failing = createServer((request, response) => {
		if (request.url?.startsWith("/api/records/feed?") && ++pages > 1)
			return void request.socket.destroy();
		const { headers, method, url } = request;
		request.pipe(ask(service.url + url, { headers, method }, (answer) => void answer.pipe(response.writeHead(answer.statusCode ?? 502, answer.headers))));
	}).listen(0, "127.0.0.1");
	await once(failing, "listening");
	t.teardown(() => failing.close());
	const everything = ["export", "--to", new Date(Date.now() + 60_000).toISOString(), "--out", out];
	const { code, errors } = await run([...everything, "--url", `http://127.0.0.1:${(failing.address() as AddressInfo).port}`]);
	t.is(code, 1);
	t.regex(errors, /^the service does not answer at /m);
	t.true(pages > 1);
	t.false(existsSync(out));
	t.is((await run(everything)).code, 0);
	t.true((await readFile(out, "utf8")).split("\n").length > 600);
	t.is((await run(everything)).errors, `${out} can't be written: it is there already\n`);
});

test.serial("what is wrong with the login or the service is said in plain words, and ends it with 1", async (t) => {
	const file = join(await folder(t), "devices.csv");
	const faults: [Ended, RegExp][] = [
		[await run(["list"], { RECORDS_SUPERUSER_PASSWORD: "wrong" }), /^the log-in of the superuser failed: HTTP 400: Failed to authenticate\.\n$/],
		[await run(["list", "--url", "http://127.0.0.1:1"], { RECORDS_SUPERUSER: "", RECORDS_SUPERUSER_PASSWORD: "" }), /^the superuser's login is needed: set RECORDS_SUPERUSER to the email and RECORDS_SUPERUSER_PASSWORD to the password\n$/],
		[await run(["list", "--url", "http://127.0.0.1:1"]), /^the log-in of the superuser failed: the service does not answer at http:\/\/127\.0\.0\.1:1\n$/],
		[await run(["list", "--url", `${service.url}/pb`]), /^the log-in of the superuser failed: HTTP 404: The requested resource wasn't found\. Is \S+ the address of a PocketBase\?\n$/],
		[await run(["provision", "a", "--csv", file, "--out", "-"]), /devices\.csv can't be opened: it is not there\n$/]
	];
	for (const [{ code, errors }, text] of faults) {
		t.is(code, 1);
		t.regex(errors, text);
	}
});
