import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { usage } from "../../examples/arguments.mjs";
import type { Service } from "../../service/launcher.js";
import { loginText, readLogin } from "../../service/login.js";
import { freePort } from "../../service/port.js";
import { projectRoot } from "../../service/project.js";
import { readingsOf } from "../../tools/stored-readings.js";
import { type Ended, Program } from "../runner/program.js";
import { KitService } from "../../kit/tests/kit-service.js";
import { folder as folderOf } from "../runner/folder.js";
import { start } from "../runner/service.js";

const script = join(projectRoot(), "build", "examples", "start.js");
const password = "device-pass-1234";

interface Reading {
	readonly id: string;
	readonly value: number;
	readonly unit: string;
}

interface Run extends Ended {
	/** Milliseconds. */
	readonly time: number;
}

/** A folder of the test's own, in which the main job keeps its data, its token and its readings. */
class Desk {
	readonly data: string;
	readonly preferences: string;
	readonly files: string;
	readonly #t: ExecutionContext;

	private constructor(t: ExecutionContext, folder: string) {
		this.#t = t;
		this.data = join(folder, "data");
		this.preferences = join(folder, "preferences.json");
		this.files = join(folder, "files");
	}

	static async make(t: ExecutionContext): Promise<Desk> {
		return new Desk(t, await folderOf(t));
	}

