import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import test from "ava";
import { isAlive, ownIdentity, processOf } from "../../../host/owner.js";

const module = new URL("../../../host/owner.js", import.meta.url).href;

test("the own thread lives, and is of this process", (t) => {
	t.true(isAlive(ownIdentity()));
	t.is(processOf(ownIdentity()), process.pid);
	t.is(ownIdentity(), ownIdentity());
});

test("a process that has ended does not live", (t) => {
	const script = `import { ownIdentity } from ${JSON.stringify(module)}; console.log(ownIdentity());`;
	const identity = spawnSync(process.execPath, ["--input-type=module", "--eval", script], { encoding: "utf8" }).stdout.trim();
	t.not(processOf(identity), undefined);
	t.false(isAlive(identity));
});

test("what names nobody may be anybody's", (t) => {
	for (const text of ["", "x", "0", "-", "a-b-c"]) {
		t.true(isAlive(text), text);
		t.is(processOf(text), undefined, text);
	}
});

const onLinux = process.platform === "linux" ? test : test.skip;

onLinux("a worker is another than its process, and lives until it ends", async (t) => {
	const script = `import(${JSON.stringify(module)}).then(({ ownIdentity }) => require("node:worker_threads").parentPort.postMessage(ownIdentity()));
		setInterval(() => {}, 1000);`;
	const worker = new Worker(script, { eval: true });
	const [identity] = await once(worker, "message") as [string];
	t.not(identity, ownIdentity());
	t.is(processOf(identity), process.pid);
	t.true(isAlive(identity));
	await worker.terminate();
	t.false(isAlive(identity));
});
