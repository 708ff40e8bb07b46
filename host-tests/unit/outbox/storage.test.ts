import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { type BlockStorage, DEFAULT_OUTBOX_LIMITS, type Directory as Files, Outbox } from "records-client/outbox";
import { Directory, FileStorage, type FileStorageOptions } from "records-client/outbox/files";
import { RamStorage } from "records-client/outbox/ram";
import { entries } from "../../../lib/entries.mjs";
import { PowerCut } from "../../../tools/failing-preferences.js";
import { CutDirectory } from "../../../tools/flash/cut-directory.js";
import { Random } from "../../../tools/random.js";
import { watchedFiles } from "../../outbox/watched.js";
import { folder } from "../../runner/folder.js";
import { bytes, storageCases } from "./storage-cases.js";

const blockLength = 64;
const blocks = 3;

async function fileStorage(t: ExecutionContext, options: Partial<FileStorageOptions> = {}): Promise<[storage: FileStorage, path: string]> {
	const path = await folder(t);
	return [new FileStorage({ directory: new Directory(path), blocks, blockLength, ...options }), path];
}

const storages: Readonly<Record<string, (t: ExecutionContext) => Promise<BlockStorage>>> = {
	RamStorage: () => Promise.resolve(new RamStorage(blocks * blockLength, blockLength)),
	FileStorage: async (t) => (await fileStorage(t))[0]
};

for (const [name, make] of Object.entries(storages))
	storageCases(name, make);

test("the cases have each storage that an entry of the package exports", async (t) => {
	const modules = entries.map(({ name }) => name).filter((name) => name.startsWith("records-client/outbox/"));
	const exported = await Promise.all(modules.map(async (name) => Object.keys(await import(name) as object)));
	t.deepEqual(exported.flat().filter((name) => name.endsWith("Storage")).sort(), Object.keys(storages).sort());
});

test("RamStorage: as many blocks as there is room for; unless told 3 of 640 bytes, which hold what the outbox's default limits allow", (t) => {
	t.like(new RamStorage().status(), { blockLength: 640, blocks: 3 });
	const outbox = new Outbox({ client: { sendEx: () => Promise.reject(new Error("nothing is sent")) }, collection: "readings", storage: new RamStorage() });
	t.true(outbox.put({ text: "x".repeat(DEFAULT_OUTBOX_LIMITS.reading - '{"text":""}'.length) }).stored);
	outbox.close();
	t.like(new RamStorage(1000, 256).status(), { blockLength: 256, blocks: 3 });
	t.true(new RamStorage().volatile);
});

test("FileStorage: 256 files of 4,096 bytes on Node unless told", async (t) => {
	const directory = new Directory(await folder(t));
	t.like(new FileStorage({ directory }).status(), { blockLength: 4096, blocks: 256 });
	t.like(new FileStorage({ directory, blockLength: 512, blocks: 2 }).status(), { blockLength: 512, blocks: 2 });
	t.not((new FileStorage({ directory }) as BlockStorage).volatile, true);
});

test("FileStorage: a file for each block, named and as long as what was written to it", async (t) => {
	const [storage, path] = await fileStorage(t, { path: "log-" });
	storage.write(Uint8Array.of(1, 2, 3), 0);
	storage.write(Uint8Array.of(4), 2 * blockLength);
	storage.write(Uint8Array.of(4), 3);
	t.deepEqual(await readdir(path), ["log-0", "log-2"]);
	t.is((await stat(join(path, "log-0"))).size, 4);
	storage.eraseBlock(0);
	t.is((await stat(join(path, "log-0"))).size, 0);
});

test("FileStorage: a file that is not there is read as erased, and reading makes none", async (t) => {
	const [storage, path] = await fileStorage(t);
	storage.write(Uint8Array.of(1, 2), 0);
	t.deepEqual(bytes(storage, blockLength, 2), [255, 255]);
	t.deepEqual(bytes(storage, 0, 3), [1, 2, 255]);
	t.deepEqual(await readdir(path), ["outbox0"]);
});