	service(port?: number): Promise<Service> {
		return start(this.#t, { data: this.data, environment: { RECORDS_DEVICE_PASSWORD: password }, ...port === undefined ? {} : { port } });
	}

	spawn(parameters: readonly string[], environment: Record<string, string> = {}): Program {
		const own = { RECORDS_DATA: this.data, RECORDS_PREFERENCES: this.preferences, RECORDS_FILES: this.files, RECORDS_DEVICE_PASSWORD: password };
		return new Program([script, ...parameters], { ...own, ...environment }, this.#t);
	}

	/** Runs the main job to its end and sees that it gave nothing secret away. */
	async run(parameters: readonly string[], environment: Record<string, string> = {}): Promise<Run> {
		return this.finish(this.spawn(parameters, environment), environment.RECORDS_DEVICE_PASSWORD);
	}

	async finish(program: Program, secret = password): Promise<Run> {
		const start = Date.now();
		const ended = await program.ended;
		await this.#checkSecrets(ended.output + ended.errors, secret);
		return { ...ended, time: Date.now() - start };
	}

	/** The token as it lies in preferences, in parts. */
	async tokenParts(): Promise<string[]> {
		if (!existsSync(this.preferences))
			return [];
		const texts = (await readFile(this.preferences, "utf8")).match(/[\w.-]{20,}/g);
		return texts ?? [];
	}

	async #checkSecrets(shown: string, secret: string): Promise<void> {
		for (const part of [secret, ...await this.tokenParts()])
			this.#t.false(shown.includes(part), "a secret was shown");
		// The usage text names the password that everybody knows.
		this.#t.notRegex(shown, /eyJ[\w-]{10}|Bearer/);
	}
}

function readings(url: string): Promise<readonly Reading[]> {
	return readingsOf({ url, password }, "id,value,unit");
}

/** What the lines "reading  N  value unit  id  N pending" tell. */
function put(output: string): string[] {
	return [...output.matchAll(/^reading +\d+ +(\S+) +°C +(\S{15}) +\d+ pending$/gm)].map(([, value, id]) => `${id} ${Number(value)}`);
}

/** The numbers in those lines. */
function numbers(output: string): number[] {
	return [...output.matchAll(/^reading +(\d+) /gm)].map(([, number]) => Number(number));
}

/** What a program has written as errors: on a slow machine it says there, too, what it waits for. */
function withoutProgress(errors: string): string {
	return errors.replace(/^.* … (?:.*, )?[\d.]+ s\n/gm, "");
}

function stored(found: readonly Reading[]): string[] {
	return found.map(({ id, value }) => `${id} ${value}`);
}

test("the first run logs in, delivers and reads back; the second restores the token and adds to what is there", async (t) => {
	const desk = await Desk.make(t);
	const first = await desk.run(["--count", "3", "--interval", "10"]);
	t.is(first.code, 0, first.output + first.errors);
	t.is(withoutProgress(first.errors), "");
	t.regex(first.output, /^service {2}http:\/\/127\.0\.0\.1:\d+\nreading +1 /m);
	t.regex(first.output, /\nlogin {4}as device-one, token stored in preferences\n/);
	t.deepEqual(numbers(first.output), [1, 2, 3]);
	t.is(put(first.output).length, 3);
	const [head = "", ...rows] = first.output.match(/^read {5}.*$/gm) ?? [];
	t.regex(head, /no {2}value +taken \(UTC\) +arrived \(UTC\) +delay$/);
	t.is(rows.length, 3);
	for (const row of rows)
		t.regex(row, /^read {8}[1-3] {2}[\d.]+ °C +20\d\d-\d\d-\d\d \d\d:\d\d:\d\d {2}20\d\d-\d\d-\d\d \d\d:\d\d:\d\d {2}-?\d+\.\d s$/);
	t.regex(first.output, /\nsummary {2}put 3, left 0, connections used 1, read back 3, none twice\nlook /);
	// The service has ended: the lines say how to see the readings, which are in a folder of this run's own.
	t.true(first.output.endsWith(`npm run service -- --data "${desk.data}"\nlook     live page  http://127.0.0.1:8090/#late=2\nlook     dashboard  http://127.0.0.1:8090/_/\n`), first.output);
	t.true((await desk.tokenParts()).length > 0);

	const second = await desk.run(["--count=2", "--interval=0"]);
	t.is(second.code, 0, second.output + second.errors);
	t.regex(second.output, /\ntoken {4}restored from preferences and renewed\n/);
	t.notRegex(second.output, /login/);
	t.regex(second.output, /\nsummary {2}put 2, left 0, connections used 1, read back 2, none twice\nlook /);

	const service = await desk.service();
	const found = await readings(service.url);
	t.deepEqual(stored(found).sort(), [...put(first.output), ...put(second.output)].sort());
	t.true(found.every(({ value, unit }) => unit === "°C" && value > 0 && value < 50));
	await service.stop();
});

test("--url takes a running service and leaves it running; --interval is kept", async (t) => {
	const desk = await Desk.make(t);
	const service = await desk.service();
	const run = await desk.run(["--url", service.url, "--count", "4", "--interval", "150"]);
	t.is(run.code, 0, run.output + run.errors);
	t.true(run.output.startsWith(`service  ${service.url}\n`));
	t.true(run.time > 450, `${run.time} milliseconds`);
	t.deepEqual(stored(await readings(service.url)).sort(), put(run.output).sort());
	t.is(put(run.output).length, 4);
	t.true(run.output.endsWith(`\nlook     live page  ${service.url}/#late=2\nlook     dashboard  ${service.url}/_/\n`), run.output);
});

test("--identity posts as a device of one's own PocketBase with the service kit, where the live page has another path", async (t) => {
	const desk = await Desk.make(t);
	const service = await KitService.start();
	t.teardown(() => service.remove());
	const { id } = await service.device("greenhouse-7", "a-device-password");
	const run = await desk.run(["--url", service.url, "--identity", "greenhouse-7", "--count", "2"], { RECORDS_DEVICE_PASSWORD: "a-device-password" });
	t.is(run.code, 0, run.output + run.errors);
	const { items } = await service.manage("GET", "/api/collections/readings/records");
	t.deepEqual(items.map(({ device }: { device: string }) => device), [id, id]);
	t.true(run.output.endsWith(`\nlook     live page  ${service.url}/live.html#late=2\nlook     dashboard  ${service.url}/_/\n`), run.output);
});

test("of more readings than a screen holds the newest are shown, and how many more there are", async (t) => {
	const desk = await Desk.make(t);
	const run = await desk.run(["--count", "12", "--interval", "0"]);
	t.is(run.code, 0, run.output + run.errors);
	t.is(run.output.match(/^read +\d/gm)?.length, 10);
	t.regex(run.output, /\nread {5}… 2 more\nsummary /);
});

for (const signal of ["SIGINT", "SIGTERM"] as const) {
	test(`--keep prints the addresses and a login, the service answers there, and ${signal} ends both`, async (t) => {
		const desk = await Desk.make(t);
		const program = desk.spawn(["--keep", "--count", "1", "--interval", "0"]);
		await program.printed(/^kept .*\nlook .*\nlook .*\n/m);
		const { output } = program;
		const url = /^kept {5}the service answers at (http:\S+) until Ctrl-C$/m.exec(output)![1];
		t.is((await readings(url)).length, 1);
		// Before the first reading, for who wants to watch, and at the end.
		const addresses = `look     live page  ${url}/#late=2\nlook     dashboard  ${url}/_/\n`;
		t.true(output.includes(`${addresses}look     ${loginText(await readLogin(desk.data), desk.data)}\nservice  `), output);
		t.true(output.endsWith(addresses), output);

		program.child.kill(signal);
		const run = await desk.finish(program);
		t.is(run.code, 0, run.errors);
		t.is(withoutProgress(run.errors), "");
		await t.throwsAsync(fetch(`${url}/api/health`));
	});
}

test("the usage names each option and variable", (t) => {
	for (const word of ["--count", "--interval", "--outage", "--url", "--identity", "--engine", "--emulator", "--keep", "--example", "RECORDS_DATA", "RECORDS_PREFERENCES", "RECORDS_FILES", "RECORDS_DEVICE_PASSWORD", "RECORDS_SERVICE_BIN"])
		t.true(usage.includes(word), word);
});

test("a fault in the options is named, and nothing is started", async (t) => {
	const desk = await Desk.make(t);
	const faults: [string[], string][] = [
		[["--nope"], "Unknown option '--nope'"],
		[["extra"], "Unexpected argument 'extra'"],
		[["--count"], "Option '--count <value>' argument missing"],
		[["--count", "many"], '--count must be a whole number from 1 to 2147483647, not "many"'],
		[["--count", "0"], '--count must be a whole number from 1 to 2147483647, not "0"'],
		[["--count", "1.5"], '--count must be a whole number from 1 to 2147483647, not "1.5"'],
		[["--count", ""], '--count must be a whole number from 1 to 2147483647, not ""'],
		[["--interval", "-1"], "Option '--interval' argument is ambiguous"],
		[["--interval=-1"], '--interval must be a whole number from 0 to 2147483647, not "-1"'],
		[["--interval", ""], '--interval must be a whole number from 0 to 2147483647, not ""'],
		[["--interval", "99999999999"], '--interval must be a whole number from 0 to 2147483647, not "99999999999"'],
		[["--outage", "0"], '--outage must be a whole number from 1 to 2000000, not "0"'],
		[["--outage", "long"], '--outage must be a whole number from 1 to 2000000, not "long"'],
		[["--outage", "2000001"], '--outage must be a whole number from 1 to 2000000, not "2000001"'],
		[["--url", "http://127.0.0.1:1", "--outage", "5"], "--outage stops a service started here, not the one of --url"],
		[["--example", "lamp"], '--example must be one of sensor, button, weather, gateway, provision, history, camera, relay, update, not "lamp"'],
		[["--example", "button", "--outage", "2"], "--engine, --emulator and --outage are for the sensor"],
		[["--example", "button", "--emulator"], "--engine, --emulator and --outage are for the sensor"],
		[["--emulator", "--engine", "xs"], "--emulator stands without --engine and --outage"],
		[["--engine", "v8"], '--engine must be node or xs, not "v8"'],
		[["--url", "ftp://127.0.0.1"], "baseUrl must be"],
		[["--url", ""], "baseUrl is required"],
		[["--identity", " "], "--identity must be a device's name or email"],
		[["--url", "http://127.0.0.1:1", "--keep"], "--keep is for a service started here"]
	];
	await Promise.all(faults.map(async ([parameters, fault]) => {
		const run = await desk.run(parameters, { RECORDS_DEVICE_PASSWORD: "another-password" });
		t.is(run.code, 1, parameters.join(" "));
		t.notRegex(run.output, /^reading/m);
		t.true(run.errors.startsWith(`error    ${fault}`), run.errors);
	}));
	t.false(existsSync(desk.data));
});

test("a service that can't be had is named", async (t) => {
	const desk = await Desk.make(t);
	const run = await desk.run([], { RECORDS_SERVICE_BIN: "/nonexistent" });
	t.is(run.code, 1);
	t.is(run.output, "");
	t.is(run.errors, "error    RECORDS_SERVICE_BIN names /nonexistent, which does not exist\n");
});

test("--emulator says in a line for each what is missing for it, and starts nothing", async (t) => {
	const desk = await Desk.make(t);
	const without = await desk.run(["--emulator"], { MODDABLE: "" });
	t.is(without.code, 1);
	t.is(without.output, "");
	t.regex(without.errors, /^error {4}\$MODDABLE is not set: [^\n]+\n$/);

	const moddable = join(desk.files, "..", "moddable");
	await mkdir(join(moddable, "examples"), { recursive: true });
	await writeFile(join(moddable, "examples", "manifest_base.json"), "{}");
	await mkdir(join(moddable, "build", "bin", "lin", "release"), { recursive: true });
	await writeFile(join(moddable, "build", "bin", "lin", "release", "mcconfig"), "", { mode: 0o755 });
	const alone = await desk.run(["--emulator"], { MODDABLE: moddable, IDF_PATH: "", PATH: "/nonexistent" });
	t.is(alone.code, 1);
	t.is(alone.output, "");
	t.deepEqual(alone.errors.trimEnd().split("\n").map((line) => line.split(" ")[0]), ["error", "idf.py", "riscv32-esp-elf-gcc", "qemu-system-riscv32"]);
	t.regex(alone.errors, /^error {4}\$IDF_PATH is not set: /);
	t.false(existsSync(desk.data));
});

test("a plain http address that others may read on the way is refused by one line", async (t) => {
	const desk = await Desk.make(t);
	const { port } = await desk.service();
	// It leads to this machine, and its number is none of the private ones.
	const { code, errors, output } = await desk.run(["--url", `http://0.0.0.0:${port}`]);
	t.is(code, 1);
	t.is(withoutProgress(errors), "");
	t.regex(output, /^failed +a password or token would go over plain http to a host that is not known to be private, /m);
});

test("an address where nothing listens is a failure that is shown, not a wait; the next run delivers what was put", async (t) => {
	const desk = await Desk.make(t);
	const port = await freePort();
	const parameters = ["--url", `http://127.0.0.1:${port}`, "--count", "5", "--interval", "10"];
	const run = await desk.run(parameters);
	t.is(run.code, 1);
	t.is(put(run.output).length, 5);
	t.regex(run.output, /^summary {2}put 5, left 5 \(.*ECONNREFUSED.*\), connections used \d+, read back 0, /m);
	t.is(withoutProgress(run.errors), "error    5 of 5 readings are not delivered: the summary says why; the next run delivers them\n");
	t.deepEqual(await desk.tokenParts(), []);

	await desk.service(port);
	const next = await desk.run(parameters);
	t.is(next.code, 0, next.output);
	t.regex(next.output, /^pending {2}5 readings from before the restart$/m);
	t.deepEqual(put(next.output), []);
	t.regex(next.output, /^summary {2}put 5, left 0, .* read back 5, none twice$/m);
	t.deepEqual(stored(await readings(`http://127.0.0.1:${port}`)).sort(), put(run.output).sort());
});

test("a wrong password is a failure that says what to check, and not the password", async (t) => {
	const desk = await Desk.make(t);
	const service = await desk.service();
	const run = await desk.run(["--url", service.url, "--count", "2"], { RECORDS_DEVICE_PASSWORD: "wrong-password" });
	t.is(run.code, 1);
	t.regex(run.output, /^login {4}failed: the user name "device-one" or its password is wrong \(identity, devicePassword\)$/m);
	t.regex(run.errors, /^error {4}2 of 2 readings are not delivered: check the device's name and password, --identity and RECORDS_DEVICE_PASSWORD; /m);
	t.notRegex(run.output + run.errors, /wrong-password/);
	t.regex(run.output, /^summary {2}put 2, left 2 \(Failed to authenticate\. \(next try in \d+ s\)\), /m);
	t.deepEqual(await desk.tokenParts(), []);
	const { errors } = await desk.run(["--url", service.url, "--example", "weather"], { RECORDS_DEVICE_PASSWORD: "wrong-password" });
	t.is(withoutProgress(errors), "error    Failed to authenticate: check the device's name and password, --identity and RECORDS_DEVICE_PASSWORD\n");
	t.deepEqual(await readings(service.url), []);
});

test("--outage stops the service in the middle: readings go on, and all arrive once", async (t) => {
	const desk = await Desk.make(t);
	const run = await desk.run(["--count", "10", "--interval", "100", "--outage", "2"]);
	t.is(run.code, 0, run.output + run.errors);
	// How many readings fall into the outage depends on how long the service takes to stop.
	t.regex(run.output, /^reading +5 .*\n(.*\n)*outage {3}the service is stopped for 2 seconds\n(.*\n)*outage {3}the service answers again\n(.*\n)*summary/m);
	t.regex(run.output, /^reading +10 .*\n/m);
	t.regex(run.output, /\nsummary {2}put 10, left 0, connections used \d+, read back 10, none twice\nlook /);
	const service = await desk.service();
	t.deepEqual(stored(await readings(service.url)).sort(), put(run.output).sort());
});

test("a run that is killed in the middle goes on at the next start: each reading is there once", async (t) => {
	const desk = await Desk.make(t);
	const program = desk.spawn(["--count", "20", "--interval", "50"]);
	await program.printed(/^reading +12 .*\n/m);
	const before = program.output;
	program.child.kill("SIGKILL");
	await program.ended;
	const next = await desk.run(["--count", "20", "--interval", "10"]);
	t.is(next.code, 0, next.output + next.errors);
	// What the first put behind the last line that was read here is known from where the second goes on.
	const [first] = numbers(next.output);
	t.true(first > 12);
	t.deepEqual(numbers(next.output), Array.from({ length: 21 - first }, (_, index) => first + index));
	t.regex(next.output, /\nsummary {2}put 20, left 0, connections used 1, read back 20, none twice\nlook /);
	const service = await desk.service();
	const found = stored(await readings(service.url));
	t.is(found.length, 20);
	t.deepEqual([...put(before), ...put(next.output)].filter((reading) => !found.includes(reading)), []);
});

test("a token that the service no longer takes is replaced by a login", async (t) => {
	const desk = await Desk.make(t);
	const other = await Desk.make(t);
	const first = await other.service();
	t.is((await other.run(["--url", first.url, "--count", "1", "--interval", "0"])).code, 0);
	await first.kill();
	// Another service at the same address.
	const service = await desk.service(first.port);
	const run = await desk.run(["--url", service.url, "--count", "1"], { RECORDS_PREFERENCES: other.preferences });
	t.is(run.code, 0, run.output);
	t.regex(run.output, /^token {4}restored from preferences, but: The request requires valid record authorization token\.$/m);
	t.regex(run.output, /^login {4}as device-one/m);
});
