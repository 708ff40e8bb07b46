import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { Directory } from "../../host/directory.js";
import type { Directory as BlockDirectory } from "../../lib/outbox/storage.js";
import type { PreferenceValue } from "../../host/preference-file.js";
import { projectRoot } from "../../service/project.js";
import { MemoryPreferences } from "../memory-preferences.js";
import { type Engine, type EngineOptions, startEngine } from "./engine.js";
import { prepareXS } from "./install.js";

const readiness = await prepareXS();
if (!readiness.ready)
	console.log(`not run: the tests of XS: ${readiness.why}`);

const testOnXS = readiness.ready ? test : test.skip;

/** A folder that is there until the test ends. */
function newFolder(t: ExecutionContext): string {
	const path = mkdtempSync(join(tmpdir(), "records-xs-"));
	t.teardown(() => rmSync(path, { recursive: true, force: true }));
	return path;
}

async function engine(t: ExecutionContext, options?: EngineOptions): Promise<Engine> {
	const started = await startEngine(options);
	t.teardown(() => started.close().catch(() => undefined));
	return started;
}

testOnXS('"records-client" is the device bundle', async (t) => {
	const xs = await engine(t);
	const bundle = await readFile(join(projectRoot(), "dist", "records-client.js"), "utf8");
	xs.load("probe", `import * as bundle from "records-client"; export const names = () => Object.keys(bundle).sort();`);
	const exported = [...bundle.matchAll(/^export \{ (.*) \}(?: from .*)?;$/gm)].flatMap(([, names]) => names.split(", "));
	t.deepEqual(await xs.call("probe", "names"), exported.sort());
});

testOnXS("it is XS: its own text functions are there, a device's lack of the web's too", async (t) => {
	const xs = await engine(t);
	t.deepEqual(await xs.evaluate(`["fetch", "URL", "TextEncoder", "setTimeout", "console", "process"].filter((name) => name in globalThis)`), []);
	t.is(await xs.evaluate(`String.fromArrayBuffer(Uint8Array.of(33, 0xc2, 0xb0, 67, 33).buffer, 1, 3)`), "°C");
	t.is(await xs.evaluate(`String.fromArrayBuffer(Uint8Array.of(0xef, 0xbb, 0xbf, 0).buffer)`), "\ufeff\0");
	const invalid = `(() => { try { String.fromArrayBuffer(Uint8Array.of(0xff).buffer); } catch (error) { return error.name; } })()`;
	t.is(await xs.evaluate(invalid), "TypeError");
});

testOnXS("engines begin where a snapshot was written, each with a life of its own", async (t) => {
	const folder = newFolder(t);
	const snapshot = join(folder, "snapshot");
	const first = await engine(t);
	first.load("probe", `import Timer from "timer"; let count = 0; export const next = () => new Promise((resolve) => Timer.set(() => resolve(++count), 1));`);
	t.is(await first.call("probe", "next"), 1);
	await first.writeSnapshot(snapshot);
	t.is(await first.call("probe", "next"), 2);
	for (let life = 0; life < 2; life++)
		t.is(await (await engine(t, { snapshot })).call("probe", "next"), 2);
	await t.throwsAsync((await engine(t, { snapshot: join(folder, "none") })).call("probe", "next"), { message: /cannot read snapshot/ });
});

testOnXS("what a call throws rejects it, with the text; the engine goes on", async (t) => {
	const xs = await engine(t);
	xs.load("probe", `export function deep() { throw new RangeError("too deep"); } export async function late() { throw 5; }`);
	await t.throwsAsync(xs.call("probe", "deep"), { message: /^RangeError: too deep\n at deep / });
	await t.throwsAsync(xs.call("probe", "late"), { message: "5" });
	await t.throwsAsync(xs.call("probe", "nothing"), { message: /probe exports no function nothing/ });
	await t.throwsAsync(xs.call("nowhere", "main"), { message: /module not found: nowhere/ });
	await t.throwsAsync(xs.evaluate("}"), { message: /SyntaxError/ });
	t.is(await xs.evaluate("6 * 7"), 42);
});

const faults: Readonly<Record<string, readonly [source: string, message: RegExp]>> = {
	"an exception in a timer": [`Timer.set(() => { throw new Error("late fault"); })`, /^unhandled exception: Error: late fault/],
	"a rejection that nobody handles": [`void Promise.reject(new Error("dropped"))`, /^unhandled rejection: Error: dropped/],
	"a rejection in a timer": [`Timer.set(async () => { throw 7; })`, /^unhandled rejection: 7/],
	"waiting for nothing": ["", /^XS waits for something that nothing is left to bring about/],
	"recursion without end": ["(function down() { down(); return 1; })()", /^XS ended: stack overflow/],
	"a loop without end": ["for (;;);", /^XS ended: a turn took more than 1000000000 computrons/]
};

