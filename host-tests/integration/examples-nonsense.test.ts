/** The examples on the host, with configurations, files and datagrams that are nonsense: each says so, goes on, and believes nothing. */
import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import test, { type ExecutionContext } from "ava";
import type { Service } from "../../service/launcher.js";
import { freePort } from "../../service/port.js";
import { projectRoot } from "../../service/project.js";
import { Superuser } from "../../tools/front/superuser.js";
import { listen } from "../../tools/network/listener.js";
import { readingsOf } from "../../tools/stored-readings.js";
import { serviceOfFile } from "../../tools/service-of-file.js";
import { password } from "../../tools/successive-service.js";
import { folder as folderOf } from "../runner/folder.js";
import { Program } from "../runner/program.js";
import { start } from "../runner/service.js";

const build = join(projectRoot(), "build");
const service = serviceOfFile();

/** Nobody listens there. */
const nowhere = "http://127.0.0.1:1";

/** Keeps a process, as a board's socket keeps its app; the host's holds it only while work is under way. */
const listening = "setInterval(() => undefined, 1000)";

/** Runs an example in a process of its own, and ends that when its main function has. */
const script = `
	import { runFirmware } from ${JSON.stringify(join(build, "host", "firmware", "run.js"))};
	const [path, config, before] = process.argv.slice(1);
	if (before !== undefined)
		await import("data:text/javascript," + encodeURIComponent(before));
	await runFirmware(path, JSON.parse(config), (text) => process.stdout.write(text));
	process.stdout.write("end\\n");`;

/** An example that runs, and what it has said. */
class App extends Program {
	readonly folder: string;

	private constructor(t: ExecutionContext, folder: string, name: string, config: object, before?: string) {
		const parameters = [join(build, "firmware", `${name}.js`), JSON.stringify(config), ...before === undefined ? [] : [before]];
		super(["--input-type=module", "--eval", script, ...parameters], { RECORDS_PREFERENCES: join(folder, "preferences.json"), RECORDS_FILES: join(folder, "files") }, t);
		this.folder = folder;
	}

	static async start(t: ExecutionContext, name: string, config: object, file?: string | Buffer, before?: string): Promise<App> {
		const folder = await folderOf(t);
		await mkdir(join(folder, "files"));
		if (file !== undefined)
			await writeFile(join(folder, "files", "provision.json"), file);
		return new App(t, folder, name, config, before);
	}

	/** Tells it something better. */
	async tell(account: object): Promise<void> {
		await writeFile(join(this.folder, "files", "provision.json"), JSON.stringify(account));
	}
}

const account = { identity: "device-one", devicePassword: password };
const numbers = { count: 1, days: 7, every: 1000, interval: 0, patience: 0, pause: 1, port: 0, version: 1, target: "board", publicKey: "04".padEnd(130, "1") };
const configurations: Readonly<Record<string, object>> = {
	"no address": { ...numbers, ...account },
	"an address without a scheme": { ...numbers, ...account, baseUrl: "192.168.1.20:8090" },
	"a number for an address": { ...numbers, ...account, baseUrl: 7 },
	"a public address without TLS": { ...numbers, ...account, baseUrl: "http://records.example.org" },
	"an object for a password": { ...numbers, identity: "device-one", devicePassword: {}, baseUrl: nowhere }
};

for (const name of ["button", "weather", "gateway", "history", "camera", "relay", "update", "sensor"]) {
	for (const [what, config] of Object.entries(configurations)) {
		test.serial(`${name}: ${what} is said on the console`, async (t) => {
			const app = await App.start(t, name, config);
			await app.printed(/^end$/m);
			t.regex(app.output, /failed:? .*\nend\n$/);
		});
	}
}

for (const name of ["weather", "sensor"]) {
	test.serial(`${name}: a pause that is no number is said on the console`, async (t) => {
		const app = await App.start(t, name, { ...numbers, ...account, baseUrl: nowhere, interval: "soon" });
		await app.printed(/^end$/m);
		t.regex(app.output, /failed:? +interval must be a number of 0 or more, not soon\nend\n$/);
	});
}

const files: Readonly<Record<string, string | Buffer>> = {
	"a cut file": '{"baseUrl":"http://127.0',
	"a number": "5",
	"null": "null",
	"a list": "[]",
	"1,000 lists in lists": "[".repeat(1000),
	"a file of zeros": Buffer.alloc(500),
	"a file that is not UTF-8": Buffer.from([123, 0xff, 125]),
	"a file that is too long": " ".repeat(100_000),
	"only an address": JSON.stringify({ baseUrl: nowhere }),
	"an address without a scheme": JSON.stringify({ ...account, baseUrl: "192.168.1.20:8090" }),
	"a number for an address": JSON.stringify({ ...account, baseUrl: 7 }),
	"an object for a password": JSON.stringify({ baseUrl: nowhere, identity: "device-one", devicePassword: {} })
};

