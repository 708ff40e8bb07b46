import { once } from "node:events";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import test, { type ExecutionContext } from "ava";
import { Directory } from "../../../host/directory.js";
import { FileStorage } from "../../../lib/outbox/file-storage.js";
import type { BlockStorage } from "../../../lib/outbox/index.js";
import { Entry, HEAD, HEADER } from "../../../lib/outbox/log-format.js";
import type { Outbox } from "../../../lib/outbox/outbox.js";
import { RamStorage } from "../../../lib/outbox/ram-storage.js";
import { Disk, Flash } from "../../outbox/disk.js";
import { LocalService } from "../../outbox/model/local-service.js";
import { openOutbox } from "../../outbox/open.js";
import { folder } from "../../runner/folder.js";
import { Program } from "../../runner/program.js";

const reading = '{"sensor":"t","value":1}';

function outboxOn(storage: BlockStorage, service = new LocalService()): Outbox {
	return openOutbox(storage, service);
}

/** The second is refused by every call, and changes nothing; the first works on; then it is the second's turn. */
async function refuse(t: ExecutionContext, make: () => BlockStorage): Promise<void> {
	const service = new LocalService();
	const first = outboxOn(make(), service);
	t.true(first.put(reading).stored);
	const second = outboxOn(make(), service);
	const { error, stored } = second.put(reading);
	t.false(stored);
	t.regex(error, /in use by another outbox/);
	t.regex((await second.flush()).error, /in use by another outbox/);
	t.throws(() => second.pending, { message: /in use by another outbox/ });
	second.close();
	t.true(first.put(reading).stored);
	first.close();
	const third = outboxOn(make(), service);
	t.is(third.pending, 2);
	t.like(await third.flush(), { delivered: 2, error: "" });
	third.close();
	t.is(service.records().size, 2);
}

test("two outboxes on one object of flash: the second is refused", async (t) => {
	const flash = new Flash(new Uint8Array(2048).fill(255), 512);
	await refuse(t, () => flash);
});

test("two outboxes on one RamStorage: the second is refused", async (t) => {
	const storage = new RamStorage();
	await refuse(t, () => storage);
});

test("two objects for the same files of one directory: the second is refused, other files are not", async (t) => {
	const disk = new Disk();
	const directory = { openFile: disk.openFile.bind(disk), status: disk.status.bind(disk) };
	await refuse(t, () => new FileStorage({ directory, blocks: 4, blockLength: 512 }));
	const [one, other] = ["one", "other"].map((path) => outboxOn(new FileStorage({ directory, path, blocks: 4, blockLength: 512 })));
	t.true(one.put(reading).stored);
	t.true(other.put(reading).stored);
	one.close();
	other.close();
});

test("two directories of one folder on Node: the second is refused; nothing is left behind", async (t) => {
	const path = await folder(t);
	await refuse(t, () => new FileStorage({ directory: new Directory(path), blocks: 4, blockLength: 512 }));
	t.deepEqual((await readdir(path)).filter((name) => name.endsWith(".lock")), []);
});

/** Another process that claims the files and tells what came of it, until it is killed; after ten minutes it ends by itself. */
async function claimElsewhere(t: ExecutionContext, path: string): Promise<Program> {
	const script = `import { Directory } from ${JSON.stringify(new URL("../../../host/directory.js", import.meta.url).href)};
		try { new Directory(process.argv[1]).claim("outbox"); console.log("claimed"); } catch (error) { console.log(error.message); }
		setTimeout(() => undefined, 600_000);`;
	const other = new Program(["--input-type=module", "--eval", script, path], {}, t);
	await other.printed(/\n/);
	return other;
}