for (const [name, [source, message]] of Object.entries(faults)) {
	testOnXS(`${name} is told, and ends the run`, async (t) => {
		const xs = await engine(t);
		xs.load("probe", `import Timer from "timer"; export function main() { ${source}; return new Promise(() => {}); }`);
		await t.throwsAsync(xs.call("probe", "main"), { message });
		await t.throwsAsync(xs.evaluate("1"), { message });
		await xs.close();
	});
}

testOnXS("a rejection that nobody handles fails the call whose turn it came with", async (t) => {
	const xs = await engine(t);
	xs.load("probe", `export function main() { Promise.reject(new Error("dropped")); return 1; }`);
	await t.throwsAsync(xs.call("probe", "main"), { message: /^unhandled rejection: Error: dropped/ });
});

testOnXS("a fault that no call was told is told by close", async (t) => {
	const xs = await engine(t);
	xs.load("probe", `import Timer from "timer"; export function main() { Timer.set(() => { throw new Error("after"); }, 20); Timer.set(() => {}, 1e9); }`);
	await xs.call("probe", "main");
	// The fault ends the other timer, too.
	while (xs.open.timers > 0)
		await new Promise((resolve) => setTimeout(resolve, 20));
	await t.throwsAsync(xs.close(), { message: /^unhandled exception: Error: after/ });
	await xs.close();
});

testOnXS("close ends a run that is under way", async (t) => {
	const xs = await engine(t);
	const endless = xs.evaluate("for (;;);");
	const ended = t.throwsAsync(endless, { message: "XS is closed" });
	await xs.close();
	await ended;
	await t.throwsAsync(xs.evaluate("1"), { message: "XS is closed" });
});

testOnXS("timers can be cleared, and none fires inside a call", async (t) => {
	const xs = await engine(t);
	xs.load("probe", `
		import Timer from "timer";
		export async function main() {
			const seen = [];
			const never = Timer.set(() => seen.push("never"), 1);
			Timer.clear(never);
			Timer.clear(undefined);
			await new Promise((done) => {
				Timer.set(() => seen.push("tick"));
				Timer.set(done, 20);
				seen.push("made");
			});
			return seen.join();
		}`);
	t.is(await xs.call("probe", "main"), "made,tick");
});

testOnXS("preferences keep text, numbers and booleans, in what Node gives", async (t) => {
	const preferences = new MemoryPreferences<PreferenceValue>();
	const xs = await engine(t, { preferences });
	xs.load("probe", `
		import Preference from "preference";
		export function main() {
			for (const [key, value] of [["text", "°C \\0"], ["number", -1.5], ["flag", false], ["gone", "x"]])
				Preference.set("any", key, value);
			Preference.delete("any", "gone");
			return ["text", "number", "flag", "gone"].map((key) => [key, typeof Preference.get("any", key), typeof Preference.get("other", key)].join(" "));
		}`);
	t.deepEqual(await xs.call("probe", "main"), ["text string undefined", "number number undefined", "flag boolean undefined", "gone undefined undefined"]);
	t.is(preferences.get("any", "text"), "°C \0");
	t.is(preferences.get("any", "number"), -1.5);
	t.is(preferences.get("any", "flag"), false);
});

testOnXS("a socket carries bytes both ways as they are, and tells that the peer closed it", async (t) => {
	const server = createServer((socket) => socket.on("data", (bytes) => socket.end(bytes.reverse()))).listen(0, "127.0.0.1");
	await once(server, "listening");
	t.teardown(() => server.close());
	const xs = await engine(t);
	xs.load("probe", `
		import TCP from "embedded:io/socket/tcp";
		const seen = {};
		export const main = (port) => new Promise((resolve) => {
			new TCP({
				address: "127.0.0.1",
				port,
				onWritable(count) {
					if (seen.writable !== undefined)
						return;
					seen.writable = count;
					seen.left = this.write(Uint8Array.from({ length: 256 }, (_, index) => index));
				},
				onReadable(count) {
					const first = new Uint8Array(3);
					seen.taken = this.read(first);
					seen.first = first.join();
					seen.last = new Uint8Array(this.read(count - 3)).at(-1);
					seen.more = String(this.read());
				},
				onError(error) {
					seen.error = String(error);
					this.close();
					this.close();
					resolve(seen);
				}
			});
		});`);
	const { port } = server.address() as AddressInfo;
	t.deepEqual(await xs.call("probe", "main", port), {
		writable: 16384, left: 16128, taken: 3, first: "255,254,253", last: 0, more: "undefined", error: "undefined"
	});
});