for (const [what, file] of Object.entries(files)) {
	test.serial(`provision: ${what} is said on the console, and the device waits for something better`, async (t) => {
		const app = await App.start(t, "provision", { pause: 1 }, file);
		await app.printed(/^provision {2}failed: /m);
		await app.tell({ ...account, baseUrl: service.url });
		await app.printed(/^end$/m);
		t.regex(app.output, /\nprovision {2}device-one posted to http:.*\nend\n$/);
		t.false(app.output.includes(password));
		t.is((await readFile(join(app.folder, "files", "provision.json"), "utf8")), "");
	});
}

/** Listens for requests; each is refused. */
async function refuse(t: ExecutionContext): Promise<{ url: string; seen: string[] }> {
	const seen: string[] = [];
	const read = async (request: IncomingMessage): Promise<void> => {
		let text = `${request.url} ${JSON.stringify(request.headers)}`;
		for await (const bytes of request)
			text += String(bytes);
		seen.push(text);
	};
	const server = await listen(createServer((request, response) => void read(request).then(() => response.writeHead(400).end('{"message":"No."}'))));
	t.teardown(() => server.close());
	return { url: server.url, seen };
}

test.serial("provision: a stored password goes to no other address, and an account that is refused does not replace the one that works", async (t) => {
	const before = (await readingsOf({ url: service.url, password }, "id")).length;
	const other = await refuse(t);
	const first = await App.start(t, "provision", { pause: 1 }, JSON.stringify({ ...account, baseUrl: service.url }));
	await first.printed(/^end$/m);
	const kept = await readFile(join(first.folder, "preferences.json"), "utf8");
	t.true(kept.includes(password));
	const again = await App.start(t, "provision", { pause: 1 }, JSON.stringify({ baseUrl: other.url }));
	await writeFile(join(again.folder, "preferences.json"), kept);
	await again.printed(/^end$/m);
	t.regex(again.output, /provision {2}failed: provision\.json needs baseUrl, identity, devicePassword, each as text\n(.*\n)*provision {2}device-one posted to /);
	t.deepEqual(other.seen, []);

	const refused = await App.start(t, "provision", { pause: 1 }, JSON.stringify({ baseUrl: other.url, identity: "device-one", devicePassword: "another-pass" }));
	await refused.printed(/^provision {2}failed: http:.*: No\.$/m);
	t.false(other.seen.join().includes(password));
	t.is(other.seen.length, 1, "it is not asked again");
	await refused.tell({ ...account, baseUrl: service.url });
	await refused.printed(/^end$/m);
	t.is((await readingsOf({ url: service.url, password }, "id")).length - before, 3);
});

/** A sender of datagrams. */
class Sender {
	readonly #socket: Socket = createSocket("udp4");
	readonly #app: App;
	readonly #port: number;