test("two processes: the second is refused by name and number of the first; a dead one's claim is taken over", async (t) => {
	const path = await folder(t);
	const other = await claimElsewhere(t, path);
	t.is(other.output, "claimed\n");
	const outbox = outboxOn(new FileStorage({ directory: new Directory(path), blocks: 4, blockLength: 512 }));
	t.regex(outbox.put(reading).error, /in use by another outbox: .*outbox \(process \d+\)/);
	other.child.kill("SIGKILL");
	await other.ended;
	t.is((await readdir(path)).filter((name) => name.endsWith(".lock")).length, 1, "it could not let go");
	t.true(outbox.put(reading).stored);
	const third = await claimElsewhere(t, path);
	t.regex(third.output, new RegExp(`process ${process.pid}`));
	third.child.kill("SIGKILL");
	await third.ended;
	outbox.close();
	t.deepEqual((await readdir(path)).filter((name) => name.endsWith(".lock")), []);
});

(process.platform === "linux" ? test : test.skip)("a worker has its claim as long as it lives, and its process does not matter", async (t) => {
	const path = await folder(t);
	const script = `import(process.env.MODULE).then(({ Directory }) => {
		new Directory(process.env.FOLDER).claim("outbox");
		require("node:worker_threads").parentPort.postMessage("claimed");
	}); setInterval(() => {}, 1000);`;
	const claimInWorker = async (): Promise<Worker> => {
		const worker = new Worker(script, { eval: true, env: { MODULE: new URL("../../../host/directory.js", import.meta.url).href, FOLDER: path } });
		await once(worker, "message");
		return worker;
	};
	const worker = await claimInWorker();
	const outbox = outboxOn(new FileStorage({ directory: new Directory(path), blocks: 4, blockLength: 512 }));
	t.regex(outbox.put(reading).error, new RegExp(`in use by another outbox: .*outbox \\(process ${process.pid}\\)`));
	await worker.terminate();
	t.true(outbox.put(reading).stored);
	await t.throwsAsync(claimInWorker(), { any: true, message: /in use by another outbox/ });
	outbox.close();
	t.deepEqual((await readdir(path)).filter((name) => name.endsWith(".lock")), []);
});

test("a claim of a process whose number another one has now is taken over", async (t) => {
	const path = await folder(t);
	const claim = new Directory(path).claim("outbox");
	const [own] = await readdir(path);
	claim.close();
	// The same boot and number, another start; another boot.
	const [, boot, start] = /^outbox\.(\w*)-\d+-(\d*)\.lock$/.exec(own)!;
	if (start === "") {
		t.pass("the system doesn't tell when a process was started");
		return;
	}
	for (const name of [`outbox.${boot}-${process.pid}-1.lock`, `outbox.${boot}-1-99999999999.lock`, `outbox.00000000-${process.pid}-${start}.lock`])
		await writeFile(join(path, name), "");
	await writeFile(join(path, "outbox.other.lock"), "not a claim");
	new Directory(path).claim("outbox").close();
	t.deepEqual(await readdir(path), ["outbox.other.lock"]);
});

for (const blocks of [2, 4, 16]) {
	test(`files written as 8 are an outbox's of ${blocks}, and an outbox's of 8 again: nothing is lost`, async (t) => {
		const disk = new Disk();
		const service = new LocalService();
		const first = outboxOn(new FileStorage({ directory: disk, blocks: 8, blockLength: 512 }), service);
		// A file is there once it was needed.
		while (disk.files.size < 8)
			t.true(first.put(reading).stored);
		t.like(await first.flush(), { left: 0, error: "" });
		first.close();
		let count = 0;
		for (const files of [8, blocks, 8]) {
			const outbox = outboxOn(new FileStorage({ directory: disk, blocks: files, blockLength: 512 }), service);
			t.is(outbox.pending, count);
			for (let serial = 0; serial < 7; serial++, count++)
				t.true(outbox.put(reading).stored);
			outbox.close();
		}
		t.like(await outboxOn(new FileStorage({ directory: disk, blocks, blockLength: 512 }), service).flush(), { delivered: count, dropped: 0, error: "" });
	});
}

