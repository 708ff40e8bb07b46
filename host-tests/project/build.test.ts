import { cp, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import test, { type ExecutionContext } from "ava";
import { projectRoot } from "../../service/project.js";
import { runNode } from "../runner/command.js";

const root = projectRoot();

async function makeFolder(t: ExecutionContext): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), "records-build-"));
	t.teardown(() => rm(folder, { recursive: true, force: true }));
	return folder;
}

for (const [name, options, code, text] of [
	["--help", ["--help"], 0, /^usage: npm start/],
	["a wrong option", ["--count", "none"], 1, /--count must be a whole number of 1 or more, not "none"/],
	["an unknown option", ["--cuont", "3"], 1, /Unknown option '--cuont'/]
] as const) {
	test(`npm start answers ${name} where nothing is installed or built`, async (t) => {
		const folder = await makeFolder(t);
		for (const path of ["examples/start.mjs", "examples/start-arguments.mjs", "rollup/build.mjs"])
			await cp(join(root, path), join(folder, path));
		const ending = await runNode([join(folder, "examples", "start.mjs"), ...options], folder);
		t.is(ending.code, code);
		t.regex(ending.output + ending.errors, text);
		t.deepEqual((await readdir(folder)).sort(), ["examples", "rollup"], "nothing was built");
	});
}

test("what has not changed is not built again", async (t) => {
	const { code, output, errors } = await runNode(["rollup/build.mjs", "library", "firmware", "programs"], root);
	t.is(code, 0);
	t.is(output + errors, "");
});

test("an unknown target is named, with those that there are", async (t) => {
	const { code, errors } = await runNode(["rollup/build.mjs", "libary"], root);
	t.not(code, 0);
	t.regex(errors, /there is no target libary; the targets are library, firmware/);
});

test("a source that is changed, added, renamed or removed is noticed; node_modules are not looked at", async (t) => {
	const { stateOf } = await import(pathToFileURL(join(root, "rollup", "build.mjs")).href) as { stateOf: (paths: readonly string[]) => string };
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
