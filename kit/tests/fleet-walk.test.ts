/**
 * What docs/deployment.md and docs/fleets.md tell an operator to do, done with 20 devices on one service and on three. The
 * commands are those of the pages: `sh` runs them, where `npm` is a function that runs what package.json's script would.
 */
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { cp, mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import test, { type ExecutionContext } from "ava";
import { haproxyVersion, startHAProxy } from "../bench/haproxy.js";
import { findBinary } from "../../service/binary.js";
import { GuardedProcess } from "../../service/guarded-process.js";
import { freePort } from "../../service/port.js";
import { projectRoot } from "../../service/project.js";
import { ask, tokenOf } from "../../host-tests/runner/asking.js";
import { folder as folderOf } from "../../host-tests/runner/folder.js";
import { type Ended, Program } from "../../host-tests/runner/program.js";
import { fleetProgram, rowsOf } from "./fleet-program.js";
import { readings, untilAnswered } from "./kit-service.js";

const deployment = readFileSync(join(projectRoot(), "docs", "deployment.md"), "utf8");
const fleets = readFileSync(join(projectRoot(), "docs", "fleets.md"), "utf8");

const programs = {
	fleet: fleetProgram,
	export: fileURLToPath(new URL("../export/main.js", import.meta.url)),
	start: fileURLToPath(new URL("../../examples/start.js", import.meta.url))
};
const npm = `npm() {
	[ "$1" = run ] && shift
	[ "$1" = --silent ] && shift
	name=$1; shift 2
	case "$name" in
		fleet) "${process.execPath}" "${programs.fleet}" "$@" ;;
		service:export) "${process.execPath}" "${programs.export}" "$@" ;;
		start) "${process.execPath}" "${programs.start}" "$@" ;;
	esac
}
`;

const devices = Array.from({ length: 20 }, (_, index) => `greenhouse-${index + 1}`);
const password = "a-superuser-password";
const refresh = "/api/collections/users/auth-refresh";

/** What a page says between two backquotes, or in a code block, that begins so; a page without it is a fault. */
function quoted(page: string, begin: string): string {
	const found = [...page.matchAll(/```\w*\n([^]*?)\n```/g), ...page.replace(/```[^]*?```/g, "").matchAll(/`([^`\n]+)`/g)].map(([, text]) => text).find((text) => text.startsWith(begin));
	if (found === undefined)
		throw new Error(`the page has no command or file that begins with ${begin}`);
	return found;
}

/** The commands of the table "Look after devices". */
const lookAfter = [.../## Look after devices\n[^]*?\n## /.exec(fleets)![0].matchAll(/^\| `([^`]+)` \|/gm)].map(([, command]) => command);

/** An operator's machine: a folder with files, and processes that end with the test. */
class Desk {
	readonly folder: string;
	readonly #t: ExecutionContext;

	private constructor(t: ExecutionContext, folder: string) {
		this.#t = t;
		this.folder = folder;
	}

	static async of(t: ExecutionContext): Promise<Desk> {
		const folder = await folderOf(t);
		return new Desk(t, folder);
	}

	run(commands: string, folder = this.folder): Promise<Ended> {
		return new Program(["-c", npm + commands], {}, undefined, folder, "sh").ended;
	}

	/** Runs commands that serve for as long as nobody ends them. Fulfilled when the service answers. */
	async serve(commands: string, folder: string, url: string): Promise<() => Promise<void>> {
		const child = new GuardedProcess("sh", ["-c", `cd "${folder}"\n${commands}`], process.env);
		const end = (): Promise<void> => child.kill();
		this.#t.teardown(end);
		await untilAnswered(`${url}/api/health`, child);
		return end;
	}

	write(name: string, text: string): void {
		writeFileSync(join(this.folder, name), text + "\n");
	}

	rows(name: string): string[][] {
		return rowsOf(join(this.folder, name));
	}
}

/** The block of docs/deployment.md that starts PocketBase without systemd: its first lines, and the last one. */
function commandsOf(port: number): { prepare: string; serve: string } {
	const block = quoted(deployment, "umask 077").replace("PASSWORD", password).replace("127.0.0.1:8090", `127.0.0.1:${port}`);
	const [mask, upsert, serve, ...others] = block.split("\n");
	if (others.length > 0 || !upsert.includes("superuser upsert"))
		throw new Error(`docs/deployment.md starts PocketBase by other commands: ${block}`);
	return { prepare: `${mask}\n${upsert}`, serve: `${mask}\nexec ${serve}` };
}

/** A PocketBase with the exported kit, as docs/deployment.md says, on a port; it does not run. */
async function installed(t: ExecutionContext, desk: Desk): Promise<string> {
	const made = await desk.run(quoted(deployment, "npm run service:export -- records-kit"));
	t.is(made.code, 0, made.errors);
	const folder = join(desk.folder, "one");
	await mkdir(folder);
	for (const name of ["pb_migrations", "pb_hooks", "pb_public"])
		await cp(join(desk.folder, "records-kit", name), join(folder, name), { recursive: true });
	symlinkSync(await findBinary(), join(folder, "pocketbase"));
	const prepared = await desk.run(commandsOf(8090).prepare, folder);
	t.is(prepared.code, 0, prepared.errors);
	return folder;
}

/** What the page's dashboard would do. */
async function cheapHash(url: string): Promise<void> {
	const token = await tokenOf(url, "you@example.org", password, "_superusers");
	const { body: { fields } } = await ask(url, "GET", "/api/collections/users", token);
	await ask(url, "PATCH", "/api/collections/users", token, { fields: fields.map((field: { name: string }) => field.name === "password" ? { ...field, cost: 4 } : field) });
}

/** A walk through docs/fleets.md. */
class Walk {
	readonly #desk: Desk;
	readonly #t: ExecutionContext;
	readonly #environment: string;
	/** Addresses by name. */
	readonly services: ReadonlyMap<string, string>;

	/** @param services addresses by name @param table the file of services */
	constructor(t: ExecutionContext, desk: Desk, services: ReadonlyMap<string, string>, table: string) {
		this.#t = t;
		this.#desk = desk;
		this.services = services;
		desk.write("services.txt", table);
		const [environment] = quoted(fleets, "export RECORDS_SERVICES=services.txt").split("\n");
		this.#environment = environment.replace("PASSWORD=PASSWORD", `PASSWORD=${password}`);
	}

	/** The names of the services, as a command writes them. */
	get names(): string {
		return [...this.services.keys()].join(", ");
	}

	run(command: string): Promise<Ended> {
		return this.#desk.run(`${this.#environment}\n${command}`);
	}

	/** Runs a command of docs/fleets.md, and compares all that it writes; a text or a pattern each. */
	async expect(command: string, output: string | RegExp, errors: string | RegExp = "", code = 0): Promise<void> {
		const ended = await this.run(command);
		for (const [given, wanted] of [[ended.output, output], [ended.errors, errors]] as const) {
			if (typeof wanted === "string")
				this.#t.is(given, wanted, command);
			else
				this.#t.regex(given, wanted, command);
		}
		this.#t.is(ended.code, code, command);
	}

	/** Makes the devices and has each log in by its row and post a reading. */
	async makeDevices(): Promise<void> {
		const t = this.#t;
		const [, add] = quoted(fleets, "export RECORDS_SERVICES=services.txt").split("\n");
		await this.expect(add.replace("--count 5000", "--count 20"), "", "20 devices made, 0 were there. Their passwords are in devices.csv alone\n");
		const rows = this.#desk.rows("devices.csv");
		for (const [identity, secret, baseUrl] of rows) {
			const token = await tokenOf(baseUrl, identity, secret);
			t.is((await ask(baseUrl, "POST", readings, token, { sensor: "temperature", value: 21 })).status, 200, identity);
			for (const [name, url] of this.services)
				t.is((await ask(url, "POST", refresh, token)).status, 200, `${identity} on ${name}`);
		}
		t.deepEqual(rows.map(([name]) => name), devices);
		await this.expect(quoted(fleets, "npm run fleet -- provision"), "");
		t.deepEqual(JSON.parse(readFileSync(join(this.#desk.folder, "provision.json"), "utf8")).identity, "greenhouse-7");
	}

	/** Whether a device can log in by its row in a file, on each service. */
	async canLogIn(name: string, file: string): Promise<boolean[]> {
		const [identity, secret] = this.#desk.rows(file).find(([row]) => row === name)!;
		return Promise.all([...this.services.values()].map(async (url) => await tokenOf(url, identity, secret) !== ""));
	}

	/** Does all commands of the table "Look after devices", in its order. @param row of a device in the list */
	async lookAfter(row: (name: string) => RegExp): Promise<void> {
		const t = this.#t, all = this.names;
		const none = /^device .*\n0 devices\n$/;
		const lock = `greenhouse-7 is locked out on ${all}: its password is one that nobody knows, and its tokens have ended\n`;
		const expected: Record<string, () => Promise<void>> = {
			"npm run fleet -- list": async () => {
				const { output } = await this.run("npm run fleet -- list");
				t.is(output.trimEnd().split("\n").length, 22);
				for (const name of devices)
					t.regex(output, row(name));
			},
			"npm run fleet -- list --silent": () => this.expect("npm run fleet -- list --silent", none, "20 devices report no interval: only a time, such as --silent 24h, finds them silent\n"),
			"npm run fleet -- list --silent 24h": () => this.expect("npm run fleet -- list --silent 24h", none),
			"npm run fleet -- lock greenhouse-7": () => this.expect("npm run fleet -- lock greenhouse-7", lock),
			"npm run fleet -- lock greenhouse-7 --list locked.txt": () => this.expect("npm run fleet -- lock greenhouse-7 --list locked.txt", lock),
			"npm run fleet -- lock --list locked.txt": () => this.expect("npm run fleet -- lock --list locked.txt", lock),
			"npm run fleet -- rotate greenhouse-7 --csv new.csv": async () => {
				await this.expect("npm run fleet -- rotate greenhouse-7 --csv new.csv", "", "new passwords for 1 device, which are in new.csv alone. Their tokens have ended: take the new passwords onto the devices\n");
				t.deepEqual(await this.canLogIn("greenhouse-7", "new.csv"), [...this.services].map(() => true));
				t.deepEqual(this.#desk.rows("new.csv")[0][2], this.#desk.rows("devices.csv").find(([name]) => name === "greenhouse-7")![2]);
			},
			"npm run fleet -- remove greenhouse-7": async () => {
				await this.expect("npm run fleet -- remove greenhouse-7", `greenhouse-7 is out of service on ${all}. Its readings stay\n`);
				t.deepEqual(await this.canLogIn("greenhouse-7", "new.csv"), [...this.services].map(() => false));
			}
		};
		t.deepEqual(lookAfter, Object.keys(expected));
		for (const command of lookAfter)
			await expected[command]();
	}

	/** Exports what was posted today by both commands of docs/fleets.md. Returns the readings. */
	async export(): Promise<any[]> {
		const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
		const command = (begin: string): string => quoted(fleets, begin).replace("2026-11-01", day(-1)).replace("2026-12-01", day(1));
		await this.expect(command("npm run fleet -- export"), "", /^--to was cut: .*\n20 readings\. The next export begins with --from \S+\n$/);
		const { code } = await this.run(command("npm run --silent fleet -- export"));
		this.#t.is(code, 0);
		const { output: csv } = await this.#desk.run("gzip -dc november.csv.gz");
		const lines = readFileSync(join(this.#desk.folder, "november.ndjson"), "utf8").trimEnd().split("\n").map((line) => JSON.parse(line));
		this.#t.is(csv.split("\n")[0], Object.keys(lines[0]).join(","));
		this.#t.is(csv.trimEnd().split("\n").length, 21);
		this.#t.deepEqual(lines.map(({ name }) => name).sort(), [...devices].sort());
		return lines;
	}
}

const onPosix = process.platform === "win32" ? test.serial.skip : test.serial;

onPosix("an operator's walk through the pages, with one service", async (t) => {
	const desk = await Desk.of(t);
	const folder = await installed(t, desk);
	const port = await freePort();
	const url = `http://127.0.0.1:${port}`;
	const start = (): Promise<() => Promise<void>> => desk.serve(commandsOf(port).serve, folder, url);
	const end = await start();
	await cheapHash(url);
	const walk = new Walk(t, desk, new Map([["records", url]]), quoted(fleets, "records=").replaceAll("https://records.example.org", url));
	await walk.makeDevices();
	await end();
	const [data, backup] = ["pb_data", "backup"].map((name) => join(folder, name));
	await cp(data, backup, { recursive: true });
	const endOfAll = await start();
	await walk.lookAfter((name) => new RegExp(`^${name} +20\\S+Z +\\d+ s +1 +0$`, "m"));
	await walk.export();

	// A backup is restored, and what was locked and removed after it is so again.
	await walk.expect("npm run fleet -- remove greenhouse-6 --list removed.txt", "greenhouse-6 is out of service on records. Its readings stay\n");
	await endOfAll();
	await rm(data, { recursive: true });
	await rename(backup, data);
	await start();
	t.deepEqual([...await walk.canLogIn("greenhouse-6", "devices.csv"), ...await walk.canLogIn("greenhouse-7", "devices.csv")], [true, true]);
	await walk.expect(quoted(deployment, "npm run fleet -- lock --list"), /^greenhouse-7 is locked out on records: .*\n$/);
	await walk.expect(quoted(deployment, "npm run fleet -- remove --list"), "greenhouse-6 is out of service on records. Its readings stay\n");
	t.deepEqual([...await walk.canLogIn("greenhouse-6", "devices.csv"), ...await walk.canLogIn("greenhouse-7", "devices.csv")], [false, false]);

	// The example is a device, too.
	const [[name, secret]] = desk.rows("devices.csv");
	const example = quoted(deployment, "npm start -- --url").replace("http://127.0.0.1:8090", url).replace("NAME", name);
	const posted = await desk.run(`export RECORDS_DEVICE_PASSWORD=${secret} RECORDS_PREFERENCES=preferences.json RECORDS_FILES=files\n${example}`);
	t.is(posted.code, 0, posted.errors);
	t.regex(posted.output, /^summary +put 20, left 0, .*, read back 20, none twice$/m);
});

onPosix("an operator's walk through the pages, with three services, of which one does not answer for a while", async (t) => {
	const desk = await Desk.of(t);
	const first = await installed(t, desk);
	const ports = [await freePort(), await freePort(), await freePort()];
	const urls = ports.map((port) => `http://127.0.0.1:${port}`);
	const end = await desk.serve(commandsOf(ports[0]).serve, first, urls[0]);
	await cheapHash(urls[0]);
	await end();
	const names = ["one", "two", "three"];
	// "Start all services from one copy of the data folder".
	for (const name of names.slice(1))
		await cp(first, join(desk.folder, name), { recursive: true });
	const start = (index: number): Promise<() => Promise<void>> => desk.serve(commandsOf(ports[index]).serve, join(desk.folder, names[index]), urls[index]);
	const [, , endThree] = [await start(0), await start(1), await start(2)];

	let base = urls[0]; // which takes no path with a device's name
	if (await haproxyVersion() === undefined)
		console.log("not run: several services behind the real haproxy: not installed (Debian's package haproxy)");
	else {
		const port = await freePort();
		const balancer = await startHAProxy(desk.folder, port, ports);
		t.teardown(() => balancer.kill());
		base = `http://127.0.0.1:${port}/{name}`;
	}
	const table = quoted(fleets, "one=").replace("https://records.example.org/{name}", base).replace(/10\.0\.0\.(\d):8090/g, (_, index: string) => `127.0.0.1:${ports[Number(index) - 1]}`);
	const walk = new Walk(t, desk, new Map(names.map((name, index) => [name, urls[index]])), table);
	await walk.makeDevices();
	const lines = await walk.export();
	const serviceOf = new Map(lines.map(({ name, service }) => [name, service]));
	t.true([...serviceOf.values()].every((name) => names.includes(name)));
	await walk.lookAfter((name) => new RegExp(`^${name} +${serviceOf.get(name)} +20\\S+Z +\\d+ s +1 +0$`, "m"));

	await endThree();
	const leftOut = /^three was left out: .* the service does not answer at http:\/\/127\.0\.0\.1:\d+\. Run the same command again\n$/;
	const tokensEnd = "its password is one that nobody knows, and its tokens have ended\n";
	await walk.expect("npm run fleet -- lock greenhouse-8", `greenhouse-8 is locked out on one, two: ${tokensEnd}`, leftOut, 1);
	await walk.expect("npm run fleet -- list", /^greenhouse-8 \(locked\) /m, leftOut, 1);
	await walk.expect("npm run fleet -- rotate greenhouse-9 --csv late.csv", "", /^new passwords for 1 device, which are in late\.csv alone.*\nthree was left out: .*\n$/, 1);
	await walk.expect("npm run fleet -- add --count 21 --prefix greenhouse- --csv devices.csv", "", leftOut, 1);
	await start(2);
	t.deepEqual(await walk.canLogIn("greenhouse-8", "devices.csv"), [false, false, true]);
	const { output } = await walk.run("npm run fleet -- list");
	t.true(output.includes(quoted(fleets, "greenhouse-7 (locked on").replace("greenhouse-7", "greenhouse-8")), output);
	await walk.expect("npm run fleet -- lock greenhouse-8", `greenhouse-8 is locked out on one, two, three: ${tokensEnd}`);
	t.deepEqual(await walk.canLogIn("greenhouse-8", "devices.csv"), [false, false, false]);
	t.deepEqual(await walk.canLogIn("greenhouse-9", "late.csv"), [true, true, false]);
	await walk.expect("npm run fleet -- rotate greenhouse-9 --csv late.csv", "", /^new passwords for 1 device/);
	t.deepEqual(await walk.canLogIn("greenhouse-9", "late.csv"), [true, true, true]);
	t.is(desk.rows("late.csv").length, 1); // the same password as on the others
	const ofOne = await walk.run(`npm run fleet -- lock greenhouse-10 --url ${urls[0]}`);
	t.true(ofOne.output.startsWith(quoted(fleets, "greenhouse-7 is locked out on").replace("greenhouse-7", "greenhouse-10").replace("http://10.0.0.1:8090", urls[0])), ofOne.output);
	t.deepEqual(await walk.canLogIn("greenhouse-10", "devices.csv"), [false, true, true]);
	await walk.expect("npm run fleet -- rotate greenhouse-10 --csv late.csv", "", /^new passwords for 1 device/);
	// What the file says is compared with all services.
	await walk.expect("npm run fleet -- add --count 21 --prefix greenhouse- --csv devices.csv", "",
		/^1 device made, 19 were there, 1 is out of service and stays so\.\n(?:(?:one|two|three) has another password for greenhouse-8, greenhouse-9, greenhouse-10 than the last row of devices\.csv: .*\n){3}$/, 1);
	t.deepEqual(await walk.canLogIn("greenhouse-21", "devices.csv"), [true, true, true]);
});
