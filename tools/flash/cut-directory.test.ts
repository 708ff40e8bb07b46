import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { PowerCut } from "../failing-preferences.js";
import { CutDirectory } from "./cut-directory.js";
import { Random } from "../random.js";
import { range, seeds, untilCut } from "./until-cut.js";

/** A directory with a file "log" of the bytes 1, 2, 3, 4, in which `read` finds a file's bytes. */
function newDirectory(t: ExecutionContext, seed: number): { directory: CutDirectory; read: (path: string) => number[] | undefined } {
	const folder = mkdtempSync(join(tmpdir(), "cut-directory-"));
	t.teardown(() => rmSync(folder, { recursive: true, force: true }));
	writeFileSync(join(folder, "log"), range(4, 1));
	return {
		directory: new CutDirectory(folder, new Random(seed)),
		read: (path) => existsSync(join(folder, path)) ? [...readFileSync(join(folder, path))] : undefined
	};
}

/** What is in the file at `path` after each seed's cut, each content once. */
function leftOf(t: ExecutionContext, path: string, action: (directory: CutDirectory) => void): Set<string> {
	return new Set(seeds.map((seed) => {
		const { directory, read } = newDirectory(t, seed);
		untilCut(t, directory, () => action(directory));
		return String(read(path) ?? "none");
	}));
}

test("what was flushed outlives a cut", (t) => {
	for (const seed of seeds) {
		const { directory, read } = newDirectory(t, seed);
		const file = directory.openFile({ path: "new", mode: "w+" });
		file.write(range(4, 10), 2);
		file.setSize(5);
		file.flush();
		t.deepEqual([directory.writes, directory.resizes, directory.flushes], [1, 2, 1]);
		directory.cutAt(0);
		untilCut(t, directory, () => directory.openFile({ path: "other", mode: "w" }));
		t.deepEqual(read("new"), [0, 0, 10, 11, 12]);
		t.deepEqual(read("log"), [1, 2, 3, 4]);
	}
});

test("of what was not flushed anything may be left, whatever came first", (t) => {
	const left = leftOf(t, "log", (directory) => {
		const file = directory.openFile({ path: "log", mode: "r+" });
		file.write(Uint8Array.of(5, 6), 4);
		file.write(Uint8Array.of(7, 8), 6);
		file.setSize(9);
		directory.cutAt(0);
		directory.openFile({ path: "other", mode: "w" });
	});
	for (const content of [
		"1,2,3,4", "1,2,3,4,5,6", "1,2,3,4,5,6,7,8,0", "1,2,3,4,5", "1,2,3,4,0,0", "1,2,3,4,0,6", "1,2,3,4,0,0,7,8", "1,2,3,4,0,0,0,0,0"
	])
		t.true(left.has(content), content);
});

test("what was not flushed is so when the file was closed and opened again, and is what it was when it was written", (t) => {
	const left = leftOf(t, "log", (directory) => {
		const data = Uint8Array.of(9);
		const file = directory.openFile({ path: "log", mode: "r+" });
		file.write(data, 0);
		file.close();
		data[0] = 7;
		directory.cutAt(0, 0);
		directory.openFile({ path: "log", mode: "r+" }).write(data, 1);
	});
	t.deepEqual([...left].sort(), ["1,2,3,4", "9,2,3,4"]);
});

test("of a write that is cut the first bytes arrive, when their number is given", (t) => {
	for (const seed of seeds.slice(0, 5)) {
		for (let count = 0; count <= 5; count++) {
			const { directory, read } = newDirectory(t, seed);
			const file = directory.openFile({ path: "log", mode: "r+" });
			directory.cutAt(0, count);
			untilCut(t, directory, () => file.write(range(4, 10), 5));
			t.is(directory.cutLength, 4);
			t.deepEqual(read("log"), count === 0 ? [1, 2, 3, 4] : [1, 2, 3, 4, 0, ...range(Math.min(count, 4), 10)]);
		}
	}
});

test("a write that is cut is like what else was not flushed without one", (t) => {
	const left = leftOf(t, "log", (directory) => {
		directory.cutAt(0);
		directory.openFile({ path: "log", mode: "r+" }).write(Uint8Array.of(8, 9), 0);
	});
	t.deepEqual([...left].sort(), ["1,2,3,4", "1,9,3,4", "8,2,3,4", "8,9,3,4"]);
});

test("a change of size, an opening that empties and a flush are cut too", (t) => {
	t.deepEqual([...leftOf(t, "log", (directory) => {
		directory.cutAt(0, 1);
		directory.openFile({ path: "log", mode: "r+" }).setSize(2);
	})].sort(), ["1,2", "1,2,3,4"]);
	t.deepEqual([...leftOf(t, "log", (directory) => {
		directory.cutAt(0, 1);
		directory.openFile({ path: "log", mode: "w" });
	})].sort(), ["", "1,2,3,4"]);
	t.deepEqual([...leftOf(t, "new", (directory) => {
		directory.cutAt(0, 1);
		directory.openFile({ path: "new", mode: "w+" });
	})].sort(), ["", "none"]);
	t.deepEqual([...leftOf(t, "log", (directory) => {
		directory.cutAt(1, 1);
		const file = directory.openFile({ path: "log", mode: "r+" });
		file.write(Uint8Array.of(9), 0);
		file.flush();
	})].sort(), ["1,2,3,4", "9,2,3,4"]);
});

