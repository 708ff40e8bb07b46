/** Several that keep their tokens in one file: each sees what is there, and none undoes another's. */
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import test from "ava";
import { RecordsClient } from "records-client";
import { FilePreferences } from "../../host/preferences.js";
import { projectRoot } from "../../service/project.js";
import { folder } from "../runner/folder.js";

const run = promisify(execFile);

test("clients of different domains keep their tokens beside each other", async (t) => {
	const preferencesPath = join(await folder(t), "preferences.json");
	const make = (domain: string): RecordsClient => new RecordsClient({ baseUrl: "http://127.0.0.1", domain, preferencesPath });
	const one = make("one");
	const two = make("two");
	t.false(one.restoreAuthToken());
	t.false(two.restoreAuthToken());
	one.setAuthToken("the.first.token");
	two.setAuthToken("the.second.token");
	t.true(make("one").restoreAuthToken());
	t.true(make("two").restoreAuthToken());
	one.clearAuthToken();
	two.setAuthToken("the.third.token");
	t.false(make("one").restoreAuthToken(), "a token that was cleared is not there again");
	const again = make("two");
	t.true(again.restoreAuthToken());
	t.is(again.getAuthToken(), "the.third.token");
	for (const client of [one, two, again])
		client.close();
});

test("two processes that write at the same time lose nothing", async (t) => {
	const path = join(await folder(t), "preferences.json");
	const writer = (domain: string): string => `
		import { FilePreferences } from "records-client";
		const preferences = new FilePreferences(${JSON.stringify(path)});
		for (let count = 0; count < 30; count++) {
			preferences.set(${JSON.stringify(domain)}, "key" + count, "value" + count);
			if (count % 3 === 0)
				preferences.delete(${JSON.stringify(domain)}, "key" + count);
		}
	`;
	await Promise.all(["one", "two", "three"].map((domain) => run(process.execPath, ["--input-type=module", "-e", writer(domain)], { cwd: projectRoot() })));
	const preferences = new FilePreferences(path);
	for (const domain of ["one", "two", "three"])
		t.deepEqual(preferences.keys(domain), Array.from({ length: 30 }, (_, count) => `key${count}`).filter((_, count) => count % 3 !== 0));
	t.deepEqual(readdirSync(join(path, "..")), ["preferences.json"], "no lock is left");
});

test("a write that fails leaves no lock", async (t) => {
	const path = join(await folder(t), "preferences.json");
	const preferences = new FilePreferences(path);
	mkdirSync(path);
	t.throws(() => preferences.set("domain", "key", "value"));
	t.deepEqual(readdirSync(join(path, "..")), ["preferences.json"]);
});

for (const [what, variables] of Object.entries({
	"empty": { XDG_STATE_HOME: "", RECORDS_PREFERENCES: "" },
	"relative": { XDG_STATE_HOME: "state/here" },
	"unset": {}
})) {
	test(`XDG_STATE_HOME and RECORDS_PREFERENCES that are ${what} are as unset`, async (t) => {
		const home = await folder(t);
		const others = { ...process.env };
		delete others.XDG_STATE_HOME;
		delete others.RECORDS_PREFERENCES;
		const program = "import { RecordsClient } from 'records-client'; new RecordsClient({ baseUrl: 'http://127.0.0.1' }).setAuthToken('the.first.token');";
		await run(process.execPath, ["--input-type=module", "-e", program], { cwd: projectRoot(), env: { ...others, ...variables, HOME: home } });
		const kept = JSON.parse(readFileSync(join(home, ".local", "state", "records-client", "preferences.json"), "utf8")) as Record<string, object>;
		t.deepEqual(Object.keys(kept), ["records"]);
		t.false(existsSync(join(projectRoot(), "state")));
	});
}

test("an absolute XDG_STATE_HOME is where the file is; RECORDS_PREFERENCES goes before it", async (t) => {
	const home = await folder(t);
	const program = "import { RecordsClient } from 'records-client'; new RecordsClient({ baseUrl: 'http://127.0.0.1' }).setAuthToken('the.first.token');";
	const inState = { ...process.env, XDG_STATE_HOME: home, RECORDS_PREFERENCES: "" };
	await run(process.execPath, ["--input-type=module", "-e", program], { cwd: projectRoot(), env: inState });
	t.deepEqual(readdirSync(home), ["records-client"]);
	const path = join(home, "named.json");
	await run(process.execPath, ["--input-type=module", "-e", program], { cwd: projectRoot(), env: { ...inState, RECORDS_PREFERENCES: path } });
	t.true(existsSync(path));
});
