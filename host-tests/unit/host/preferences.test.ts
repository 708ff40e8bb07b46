import { spawnSync } from "node:child_process";
import {
	chmodSync, closeSync, existsSync, lstatSync, mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, rmdirSync, rmSync, statSync,
	symlinkSync, writeFileSync
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { ownIdentity } from "../../../host/owner.js";
import { FilePreferences } from "../../../host/preferences.js";

/** Path of a file that doesn't exist yet, in a folder that is there until the test ends. */
function newPath(t: ExecutionContext): string {
	const folder = mkdtempSync(join(tmpdir(), "preferences-"));
	t.teardown(() => rmSync(folder, { recursive: true, force: true }));
	return join(folder, "preferences.json");
}

function temporaryOf(path: string): string {
	return path + "." + ownIdentity() + ".tmp";
}

test("values of each type survive in a new instance", (t) => {
	const path = newPath(t);
	const bytes = Uint8Array.of(0, 255, 128, 10).buffer;
	const values = {
		text: "grüße \ud800 \0 😀", empty: "", number: -1.5, zero: 0, yes: true, no: false, bytes, nothing: new ArrayBuffer(0)
	};
	const first = new FilePreferences(path);
	for (const [key, value] of Object.entries(values))
		first.set("domain", key, value);

	for (const preferences of [first, new FilePreferences(path)]) {
		t.deepEqual(preferences.keys("domain"), Object.keys(values));
		for (const [key, value] of Object.entries(values))
			t.deepEqual(preferences.get("domain", key), value);
	}
});

test("without a file there are no preferences, and reading makes none", (t) => {
	const path = newPath(t);
	const preferences = new FilePreferences(path);
	t.is(preferences.get("domain", "key"), undefined);
	t.deepEqual(preferences.keys("domain"), []);
	preferences.delete("domain", "key");
	t.false(existsSync(path));
});

test("folders are made", (t) => {
	const path = join(newPath(t), "a", "b", "preferences.json");
	new FilePreferences(path).set("domain", "key", "value");
	t.is(new FilePreferences(path).get("domain", "key"), "value");
});

test("delete forgets one value, and a domain with its last", (t) => {
	const path = newPath(t);
	const preferences = new FilePreferences(path);
	preferences.set("domain", "one", "1");
	preferences.set("domain", "two", "2");
	preferences.delete("domain", "one");
	t.deepEqual(new FilePreferences(path).keys("domain"), ["two"]);
	preferences.delete("domain", "two");
	t.deepEqual(JSON.parse(readFileSync(path, "utf8")), {});
});

test("buffers are copied in and out", (t) => {
	const preferences = new FilePreferences(newPath(t));
	const bytes = Uint8Array.of(1, 2, 3);
	preferences.set("domain", "key", bytes.buffer);
	bytes.fill(0);
	new Uint8Array(preferences.get("domain", "key") as ArrayBuffer).fill(0);
	t.deepEqual(preferences.get("domain", "key"), Uint8Array.of(1, 2, 3).buffer);
});

test("nothing is written when nothing changes", (t) => {
	const path = newPath(t);
	const preferences = new FilePreferences(path);
	preferences.set("domain", "text", "value");
	preferences.set("domain", "bytes", Uint8Array.of(1, 2).buffer);
	const before = statSync(path, { bigint: true });
	preferences.set("domain", "text", "value");
	preferences.set("domain", "bytes", Uint8Array.of(1, 2).buffer);
	preferences.delete("domain", "other");
	new FilePreferences(path).set("domain", "text", "value");
	const after = statSync(path, { bigint: true });
	t.deepEqual([after.ino, after.mtimeNs], [before.ino, before.mtimeNs]);
	preferences.set("domain", "bytes", Uint8Array.of(1, 3).buffer);
	t.not(statSync(path, { bigint: true }).mtimeNs, before.mtimeNs);
});

test("the file is replaced as a whole, never written in place", (t) => {
	const path = newPath(t);
	const preferences = new FilePreferences(path);
	preferences.set("domain", "key", "old");
	const old = openSync(path, "r");
	preferences.set("domain", "key", "new");
	const content = readFileSync(old, "utf8");
	closeSync(old);
	t.deepEqual(JSON.parse(content), { domain: { key: "old" } });
	t.deepEqual(readdirSync(join(path, "..")), ["preferences.json"]);
});

test("a write that fails leaves the old file and the old values", (t) => {
	const path = newPath(t);
	const preferences = new FilePreferences(path);
	preferences.set("domain", "key", "old");
	mkdirSync(temporaryOf(path));
	t.throws(() => preferences.set("domain", "key", "new"));
	t.throws(() => preferences.delete("domain", "key"));
	t.is(preferences.get("domain", "key"), "old");
	t.is(new FilePreferences(path).get("domain", "key"), "old");
	rmdirSync(temporaryOf(path));
	preferences.set("domain", "key", "new");
	t.is(new FilePreferences(path).get("domain", "key"), "new");
});

test("a rename that fails changes nothing and leaves no temporary file", (t) => {
	const path = newPath(t);
	const preferences = new FilePreferences(path);
	t.is(preferences.get("domain", "key"), undefined);
	mkdirSync(path);
	t.throws(() => preferences.set("domain", "key", "value"));
	t.deepEqual(readdirSync(join(path, "..")), ["preferences.json"]);
	rmdirSync(path);
	t.is(preferences.get("domain", "key"), undefined);
});

test("a stale temporary file is no obstacle, whatever it is", (t) => {
	const path = newPath(t);
	const bystander = join(path, "..", "bystander");
	writeFileSync(bystander, "untouched");
	const preferences = new FilePreferences(path);
	writeFileSync(temporaryOf(path), "{\"half", { mode: 0o666 });
	preferences.set("domain", "key", "one");
	t.is(statSync(path).mode & 0o777, 0o600);
	symlinkSync(bystander, temporaryOf(path));
	preferences.set("domain", "key", "two");
	t.is(readFileSync(bystander, "utf8"), "untouched");
	t.is(new FilePreferences(path).get("domain", "key"), "two");
});

test("temporary files that dead processes have left are removed by the next write, those of others stay", (t) => {
	const path = newPath(t);
	const dead = spawnSync(process.execPath, ["--eval", ""]).pid;
	writeFileSync(`${path}.00000000-${dead}-1.tmp`, "token");
	const others = [`${path}.${process.pid}.tmp`, `${path}.tmp`, `${path}.mine.tmp`, join(path, "..", `other.json.${dead}.tmp`)];
	for (const name of others)
		writeFileSync(name, "");
	new FilePreferences(path).set("domain", "key", "value");
	t.deepEqual(readdirSync(join(path, "..")).map((name) => join(path, "..", name)).sort(), [path, ...others].sort());
});

test("a process that is killed at any moment of a write keeps the next one waiting for nothing, and leaves no token", (t) => {
	const calls = ["writeFileSync", "linkSync", "openSync", "fsyncSync", "renameSync", "rmSync", "readFileSync"];
	const script = `import fileSystem from "node:fs";
		import { syncBuiltinESMExports } from "node:module";
		let calls = 0;
		for (const name of ${JSON.stringify(calls)}) {
			const original = fileSystem[name];
			fileSystem[name] = (...given) => {
				if (!String(given[0]).includes("preferences.json") && typeof given[0] !== "number")
					return original(...given);
				if (calls++ === Number(process.argv[2]))
					process.kill(process.pid, "SIGKILL");
				return original(...given);
			};
		}
		syncBuiltinESMExports();
		const { FilePreferences } = await import(${JSON.stringify(new URL("../../../host/preferences.js", import.meta.url).href)});
		new FilePreferences(process.argv[1]).set("domain", "key", "token");`;
	let ended = false;
	const { wait } = Atomics;
	let waits = 0;
	Atomics.wait = ((...given: Parameters<typeof wait>) => (waits++, wait(...given))) as typeof wait;
	t.teardown(() => Atomics.wait = wait);
	for (let at = 0; !ended; at++) {
		const path = newPath(t);
		const { signal, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", script, path, String(at)], { encoding: "utf8" });
		ended = signal === null;
		t.is(stderr, "");
		new FilePreferences(path).set("domain", "other", "value");
		t.is(waits, 0, `killed at call ${at}`);
		t.deepEqual(readdirSync(join(path, "..")), ["preferences.json"], `killed at call ${at}`);
		t.true(at < 50);
	}
});

test("a file that is a link stays one, also where it leads to is not yet", (t) => {
	const path = newPath(t);
	const folder = join(path, "..", "elsewhere");
	mkdirSync(folder);
	symlinkSync(join("elsewhere", "link.json"), path);
	symlinkSync("real.json", join(folder, "link.json"));
	const preferences = new FilePreferences(path);
	for (const value of ["one", "two"]) {
		preferences.set("domain", "key", value);
		t.deepEqual(JSON.parse(readFileSync(join(folder, "real.json"), "utf8")), { domain: { key: value } });
		t.true(lstatSync(path).isSymbolicLink());
		t.true(lstatSync(join(folder, "link.json")).isSymbolicLink());
	}
	preferences.delete("domain", "key");
	t.true(lstatSync(path).isSymbolicLink());
	t.deepEqual([readdirSync(folder).sort(), readdirSync(join(path, "..")).sort()], [["link.json", "real.json"], ["elsewhere", "preferences.json"]]);
});

test("only the owner can read the file", (t) => {
	const path = newPath(t);
	const preferences = new FilePreferences(path);
	preferences.set("domain", "key", "one");
	t.is(statSync(path).mode & 0o777, 0o600);
	chmodSync(path, 0o644);
	preferences.set("domain", "key", "two");
	t.is(statSync(path).mode & 0o777, 0o600);
});

test.serial("the first failure with a path is a warning of the process, which names it and shows nothing of the file", async (t) => {
	const folder = newPath(t);
	const secret = '{"a":{"b":"aaa.bbb.ccc"';
	mkdirSync(folder);
	writeFileSync(join(folder, "file"), secret);
	const warnings: string[] = [];
	const onWarning = ({ message, name }: Error): void => void warnings.push(`${name}: ${message}`);
	process.on("warning", onWarning);
	for (const path of [join(folder, "file"), folder, join(folder, "file", "below"), join(folder, "\0")]) {
		for (let turn = 0; turn < 2; turn++) {
			t.throws(() => new FilePreferences(path).get("a", "b"));
			t.throws(() => new FilePreferences(path).set("a", "b", "c"));
		}
		await new Promise(setImmediate);
		t.is(warnings.length, 1, path);
		t.true(warnings[0].startsWith(`RecordsClientWarning: preferences are not kept in ${JSON.stringify(path)}: `), warnings[0]);
		t.false(warnings[0].includes("aaa"), warnings[0]);
		warnings.length = 0;
	}
	process.off("warning", onWarning);
});

test("a damaged file is an error that names it, and stays as it is", (t) => {
	const path = newPath(t);
	const damaged = [
		"", "{\"domain\":{\"key\":\"val", "null", "[]", "7", "{\"domain\":7}", "{\"domain\":[]}", "{\"domain\":{\"key\":null}}",
		"{\"domain\":{\"key\":[]}}", "{\"domain\":{\"key\":{}}}", "{\"domain\":{\"key\":{\"base64\":7}}}",
		"{\"domain\":{\"key\":{\"base64\":\"A*==\"}}}", "{\"domain\":{\"key\":{\"base64\":\"AA==\",\"more\":1}}}",
		Buffer.from("{\"domain\":{\"key\":\"\xff\"}}", "latin1")
	];
	for (const content of damaged) {
		writeFileSync(path, content);
		const preferences = new FilePreferences(path);
		const expected = { message: "preferences file is damaged: " + path };
		t.throws(() => preferences.get("domain", "key"), expected, String(content));
		t.throws(() => preferences.keys("domain"), expected);
		t.throws(() => preferences.set("domain", "key", "value"), expected);
		t.throws(() => preferences.delete("domain", "key"), expected);
		t.deepEqual(readFileSync(path), Buffer.from(content));
	}
});

test("a file that can't be read is an error that names it", (t) => {
	const path = newPath(t);
	mkdirSync(path);
	t.throws(() => new FilePreferences(path).get("domain", "key"), { message: "preferences file can't be read: " + path });
});

test("the file is read at each use", (t) => {
	const path = newPath(t);
	const preferences = new FilePreferences(path);
	for (const value of ["value", "other"]) {
		writeFileSync(path, `{"domain":{"key":"${value}"}}`);
		t.is(preferences.get("domain", "key"), value);
	}
});

test("\"__proto__\" is a name like any other", (t) => {
	const path = newPath(t);
	const first = new FilePreferences(path);
	t.is(first.get("__proto__", "toString"), undefined);
	t.is(first.get("constructor", "name"), undefined);
	first.set("__proto__", "polluted", "yes");
	first.set("domain", "__proto__", "kept");
	const second = new FilePreferences(path);
	t.is(second.get("__proto__", "polluted"), "yes");
	t.is(second.get("domain", "__proto__"), "kept");
	t.is(({} as Record<string, unknown>).polluted, undefined);
});

test("names and values are validated", (t) => {
	const path = newPath(t);
	const preferences = new FilePreferences(path);
	for (const wrong of ["", undefined, null, 7] as string[]) {
		for (const call of [
			() => preferences.get(wrong, "key"), () => preferences.get("domain", wrong),
			() => preferences.set(wrong, "key", "value"), () => preferences.set("domain", wrong, "value"),
			() => preferences.delete(wrong, "key"), () => preferences.delete("domain", wrong), () => preferences.keys(wrong)
		])
			t.throws(call, { instanceOf: TypeError });
	}
	for (const wrong of [undefined, null, NaN, Infinity, {}, [], new Uint8Array(1), 7n])
		t.throws(() => preferences.set("domain", "key", wrong as never), { instanceOf: TypeError });
	t.throws(() => new FilePreferences(""), { instanceOf: TypeError });
	t.false(existsSync(path));
});