for (const [blocks, blockLength] of [[8, 256], [16, 1024], [8, 1024], [8, 528]]) {
	test(`files written with 8 blocks of 512 bytes are refused with ${blocks} of ${blockLength}: both are named, nothing is lost`, async (t) => {
		const disk = new Disk();
		const service = new LocalService();
		const first = outboxOn(new FileStorage({ directory: disk, blocks: 8, blockLength: 512 }), service);
		const count = 15;
		for (let serial = 0; serial < count; serial++)
			t.true(first.put(reading).stored);
		first.close();
		const { image } = disk;
		const other = outboxOn(new FileStorage({ directory: disk, blocks, blockLength }), service);
		const expected = `the storage has ${blocks} blocks of ${blockLength} bytes, but was written with 8 of 512`;
		t.deepEqual(other.put(reading), { id: "", stored: false, error: expected });
		t.is((await other.flush()).error, expected);
		t.throws(() => other.pending, { message: expected });
		other.close();
		for (const [path, bytes] of image)
			t.deepEqual(disk.files.get(path), bytes);
		const back = outboxOn(new FileStorage({ directory: disk, blocks: 8, blockLength: 512 }), service);
		t.like(await back.flush(), { delivered: count, error: "" });
	});
}

/** All calls refuse it, and it stays as it is. */
async function refuseVersion(t: ExecutionContext, flash: Flash, what: string): Promise<void> {
	const before = [...flash.bytes];
	const outbox = outboxOn(flash);
	t.is(outbox.put(reading).error, "the storage is of another version", what);
	t.is((await outbox.flush()).error, "the storage is of another version", what);
	t.throws(() => outbox.pending, { message: "the storage is of another version" }, what);
	outbox.close();
	t.deepEqual([...flash.bytes], before, what);
}

/** A header as each later version has it, with so many bytes of content. */
function writeHeader(flash: Flash, block: number, version: number, length: number): void {
	const entry = new Entry(96);
	entry.words.set([0, version << 24 | 4, 512, 0], HEAD);
	mustBe(entry.write(flash, block * 512, HEADER, 1, block + 1, length));
}

function mustBe(value: boolean): void {
	if (!value)
		throw new Error("not written");
}

for (const [version, length] of [[0, 12], [0, 16], [0, 19], [1, 16], [2, 12], [2, 19], [3, 12], [3, 16], [3, 44], [255, 16]]) {
	test(`a log of version ${version} with headers of ${length} bytes is refused, and left as it is`, async (t) => {
		const flash = new Flash(new Uint8Array(2048).fill(255), 512);
		writeHeader(flash, 0, version, length);
		await refuseVersion(t, flash, "alone");
		flash.bytes.fill(0xa5, 80, 512);
		await refuseVersion(t, flash, "with something else behind it");
		const other = new Flash(new Uint8Array(2048).fill(255), 512);
		const own = outboxOn(other);
		t.true(own.put(reading).stored);
		own.close();
		writeHeader(other, 2, version, length);
		await refuseVersion(t, other, "in one block of four");
	});
}

test("no flipped bit of a log's only header makes it one of another version, two do not either", (t) => {
	const whole = new Flash(new Uint8Array(2048).fill(255), 512);
	writeHeader(whole, 0, 2, 16);
	const bits = 8 * 32;
	for (let first = 0; first < bits; first++) {
		for (let second = first; second < bits; second++) {
			const flash = new Flash(whole.bytes.slice(), 512);
			flash.bytes[first >> 3] ^= 1 << (first & 7);
			if (second !== first)
				flash.bytes[second >> 3] ^= 1 << (second & 7);
			const outbox = outboxOn(flash);
			// Without an assertion for each, of which there are thousands.
			if (outbox.put(reading).error !== "" || outbox.pending !== 1)
				t.fail(`bits ${first} and ${second}`);
			outbox.close();
		}
	}
	t.pass();
});
