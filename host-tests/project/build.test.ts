import { existsSync, readdirSync, readFileSync } from "node:fs";
import { cp, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import test, { type ExecutionContext } from "ava";
import { projectRoot } from "../../service/project.js";
import { runNode } from "../runner/command.js";
import { folder as makeFolder } from "../runner/folder.js";

const root = projectRoot();

/** Scripts that have options: the folder of the module that reads them, a wrong option, and what is said of it. */
const scripts = [
	["start", "examples", ["--count", "none"], /^error {4}--count must be a whole number from 1 to 2147483647, not "none"\n\nusage: npm start/],
	["service", "service", ["--port", "0"], /^error {4}--port 0 is not a whole number from 1 to 65535\n\nusage: npm run service/],
	["service:export", "kit/export", ["a", "b"], /^error {4}exactly one folder is needed, not 2\n\nusage: npm run service:export/],
	["fleet", "kit/fleet", ["sing"], /^error {4}there is no command sing\n\nusage: npm run fleet/],
	["bench", "bench", ["--budgets=1"], /^error {4}Option '--budgets' does not take an argument\n\nusage: npm run bench/],
	["bench:device", "bench/sdk", ["--all"], /^error {4}Unknown option '--all'\n\nusage: npm run bench:device/],
	["mutants", "tools/mutants", ["--count", "0"], /^error {4}--count is not a whole number from 1: 0\n\nusage: npm run mutants/],
	["test", "host-tests", ["--macth", "a"], /^error {4}Unknown option '--macth'[^]*usage: npm test/],
	["test:all", "host-tests", ["--part", "none"], /^error {4}--part must be fast, rest or all, not "none"\n\nusage: npm test/],
	["test:rest", "host-tests", ["--serial=1"], /^error {4}Option [^]*usage: npm test/],
	["test:reliability", "host-tests/reliability", ["nothing"], /^error {4}no part is named nothing\n\nusage: npm run test:reliability/],
	["release", "tools/release", ["1.2.3"], /^error {4}Unexpected argument '1\.2\.3'[^]*usage: npm run release/],
	["ca", "host/ca", [], /^error {4}HOST is missing\n\nusage: npm run ca/],
	["test:device", "device-tests/host", ["--platform", "avr"], /^error {4}--platform avr is none of lin, esp32, esp32\/<board>\n\nusage: npm run test:device/]
] as const;

/** A folder with what answers for a script, where nothing is installed or built. */
async function bareFolder(t: ExecutionContext, ...paths: readonly string[]): Promise<string> {
	const folder = await makeFolder(t);
	for (const path of ["tools/command.mjs", "rollup/build.mjs", "rollup/compile.mjs", "tools/progress.mjs", "service/pocketbase.mjs", ...paths])
		await cp(join(root, path), join(folder, path));
	return folder;
}

for (const [script, place, wrong, text] of scripts) {
	test(`npm's ${script} answers --help and a wrong option where nothing is installed or built`, async (t) => {
		const folder = await bareFolder(t, `${place}/arguments.mjs`);
		const command = join(folder, "tools", "command.mjs");
		const help = await runNode([command, script, "--help"], folder);
		t.is(help.code, 0);
		const base = script.replace(/^test:(?:all|rest)$/, "test");
		t.regex(help.output, new RegExp(`^usage: npm ${["start", "test"].includes(base) ? "(?:run )?" : "run "}${base} -- \\[options\\][^]*--help`));
		t.is(help.errors, "");
		const fault = await runNode([command, script, ...wrong], folder);
		t.is(fault.code, 1);
		t.regex(fault.errors, text);
		t.is(fault.output, "");
		t.false(existsSync(join(folder, "build")), "nothing was built");
	});
}

test("all scripts with options are answered for so", async (t) => {
	const { scripts: named } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as { scripts: Record<string, string> };
	const own = Object.entries(named).filter(([, line]) => line.includes("command.mjs"));
	t.deepEqual(own.map(([name]) => name).sort(), scripts.map(([name]) => name).sort());
	t.true(own.every(([name, line]) => line === `node tools/command.mjs ${name}`));
});

test("where there is no PocketBase, the line that downloads one comes before anything is built; one that is named is taken", async (t) => {
	const folder = await bareFolder(t, "examples/arguments.mjs");
	// Another platform than this one, to the processes that answer.
	const other = join(folder, "other.cjs");
	await writeFile(other, 'Object.defineProperty(process, "platform", { value: "darwin" }); Object.defineProperty(process, "arch", { value: "arm64" });');
	const command = ["--require", other, join(folder, "tools", "command.mjs"), "start"];
	const refused = await runNode(command, folder, { environment: { RECORDS_SERVICE_BIN: "" } });
	t.is(refused.code, 1);
	t.regex(refused.errors, /^error {4}the npm package of PocketBase was not checked for darwin-arm64\.[^\n]*\n\nmkdir -p .*pocketbase_0\.39\.0_darwin_arm64\.zip [^\n]*\n\n$/);
	t.false(existsSync(join(folder, "build")), "nothing was built");
	for (const [options, environment] of [[["--url", "http://127.0.0.1:1"], {}], [[], { RECORDS_SERVICE_BIN: "named" }]] as const) {
		// It goes on to the build, for which there is nothing in this folder.
		const { errors } = await runNode([...command, ...options], folder, { environment: { RECORDS_SERVICE_BIN: "", ...environment } });
		t.regex(errors, /ENOENT.*package-lock\.json/);
	}
});

test("what has not changed is not built again", async (t) => {
	// What start compiles, programs has compiled.
	for (const targets of [["library", "firmware", "programs"], ["start"]]) {
		const { code, output, errors } = await runNode(["rollup/build.mjs", ...targets], root);
		t.is(code, 0);
		t.is(output + errors, "");
	}
});

test("what was built stays built: after a failure only the others are made, and at the end nothing else is in the folder", async (t) => {
	const folder = await bareFolder(t, "rollup/bundle.mjs");
	await symlink(join(root, "node_modules"), join(folder, "node_modules"), "junction");
	await writeFile(join(folder, "package.json"), '{ "type": "module" }');
	await writeFile(join(folder, "rollup.config.mjs"), 'export const targets = { all: ["one", "other"].map((name) => ({ input: name + ".js", output: { file: "made/" + name + ".js" } })) };');
	await writeFile(join(folder, "one.js"), "export const one = 1;");
	await writeFile(join(folder, "other.js"), "export const other = ;");
	await cp(join(folder, "one.js"), join(folder, "made", "stray.js"));
	const command = [join(folder, "rollup", "bundle.mjs"), "all", "state", "made"];
	t.is((await runNode(command, folder)).code, 1);
	t.deepEqual(readdirSync(join(folder, "made")).sort(), ["one.js", "stray.js"]);
	const { mtimeMs } = await stat(join(folder, "made", "one.js"));
	await writeFile(join(folder, "other.js"), "export const other = 2;");
	t.is((await runNode(command, folder)).code, 0);
	t.deepEqual(readdirSync(join(folder, "made")).sort(), ["one.js", "other.js"]);
	t.is((await stat(join(folder, "made", "one.js"))).mtimeMs, mtimeMs, "it was not made again");
	t.is((await runNode(command.with(2, "another state"), folder)).code, 0);
	t.not((await stat(join(folder, "made", "one.js"))).mtimeMs, mtimeMs, "of other sources it is");
});

test("--help and an unknown target give the targets, and no stack", async (t) => {
	const help = await runNode(["rollup/build.mjs", "--help"], root);
	t.is(help.code, 0);
	t.regex(help.output, /^usage: npm run build[^]*only these: library, firmware/);
	const { code, errors } = await runNode(["rollup/build.mjs", "libary"], root);
	t.is(code, 2);
	t.is(errors, `there is no target libary\n${help.output}`);
});

/** What tells whether sources are the same, as the build in a folder has it. */
async function stateOfIn(folder: string): Promise<(paths: readonly string[]) => string> {
	return (await import(pathToFileURL(join(folder, "rollup", "build.mjs")).href) as { stateOf: (paths: readonly string[]) => string }).stateOf;
}

test("a copy of a tree that is built needs no build", async (t) => {
	const folders = [await bareFolder(t), await bareFolder(t)];
	const states = await Promise.all(folders.map(async (folder) => (await stateOfIn(folder))(["tools", "rollup/build.mjs"])));
	t.is(states[0], states[1]);
});

test("a source that is changed, added, renamed or removed is noticed; node_modules are not looked at", async (t) => {
	const stateOf = await stateOfIn(root);
	const folder = await makeFolder(t);
	const states = new Set([stateOf([folder])]);
	const steps = [
		() => writeFile(join(folder, "one.ts"), "1"),
		() => writeFile(join(folder, "one.ts"), "2"),
		() => writeFile(join(folder, "other.ts"), "2"),
		() => cp(join(folder, "other.ts"), join(folder, "another.ts")).then(() => rm(join(folder, "other.ts"))),
		() => rm(join(folder, "one.ts"))
	];
	for (const step of steps) {
		await step();
		const state = stateOf([folder]);
		t.false(states.has(state));
		states.add(state);
	}
	const before = stateOf([folder]);
	await cp(join(folder, "another.ts"), join(folder, "node_modules", "one.ts"));
	t.is(stateOf([folder]), before);
});

test("what bench:device needs is there after npm ci: tools/xs installs the engine alone", (t) => {
	const { dependencies } = JSON.parse(readFileSync(join(root, "tools", "xs", "package.json"), "utf8")) as { dependencies: object };
	t.deepEqual(Object.keys(dependencies), ["@agoric/xsnap"]);
});