testOnXS("what Node's sockets and resolver throw is thrown on XS", async (t) => {
	const xs = await engine(t);
	xs.load("probe", `
		import TCP from "embedded:io/socket/tcp";
		import Resolver from "embedded:network/dns/resolver/udp";
		const fault = (action) => { try { action(); } catch (error) { return error.name + ": " + error.message; } };
		const closed = new TCP({ address: "127.0.0.1", port: 9 });
		closed.close();
		const callbacks = { onResolved() {}, onError() {} };
		export const main = () => [
			fault(() => new TCP({ address: "localhost", port: 80 })),
			fault(() => new TCP({ address: "127.0.0.1", port: 70000 })),
			fault(() => closed.write(new ArrayBuffer(1))),
			fault(() => new Resolver({}).resolve({ host: "", ...callbacks }))
		];`);
	t.deepEqual(await xs.call("probe", "main"), [
		"Error: invalid address", "RangeError: invalid port", "Error: socket is closed", "TypeError: host is required"
	]);
});

testOnXS("files are Node's: what is written is there, for the next engine too", async (t) => {
	const files = new Directory(newFolder(t));
	const xs = await engine(t, { files });
	xs.load("probe", `
		import files from "embedded:storage/files";
		export function main() {
			const before = files.status("log").isFile();
			const file = files.openFile({ path: "log", mode: "w+" });
			file.write(Uint8Array.of(9, 1, 2, 3, 9).subarray(1, 4), 0);
			file.flush();
			const target = new Uint8Array(5).fill(7);
			const count = file.read(target, 1);
			file.setSize(2);
			const rest = file.read(target, 0);
			file.close();
			return [before, files.status("log").isFile(), count, rest, target.join()];
		}
		export function faults() {
			const caught = [];
			for (const action of [() => files.openFile({ path: "none", mode: "r+" }), () => files.status("../log"), () => {
				const file = files.openFile({ path: "log", mode: "r+" });
				file.close();
				file.close();
				file.write(Uint8Array.of(1), 0);
			}]) {
				try { action(); caught.push("nothing"); } catch (error) { caught.push(error.message); }
			}
			return caught;
		}`);
	t.deepEqual(await xs.call("probe", "main"), [false, true, 2, 2, "1,2,7,7,7"]);
	t.deepEqual((await xs.call("probe", "faults") as string[]).map((text) => text.replace(/:.*(?= \()/, "")), ["file can't be opened (ENOENT)", "bad path: ../log", "file is closed"]);
	const next = await engine(t, { files });
	next.load("probe", `import files from "embedded:storage/files"; export function main() { const target = new Uint8Array(2); files.openFile({ path: "log" }).read(target, 0); return target.join(); }`);
	t.is(await next.call("probe", "main"), "1,2");
});

testOnXS("where no files are given, their use is an error that says so", async (t) => {
	const xs = await engine(t);
	xs.load("probe", `import files from "embedded:storage/files"; export function main() { files.status("log"); }`);
	await t.throwsAsync(xs.call("probe", "main"), { message: /^Error: there are no files here/ });
});

testOnXS("killed in mid-write, it has written nothing more, and its calls are rejected", async (t) => {
	const inner = new Directory(newFolder(t));
	let writes = 0;
	let gone: Promise<void> | undefined;
	const files: BlockDirectory = {
		openFile(options) {
			const file = inner.openFile(options);
			return {
				read: (target, position) => file.read(target, position),
				write(data, position) {
					file.write(data, position);
					if (++writes === 3)
						gone = xs.kill();
				},
				setSize: (length) => file.setSize(length),
				flush: () => file.flush(),
				close: () => file.close()
			};
		},
		status: (path) => inner.status(path)
	};
	const xs: Engine = await engine(t, { files });
	xs.load("probe", `
		import files from "embedded:storage/files";
		export function main() {
			const file = files.openFile({ path: "log", mode: "w+" });
			for (let at = 0; ; at++)
				file.write(Uint8Array.of(at), at);
		}`);
	await t.throwsAsync(xs.call("probe", "main"), { message: "XS was killed" });
	await gone;
	t.is(writes, 3);
	await t.throwsAsync(xs.evaluate("1"), { message: "XS was killed" });
	await xs.close();
});
