import { spawnSync } from "node:child_process";
import fileSystem, { existsSync, fstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { Directory } from "../../../host/directory.js";

/** Path of a folder that is there until the test ends. */
function newFolder(t: ExecutionContext): string {
	const folder = mkdtempSync(join(tmpdir(), "directory-"));
	t.teardown(() => rmSync(folder, { recursive: true, force: true }));
	return folder;
}

/** A directory that holds "log", of the bytes 1, 2, 3. */
function withLog(t: ExecutionContext): { directory: Directory; path: string } {
	const folder = newFolder(t);
	const path = join(folder, "log");
	writeFileSync(path, Uint8Array.of(1, 2, 3));
	return { directory: new Directory(folder), path };
}

/** Puts a function that calls Node's in its place, until the test ends. */
function replace<Name extends "fsyncSync" | "writeSync">(t: ExecutionContext, name: Name,
	make: (original: typeof fileSystem[Name]) => typeof fileSystem[Name]): void {
	const original = fileSystem[name];
	fileSystem[name] = make(original);
	syncBuiltinESMExports();
	t.teardown(() => {
		fileSystem[name] = original;
		syncBuiltinESMExports();
	});
}

test("what is written is read back, by another directory too", (t) => {
	const folder = newFolder(t);
	const file = new Directory(folder).openFile({ path: "log", mode: "w+" });
	file.write(Uint8Array.of(9, 1, 2, 3, 9).subarray(1, 4), 0);
	file.write(Uint8Array.of(7), 1);
	file.flush();
	const target = new Uint8Array(5).fill(255);
	t.is(file.read(target.subarray(1, 4), 0), 3);
	t.deepEqual(target, Uint8Array.of(255, 1, 7, 3, 255));
	file.close();
	const again = new Directory(folder).openFile({ path: "log" });
	t.is(again.read(target, 1), 2);
	t.deepEqual(target.subarray(0, 2), Uint8Array.of(7, 3));
	again.close();
});

test("files and folders are their owner's alone", (t) => {
	const folder = join(newFolder(t), "a", "b");
	const directory = new Directory(folder);
	directory.openFile({ path: "log", mode: "w" }).close();
	const claim = directory.claim("log");
	const [lock] = readdirSync(folder).filter((name) => name.endsWith(".lock"));
	if (process.platform !== "win32")
		t.deepEqual([join(folder, ".."), folder, join(folder, "log"), join(folder, lock)].map((path) => statSync(path).mode & 0o777), [0o700, 0o700, 0o600, 0o600]);
	claim.close();
	t.pass();
});

test("links in the folder are not followed, neither as a file nor as a folder; the folder may be one", (t) => {
	const folder = newFolder(t);
	const elsewhere = newFolder(t);
	writeFileSync(join(elsewhere, "log"), "another's");
	symlinkSync(join(elsewhere, "log"), join(folder, "log"));
	symlinkSync(join(elsewhere, "new"), join(folder, "new"));
	symlinkSync(elsewhere, join(folder, "below"));
	const directory = new Directory(folder);
	for (const path of ["log", "new"]) {
		t.false(directory.status(path).isFile());
		for (const mode of ["r", "r+", "w", "w+"] as const)
			t.throws(() => directory.openFile({ path, mode }), { message: `not a file: ${join(folder, path)}` });
	}
	t.throws(() => directory.openFile({ path: "below/log", mode: "w" }), { message: "bad path: below/log" });
	t.throws(() => directory.status("below/log"), { message: "bad path: below/log" });
	t.throws(() => directory.claim("below/log"), { message: "bad path: below/log" });
	t.is(readFileSync(join(elsewhere, "log"), "utf8"), "another's");
	t.deepEqual(readdirSync(elsewhere), ["log"]);
	symlinkSync(folder, join(elsewhere, "folder"));
	new Directory(join(elsewhere, "folder")).openFile({ path: "own", mode: "w" }).close();
	t.true(existsSync(join(folder, "own")));
});

test("the folder and those it is in are made", (t) => {
	const folder = join(newFolder(t), "a", "b");
	new Directory(folder).openFile({ path: "log", mode: "w" }).close();
	new Directory(folder);
	t.deepEqual(readdirSync(folder), ["log"]);
});

test("a folder that can't be made is an error that names it", (t) => {
	const { path } = withLog(t);
	t.throws(() => new Directory(path), { message: `folder can't be made: ${path} (EEXIST)` });
	t.throws(() => new Directory(""), { instanceOf: TypeError });
});

test("a path that isn't there is no file and has no bytes", (t) => {
	const { directory } = withLog(t);
	const status = directory.status("other");
	t.false(status.isFile());
	t.is(status.size, 0);
});

test("status tells the size of a file, and a folder from a file", (t) => {
	const { directory, path } = withLog(t);
	t.is(directory.status("log").size, 3);
	t.true(directory.status("log").isFile());
	mkdirSync(join(path, "..", "folder"));
	t.false(directory.status("folder").isFile());
	t.throws(() => directory.status("log/below"), { message: `status can't be read: ${join(path, "below")} (ENOTDIR)` });
	const file = directory.openFile({ path: "log", mode: "r+" });
	file.write(Uint8Array.of(4), 3);
	t.is(file.status().size, 4);
	t.true(file.status().isFile());
	file.close();
});

test("reading takes a file that is there, writing makes one", (t) => {
	const folder = newFolder(t);
	const directory = new Directory(folder);
	for (const mode of [undefined, "r", "r+"] as const)
		t.throws(() => directory.openFile({ path: "log", mode }), { message: `file can't be opened: ${join(folder, "log")} (ENOENT)` });
	t.deepEqual(readdirSync(folder), []);
	for (const mode of ["w", "w+"] as const)
		directory.openFile({ path: mode, mode }).close();
	t.deepEqual(readdirSync(folder).sort(), ["w", "w+"]);
});

test("\"r+\" keeps what is in the file, \"w\" and \"w+\" don't", (t) => {
	for (const [mode, size] of [["r", 3], ["r+", 3], ["w", 0], ["w+", 0]] as const) {
		const { directory, path } = withLog(t);
		directory.openFile({ path: "log", mode }).close();
		t.is(readFileSync(path).length, size, mode);
	}
});

test("\"r\" can't be written and \"w\" can't be read", (t) => {
	const { directory, path } = withLog(t);
	const reader = directory.openFile({ path: "log" });
	t.throws(() => reader.write(Uint8Array.of(1), 0), { message: `file can't be written: ${path} (EBADF)` });
	t.throws(() => reader.setSize(0), { message: `file's size can't be set: ${path} (EINVAL)` });
	reader.close();
	const writer = directory.openFile({ path: "log", mode: "w" });
	t.throws(() => writer.read(new Uint8Array(1), 0), { message: `file can't be read: ${path} (EBADF)` });
	writer.close();
});

test("behind the end nothing is read, and a write leaves zeros before it", (t) => {
	const { directory, path } = withLog(t);
	const file = directory.openFile({ path: "log", mode: "r+" });
	t.is(file.read(new Uint8Array(4), 3), 0);
	t.is(file.read(new Uint8Array(4), 100), 0);
	file.write(Uint8Array.of(6), 5);
	t.deepEqual([...readFileSync(path)], [1, 2, 3, 0, 0, 6]);
	file.close();
});

test("setSize cuts and lengthens", (t) => {
	const { directory, path } = withLog(t);
	const file = directory.openFile({ path: "log", mode: "r+" });
	file.setSize(1);
	t.deepEqual([...readFileSync(path)], [1]);
	file.setSize(3);
	t.deepEqual([...readFileSync(path)], [1, 0, 0]);
	file.close();
});

test.serial("flush has the file written to the disk, and a new file's folder is when it is opened", (t) => {
	const flushed: number[] = [];
	replace(t, "fsyncSync", (fsyncSync) => (descriptor) => {
		flushed.push(fstatSync(descriptor).ino);
		fsyncSync(descriptor);
	});
	const folder = newFolder(t);
	const directory = new Directory(folder);
	for (const expected of [[statSync(folder).ino], []]) {
		const file = directory.openFile({ path: "log", mode: "w" });
		t.deepEqual(flushed.splice(0), expected);
		file.write(Uint8Array.of(1), 0);
		t.deepEqual(flushed, []);
		file.flush();
		t.deepEqual(flushed.splice(0), [statSync(join(folder, "log")).ino]);
		file.close();
		t.deepEqual(flushed, []);
	}
});

test("positions and lengths are whole numbers from 0", (t) => {
	const { directory, path } = withLog(t);
	const file = directory.openFile({ path: "log", mode: "r+" });
	for (const wrong of [-1, 0.5, NaN, undefined, null, "0"] as number[]) {
		t.throws(() => file.read(new Uint8Array(1), wrong), { instanceOf: RangeError });
		t.throws(() => file.write(Uint8Array.of(1), wrong), { instanceOf: RangeError });
		t.throws(() => file.setSize(wrong), { instanceOf: RangeError });
	}
	t.deepEqual([...readFileSync(path)], [1, 2, 3]);
	file.close();
});

test("close may be called again; all else throws behind it, whatever is open by then", (t) => {
	const { directory, path } = withLog(t);
	const file = directory.openFile({ path: "log", mode: "r+" });
	file.close();
	const other = directory.openFile({ path: "log", mode: "r+" });
	file.close();
	for (const call of [
		() => file.read(new Uint8Array(1), 0), () => file.write(Uint8Array.of(9), 0), () => file.status(), () => file.setSize(0), () => file.flush()
	])
		t.throws(call, { message: `file is closed: ${path}` });
	t.is(other.status().size, 3);
	other.close();
});

test("paths stay in the folder", (t) => {
	const { directory, path } = withLog(t);
	for (const wrong of ["/log", "..", "../log", "a/../log", "./log", "a/./log", "a//log", "log/", "..\\log"]) {
		t.throws(() => directory.openFile({ path: wrong, mode: "w" }), { message: `bad path: ${wrong}` });
		t.throws(() => directory.status(wrong), { message: `bad path: ${wrong}` });
	}
	for (const wrong of ["", undefined, 7] as string[]) {
		t.throws(() => directory.openFile({ path: wrong, mode: "w" }), { instanceOf: TypeError });
		t.throws(() => directory.status(wrong), { instanceOf: TypeError });
	}
	t.deepEqual(readdirSync(join(path, "..")), ["log"]);
	directory.openFile({ path: "..log", mode: "w" }).close();
	t.true(existsSync(join(path, "..", "..log")));
});

test("what isn't a file isn't opened, and a mode must be one of the four", (t) => {
	const { directory, path } = withLog(t);
	const folder = join(path, "..", "folder");
	mkdirSync(folder);
	t.throws(() => directory.openFile({ path: "folder" }), { message: `not a file: ${folder}` });
	for (const wrong of ["a", "rs", "wx", ""])
		t.throws(() => directory.openFile({ path: "log", mode: wrong as "r" }), { message: `invalid mode: ${wrong}` });
});

test.serial("a write that the system takes in parts is written to its end", (t) => {
	replace(t, "writeSync", (writeSync) => ((descriptor: number, data: Uint8Array, offset: number, length: number, position: number) =>
		writeSync(descriptor, data, offset, Math.min(length, 2), position)) as typeof writeSync);
	const { directory, path } = withLog(t);
	const file = directory.openFile({ path: "log", mode: "r+" });
	file.write(Uint8Array.of(4, 5, 6, 7, 8), 1);
	t.deepEqual([...readFileSync(path)], [1, 4, 5, 6, 7, 8]);
	file.close();
});

test("a write that finds no room for its end is an error, and what went before stays", (t) => {
	const folder = newFolder(t);
	// The system takes the first 1,024 of 2,000 bytes and says so, as on a disk that gets full.
	const program = `
		import { Directory } from ${JSON.stringify(new URL("../../../host/directory.js", import.meta.url).href)};
		const file = new Directory(${JSON.stringify(folder)}).openFile({ path: "log", mode: "w" });
		try { file.write(new Uint8Array(2000).fill(7), 0); }
		catch (error) { console.log(error.message); }`;
	const run = spawnSync("bash", ["-c", "ulimit -f 1; exec \"$0\" --input-type=module -e \"$1\"", process.execPath, program], { encoding: "utf8" });
	t.is(run.stdout.trim(), `file can't be written: ${join(folder, "log")} (EFBIG)`);
	t.deepEqual(new Uint8Array(readFileSync(join(folder, "log"))), new Uint8Array(1024).fill(7));
});