test("a directory without power does nothing until it is back, and files that were open stay closed", (t) => {
	const { directory, read } = newDirectory(t, 1);
	const file = directory.openFile({ path: "log", mode: "r+" });
	const other = directory.openFile({ path: "log" });
	directory.cutAt(1);
	file.setSize(2);
	t.throws(() => file.flush(), { instanceOf: PowerCut });
	const before = read("log");
	const calls = [() => file.read(new Uint8Array(1), 0), () => file.write(new Uint8Array(1), 0), () => file.status(), () => file.setSize(0),
		() => file.flush(), () => other.status()];
	for (const call of [...calls, () => file.close(), () => directory.openFile({ path: "log" }), () => directory.status("log")])
		t.throws(call, { instanceOf: PowerCut });
	directory.restart();
	for (const call of calls)
		t.throws(call, { message: /^file is closed/ });
	file.close();
	t.deepEqual(read("log"), before);
	t.deepEqual([directory.writes, directory.resizes, directory.flushes], [0, 1, 1]);
});

test("operations that are refused are not counted, reading isn't either", (t) => {
	const { directory } = newDirectory(t, 1);
	directory.cutAt(0);
	const reader = directory.openFile({ path: "log" });
	t.throws(() => reader.write(new Uint8Array(1), 0), { message: /EBADF/ });
	t.throws(() => reader.setSize(0), { message: /EINVAL/ });
	t.throws(() => directory.openFile({ path: "../log", mode: "w" }), { message: "bad path: ../log" });
	t.is(reader.read(new Uint8Array(9), 0), 4);
	t.deepEqual([reader.status().size, directory.status("log").size, directory.status("other").isFile()], [4, 4, false]);
	reader.close();
	t.deepEqual([directory.writes, directory.resizes, directory.flushes], [0, 0, 0]);
	untilCut(t, directory, () => directory.openFile({ path: "log", mode: "w" }));
});

test("a restart without a cut loses nothing, and closes what is open", (t) => {
	const { directory, read } = newDirectory(t, 1);
	const file = directory.openFile({ path: "log", mode: "r+" });
	file.write(range(4, 10), 0);
	directory.cutAt(0);
	directory.restart();
	t.deepEqual(read("log"), [10, 11, 12, 13]);
	t.throws(() => file.flush(), { message: /^file is closed/ });
	directory.openFile({ path: "log", mode: "r+" }).flush();
	t.deepEqual(read("log"), [10, 11, 12, 13]);
});

test("after any changes and a flush a cut leaves what a directory without cuts would hold", (t) => {
	for (const seed of seeds) {
		const { directory, read } = newDirectory(t, seed);
		const random = new Random(seed);
		let file = directory.openFile({ path: "log", mode: "r+" });
		for (let step = 0; step < 10; step++) {
			const what = random.below(4);
			if (what === 0)
				file.setSize(random.below(12));
			else if (what === 1)
				file = directory.openFile({ path: "log", mode: random.pick(["r+", "w", "w+"]) });
			else
				file.write(range(random.below(6), random.below(200)), random.below(8));
		}
		file.flush();
		const before = read("log");
		directory.cutAt(0);
		untilCut(t, directory, () => directory.openFile({ path: "other", mode: "w" }));
		t.deepEqual(read("log"), before, `seed ${seed}`);
	}
});

test("cuts of the same seed leave the same", (t) => {
	const [one, other] = [1, 2].map(() => leftOf(t, "log", (directory) => {
		const file = directory.openFile({ path: "log", mode: "w" });
		file.write(range(20, 1), 0);
		directory.cutAt(0);
		file.flush();
	}));
	t.deepEqual([...one], [...other]);
	t.true(one.size > 20);
});

test("a cut leaves no other file behind", (t) => {
	const folder = mkdtempSync(join(tmpdir(), "cut-directory-"));
	t.teardown(() => rmSync(folder, { recursive: true, force: true }));
	const directory = new CutDirectory(join(folder, "below"), new Random(3));
	for (let step = 0; step < 20; step++) {
		directory.cutAt(step % 3);
		untilCut(t, directory, () => {
			const file = directory.openFile({ path: "log", mode: "w" });
			file.write(range(4, 1), 0);
			file.flush();
		});
	}
	t.deepEqual(readdirSync(folder), ["below"]);
	t.deepEqual(readdirSync(join(folder, "below")).filter((name) => name !== "log"), []);
});
