import { join } from "node:path";
import test from "ava";
import { prepareBrowser } from "./browser/install.js";
import { runNode } from "../../host-tests/runner/command.js";
import { outcomeOfTests } from "../../host-tests/runner/outcome.js";
import { projectRoot } from "../../service/project.js";

test("where there is no browser every test in one is skipped, none passed, and it is said why", async (t) => {
	const parameters = ["node_modules/ava/entrypoints/cli.mjs", join("build", "kit", "tests", "live-page.test.js")];
	const { text, ...counts } = outcomeOfTests(await runNode(parameters, projectRoot(), { environment: { RECORDS_BROWSER_BIN: "/nonexistent" } }));
	t.deepEqual(counts, { passed: 0, failed: 0, skipped: 12 });
	t.regex(text, /^not run: the live page in a browser: \/nonexistent can't be run: .*ENOENT/);
});

test("a program that is no browser is named", async (t) => {
	const readiness = await prepareBrowser({ ...process.env, RECORDS_BROWSER_BIN: "/bin/false" });
	t.regex(readiness.ready ? "" : readiness.why, /^\/bin\/false --version ended with 1:/);
});