test("FileStorage: two over one folder with names of their own don't meet", async (t) => {
	const directory = new Directory(await folder(t));
	const [one, two] = ["one", "two"].map((path) => new FileStorage({ directory, path, blocks, blockLength }));
	one.write(Uint8Array.of(1), 0);
	two.write(Uint8Array.of(2), 0);
	t.deepEqual([bytes(one, 0, 1), bytes(two, 0, 1)], [[1], [2]]);
});

test("FileStorage: another one over the same files finds what was written", async (t) => {
	const [storage, path] = await fileStorage(t);
	storage.write(Uint8Array.of(1, 2), blockLength + 5);
	storage.close();
	const other = new FileStorage({ directory: new Directory(path), blocks, blockLength });
	t.deepEqual(bytes(other, blockLength + 5, 3), [1, 2, 255]);
	t.deepEqual(bytes(storage, blockLength + 5, 3), [1, 2, 255], "and so does the one that was closed");
});

test("FileStorage: what a write or an erase has returned from outlives a power cut", async (t) => {
	const directory = new CutDirectory(await folder(t), new Random(1));
	const make = (): FileStorage => new FileStorage({ directory, blocks, blockLength });
	const storage = make();
	storage.write(Uint8Array.of(1, 2, 3), 0);
	storage.write(Uint8Array.of(4, 5, 6), blockLength);
	storage.eraseBlock(0);
	storage.write(Uint8Array.of(7, 8), 0);
	directory.cutAt(0, 0);
	t.throws(() => storage.write(Uint8Array.of(9), 2), { instanceOf: PowerCut });
	directory.restart();
	t.deepEqual(bytes(make(), 0, 3), [7, 8, 255]);
	t.deepEqual(bytes(make(), blockLength, 4), [4, 5, 6, 255]);
});

test("FileStorage: one file is open at a time, and none once it is closed", async (t) => {
	let open = 0;
	const directory = watchedFiles(new Directory(await folder(t)), (operation) => {
		open += operation === "open" ? 1 : operation === "close" ? -1 : 0;
	});
	const storage = new FileStorage({ directory, blocks, blockLength });
	for (const block of [0, 1, 2, 1, 0]) {
		storage.write(Uint8Array.of(block), block * blockLength + bytes(storage, block * blockLength, blockLength).indexOf(255));
		t.is(open, 1);
	}
	storage.eraseBlock(2);
	t.is(open, 1);
	storage.close();
	t.is(open, 0);
});

test("FileStorage: a file whose write has failed is opened anew, because littlefs's pretends to write from then on", async (t) => {
	const files = new Directory(await folder(t));
	let fails = true;
	const directory: Files = {
		status: (path) => files.status(path),
		openFile(options) {
			const file = files.openFile(options);
			const { write } = file;
			let hasFailed = false;
			file.write = function (data, position) {
				if (fails) {
					fails = false;
					hasFailed = true;
					throw new Error("no");
				}
				return hasFailed ? data.byteLength : write.call(this, data, position);
			};
			return file;
		}
	};
	const storage = new FileStorage({ directory, blocks, blockLength });
	t.throws(() => storage.write(Uint8Array.of(1), 0), { message: "no" });
	storage.write(Uint8Array.of(2), 0);
	t.deepEqual(bytes(storage, 0, 1), [2]);
	storage.close();
});

test("FileStorage: what the directory throws comes through", async (t) => {
	const directory = watchedFiles(new Directory(await folder(t)), (operation) => {
		if (operation === "open")
			throw new Error("no room on the disk");
	});
	const storage = new FileStorage({ directory, blocks, blockLength });
	t.throws(() => storage.write(Uint8Array.of(1), 0), { message: "no room on the disk" });
	t.throws(() => storage.eraseBlock(0), { message: "no room on the disk" });
});
