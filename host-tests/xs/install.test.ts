import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import test from "ava";
import { projectRoot } from "../../service/project.js";
import { cases } from "../contract/index.js";
import { runNode } from "../runner/command.js";
import { outcomeOfTests } from "../runner/outcome.js";
import { lock } from "../../tools/install.js";
import { folder } from "../runner/folder.js";

test("where there is no compiler every case on XS is skipped, none passed, and it is said why", async (t) => {
	const files = { "contract/xs-wire": cases.wire.length, "contract/xs-spec": cases.spec.length, "integration/xs-start": 1 };
	for (const [name, count] of Object.entries(files)) {
		const parameters = ["node_modules/ava/entrypoints/cli.mjs", join("build", "host-tests", `${name}.test.js`)];
		const { text, ...counts } = outcomeOfTests(await runNode(parameters, projectRoot(), { environment: { PATH: "" } }));
		t.deepEqual(counts, { passed: 0, failed: 0, skipped: count }, name);
		t.regex(text, /^not run.*no C compiler \(cc\) and no make was found, which compiling XS needs$/, name);
	}
});

test("a lock has one owner at a time", async (t) => {
	const path = join(await folder(t), "inner", "lock");
	const log: string[] = [];
	await Promise.all(["a", "b", "c"].map(async (name) => {
		const unlock = await lock(path);
		log.push(`+${name}`);
		await new Promise((resolve) => setTimeout(resolve, 20));
		log.push(`-${name}`);
		await unlock();
	}));
	t.deepEqual(log.map((entry) => entry[0]).join(""), "+-+-+-");
	await t.throwsAsync(stat(path), { code: "ENOENT" });
});

test("a lock that a dead process left behind is taken over", async (t) => {
	const path = join(await folder(t), "lock");
	const child = await runNode(["--eval", `require("fs").writeFileSync(${JSON.stringify(path)}, String(process.pid))`], projectRoot());
	t.is(child.code, 0, child.errors);
	const unlock = await lock(path);
	t.is(await readFile(path, "utf8"), String(process.pid));
	await unlock();
});

test("a lock whose owner is not written yet is waited for", async (t) => {
	const path = join(await folder(t), "lock");
	await writeFile(path, "");
	const locked = lock(path);
	await new Promise((resolve) => setTimeout(resolve, 300));
	t.is(await readFile(path, "utf8"), "");
	await rm(path);
	await (await locked)();
});
