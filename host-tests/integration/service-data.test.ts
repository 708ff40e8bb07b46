/** A folder of data has one service at a time, whoever started it. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import test, { type ExecutionContext } from "ava";
import { type Service, startService } from "../../service/launcher.js";
import { freePort } from "../../service/port.js";
import { folder } from "../runner/folder.js";
import { Program } from "../runner/program.js";
import { start } from "../runner/service.js";

const main = fileURLToPath(new URL("../../service/main.js", import.meta.url));

/** The service's command as a process of its own, once it answers. */
async function command(t: ExecutionContext, data: string): Promise<{ kill: () => Promise<void>; url: string }> {
	const program = new Program([main, "--port", String(await freePort()), "--data", data], {}, t);
	await program.printed(/at http:\S+/);
	const kill = async (): Promise<void> => {
		program.child.kill("SIGKILL");
		await program.ended;
	};
	return { kill, url: /at (http:\S+)/.exec(program.output)![1] };
}

test("data that a service of another process has is refused, and the process is named; it goes on", async (t) => {
	const data = await folder(t);
	const { url } = await command(t, data);
	const { processId } = JSON.parse(readFileSync(join(data, "in-use.json"), "utf8")) as { processId: number };
	t.true(process.kill(processId, 0));
	const { message } = await t.throwsAsync(start(t, { data }));
	t.true(message.startsWith(`the data in ${data} is in use: process ${processId} serves it at ${url}. To send readings to that service: npm start -- --url ${url}. For a service of your own, stop that one or take another folder`), message);
	t.is((await fetch(`${url}/api/health`)).status, 200);
});

test("data that a service of the same process has is refused until that has ended", async (t) => {
	const data = await folder(t);
	const first = await start(t, { data });
	await t.throwsAsync(start(t, { data }), { message: new RegExp(`is in use: process ${first.processId} serves it at ${first.url}\\.`) });
	await first.stop();
	t.false(existsSync(join(data, "in-use.json")));
	const second = await start(t, { data });
	await second.kill();
	t.false(existsSync(join(data, "in-use.json")));
});

test("two that start at the same time: one has the data", async (t) => {
	const data = await folder(t);
	const both = await Promise.allSettled([start(t, { data }), start(t, { data })]);
	t.deepEqual(both.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
	t.regex(both.map((end) => end.status === "rejected" ? String(end.reason) : "").join(""), /is in use: process \d+ (?:is starting a service with it|serves it)/);
});

test("the lock of a service that was killed with its parent is taken over, and its port", async (t) => {
	const data = await folder(t);
	const { kill, url } = await command(t, data);
	await kill();
	t.true(existsSync(join(data, "in-use.json")));
	// The guardian of the service kills it behind its parent; until then the data is in use.
	let service: Service | undefined;
	while (service === undefined) {
		service = await start(t, { data }).catch((error: unknown) => {
			t.regex(String(error), /is in use: process \d+ serves it/);
			return undefined;
		});
	}
	t.is(service.url, url);
});

test("the number of a process that has ended and is another's now, and a file cut short, keep nobody out", async (t) => {
	const data = await folder(t);
	const path = join(data, "in-use.json");
	// This process lives, but did not start then. Without /proc the two could not be told apart.
	const others = process.platform === "linux" ? [JSON.stringify({ processId: process.pid, life: "started at 1", url: "http://127.0.0.1:1" })] : [];
	for (const text of [...others, "", "{", "{}", '{"processId":0,"life":"","url":""}']) {
		writeFileSync(path, text);
		const service = await start(t, { data });
		t.is((await fetch(`${service.url}/api/health`)).status, 200, text);
		await service.kill();
	}
});

test("a start that fails gives the data back", async (t) => {
	const data = await folder(t);
	await t.throwsAsync(startService({ data, quick: true, environment: { RECORDS_SERVICE_BIN: join(data, "nothing") } }), { message: /does not exist/ });
	t.false(existsSync(join(data, "in-use.json")));
});
