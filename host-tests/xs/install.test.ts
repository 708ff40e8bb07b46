import { readdir } from "node:fs/promises";
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
		unlock();
	}));
	t.deepEqual(log.map((entry) => entry[0]).join(""), "+-+-+-");
	t.deepEqual(await readdir(join(path, "..")), []);
});
