/** A process on Node ends by itself once no request is under way, and not before. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import test, { type ExecutionContext } from "ava";
import { placesOfFile } from "../contract/places.js";

const places = placesOfFile("peer", "service");

/** Runs a script that does not call `close`. Returns what it has printed when it has ended by itself. */
async function run(script: string, limits: object = {}): Promise<string> {
	const options = JSON.stringify({ baseUrl: places().service, preferences: null, limits });
	const whole = `import { RecordsClient } from "records-client"; const records = new RecordsClient(${options}); ${script}`;
	// A connection that is kept would keep the process for the five minutes after which the service closes it.
	const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", whole], { timeout: 120_000 });
	return stdout.trim();
}

test("a kept connection and the client's timers do not keep a process", async (t) => {
	const limits = { timeout: 600_000, connect: 600_000, firstByte: 600_000, idle: 600_000 };
	t.is(await run("records.now(); console.log((await records.checkHealth()).statusCode);", limits), "200");
});

test("a request that nobody waits for is answered before the process ends, also behind others and after a pause", async (t: ExecutionContext) => {
	t.is(await run('for (const path of ["/api/health", "/api/none", "/api/health"]) records.sendEx("GET", path).then(({ statusCode }) => console.log(statusCode));'), "200\n404\n200");
	const script = `new RecordsClient({ baseUrl: "${places().peer}/too-many-unsaid/process-end", preferences: null, limits: { retryPause: 1, retries: 2 } })
		.collection("readings").getOneEx("1").then(({ kind }) => console.log(kind === "" ? "answered" : kind));`;
	t.regex(await run(script), /^(answered|http)$/);
});

test("neither does one of an object of a collection", async (t) => {
	t.is(await run('records.at("readings").getListEx().then(({ statusCode }) => console.log(statusCode));'), "200");
});

test("live records of a client that is closed keep no process, however seldom they poll", async (t) => {
	const script = `const { LiveRecords } = await import("records-client/live");
		new LiveRecords({
			client: records, collection: "readings", every: 600_000, stream: true, onRecord() {},
			onState(part, { kind }) {
				console.log(part, kind);
				records.close();
			}
		});`;
	t.is(await run(script), "records \nrecords closed");
});

test("a client that has done nothing, and one whose request was refused at once, keep no process", async (t) => {
	t.is(await run(""), "");
	t.is(await run("records.createEx({}).then(({ kind }) => console.log(kind));"), "argument");
});