	constructor(t: ExecutionContext, app: App, port: number) {
		this.#app = app;
		this.#port = port;
		t.teardown(() => this.#socket.close());
	}

	/** Sends a datagram again and again until it is answered, as the first may come before the gateway listens. */
	async ask(data: string | Buffer): Promise<string> {
		while (this.#app.child.exitCode === null) {
			this.#socket.send(data, this.#port, "127.0.0.1");
			const answer = await once(this.#socket, "message", { signal: AbortSignal.timeout(1000) }).then(([bytes]) => String(bytes), () => undefined);
			if (answer !== undefined)
				return answer;
		}
		throw new Error(`the gateway has ended: ${this.#app.output}`);
	}
}

const datagrams: Readonly<Record<string, readonly [data: string | Buffer, answer: string]>> = {
	"nothing": ["", "not a JSON object"],
	"a number": ["5", "not a JSON object"],
	"null": ["null", "not a JSON object"],
	"a list": ["[]", "not a JSON object"],
	"a text": ['"<b>"', "not a JSON object"],
	"no JSON": ["sensor=5", "not a JSON object"],
	"300 lists in lists": ["[".repeat(300), "not a JSON object"],
	"1,600 lists in lists": ["[".repeat(1600), "longer than 400 bytes"],
	"bytes that are not UTF-8": [Buffer.from([0xff, 0xfe]), "not UTF-8"],
	"no sensor": ["{}", "sensor must be text of 1 to 100 characters"],
	"a sensor without a name": ['{"sensor":"","value":1}', "sensor must be text of 1 to 100 characters"],
	"a sensor with a long name": [JSON.stringify({ sensor: "s".repeat(101), value: 1 }), "sensor must be text of 1 to 100 characters"],
	"no value": ['{"sensor":"soil"}', "value must be a number"],
	"a value that is text": ['{"sensor":"soil","value":"31"}', "value must be a number"],
	"an infinite value": ['{"sensor":"soil","value":1e999}', "value must be a number"],
	"a unit that is an object": ['{"sensor":"soil","value":1,"unit":{}}', "unit must be text of at most 30 characters"],
	"a long unit": [JSON.stringify({ sensor: "soil", value: 1, unit: "u".repeat(31) }), "unit must be text of at most 30 characters"]
};

test.serial("gateway: a datagram that the service would refuse is refused with a reason, and the next is taken", async (t) => {
	const port = await freePort();
	const app = await App.start(t, "gateway", { ...account, baseUrl: nowhere, port }, undefined, listening);
	const sender = new Sender(t, app, port);
	for (const [what, [data, answer]] of Object.entries(datagrams))
		t.is(await sender.ask(data), `refused: ${answer}`, what);
	t.is(await sender.ask('{"sensor":"soil","value":31,"more":[1]}'), "stored");
	await app.printed(/127\.0\.0\.1: stored {2}\(1 pending\)\n$/);
});

test.serial("gateway: a sender that has its share waiting is refused, and one that is not named", async (t) => {
	const port = await freePort(), other = await freePort();
	const app = await App.start(t, "gateway", { ...account, baseUrl: nowhere, port, share: 2 }, undefined, listening);
	const choosy = await App.start(t, "gateway", { ...account, baseUrl: nowhere, port: other, senders: "192.168.1.7, 192.168.1.8" }, undefined, listening);
	const reading = '{"sensor":"soil","value":31}';
	const sender = new Sender(t, app, port);
	t.deepEqual([await sender.ask(reading), await sender.ask(reading), await sender.ask(reading)], ["stored", "stored", "refused: 2 readings of yours wait already"]);
	t.is(await new Sender(t, choosy, other).ask(reading), "refused: you are not one of the senders");
});

test.serial("gateway: a full outbox refuses, and drops nothing that was told as stored", async (t) => {
	const port = await freePort();
	const app = await App.start(t, "gateway", { ...account, baseUrl: nowhere, port, share: 2000 }, undefined, listening);
	const sender = new Sender(t, app, port);
	const reading = JSON.stringify({ sensor: "s".repeat(100), value: 31, unit: "u".repeat(30) });
	let stored = 0, answer = "";
	for (; (answer = await sender.ask(reading)) === "stored"; stored++)
		;
	t.regex(answer, /^refused: the storage is full/);
	await app.printed(new RegExp(`refused: the storage is full  \\(${stored} pending\\)\\n$`));
});

/** As a superuser, has a service take shorter names of sensors than the gateway knows of. */
async function shortenSensors(service: Service, max: number): Promise<void> {
	const superuser = await Superuser.of(service);
	const { fields } = await superuser.ask<{ fields: { name: string }[] }>("GET", "/api/collections/readings");
	await superuser.ask("PATCH", "/api/collections/readings", { fields: fields.map((field) => field.name === "sensor" ? { ...field, max } : field) });
}

test.serial("gateway: a reading that the service refuses for good is said on the console, and the others arrive", async (t) => {
	const strict = await start(t, { data: await folderOf(t) });
	await shortenSensors(strict, 5);
	const port = await freePort();
	const limits = { age: 1, bootJitter: 1, retryBase: 1, retryMaximum: 1 };
	// While nothing is pending, nothing else keeps the process.
	const app = await App.start(t, "gateway", { ...account, baseUrl: strict.url, port, limits }, undefined, listening);
	const sender = new Sender(t, app, port);
	for (const sensor of ["first", "longer", "last"])
		t.is(await sender.ask(JSON.stringify({ sensor, value: 31 })), "stored");
	const arrived = async (): Promise<string[]> => (await readingsOf<{ sensor: string }>({ url: strict.url, password }, "sensor")).map(({ sensor }) => sensor);
	// By then it has been refused twice, and said.
	const rejected = /^gateway {2}rejected \{.*"sensor":"longer","value":31,.*\}: \S.*$/m;
	for (let later = 1; later <= 50 && !rejected.test(app.output); later += 1) {
		t.is(await sender.ask(JSON.stringify({ sensor: `no${later}`, value: later })), "stored");
		while (!(await arrived()).includes(`no${later}`))
			await sleep(20);
	}
	t.regex(app.output, rejected);
	const all = await arrived();
	t.true(all.includes("first") && all.includes("last"));
	t.false(all.includes("longer"));
	t.is(app.child.exitCode, null);
});

test.serial("gateway: a sender that can't be answered does not end the app", async (t) => {
	const port = await freePort();
	// Only a raw socket sends from such a port: the datagram's is changed as it comes in.
	const before = `
		${listening};
		import UDP from ${JSON.stringify(pathToFileURL(join(build, "host", "firmware", "udp.js")).href)};
		const { read } = UDP.prototype, others = [[0, "127.0.0.1"], [9, "255.255.255.255"]];
		UDP.prototype.read = function () {
			const datagram = read.call(this), [port, address] = datagram && others.shift() || [];
			return port === undefined ? datagram : Object.assign(datagram, { port, address });
		};`;
	const app = await App.start(t, "gateway", { ...account, baseUrl: nowhere, port }, undefined, before);
	t.is(await new Sender(t, app, port).ask('{"sensor":"soil","value":31}'), "stored");
	await app.printed(/^gateway {2}failed: /m);
});
