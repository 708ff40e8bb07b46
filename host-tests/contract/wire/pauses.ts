import type { EventName } from "../../../lib/stats.js";
import { type Case, type Context, testCase } from "../case.js";
import { against, nextBody, Scene } from "./scene.js";

interface Wait {
	readonly script: string;
	readonly name: string;
	/** Milliseconds that are waited at least; at the most it is twice as long. */
	readonly least: number;
}

const waits: readonly Wait[] = [
	{ script: "too-many.1", name: "429 with seconds", least: 1000 },
	{ script: "unavailable.1", name: "503 with seconds", least: 1000 },
	{ script: "too-many-unsaid", name: "429 without Retry-After", least: 400 },
	{ script: "unavailable-unsaid", name: "503 without Retry-After", least: 400 },
	{ script: "too-many-garbled", name: "429 with a Retry-After that nobody can read", least: 400 },
	{ script: "too-many-dated.1", name: "429 with a date, the time being unknown", least: 1000 },
	{ script: "too-many-dated-elsewhen.1", name: "429 with a date by a clock that is years late", least: 1000 },
	{ script: "impatient-gateway", name: "a gateway's page with 503 and seconds", least: 1000 }
];

/** Sends a get that is refused first. Returns the pauses that were told. */
async function pausesOf(context: Context, script: string): Promise<number[]> {
	const pauses: number[] = [];
	const onEvent = (event: EventName, value: number): void => {
		if (event === "backoff")
			pauses.push(value);
	};
	const scene = new Scene(context, script, { retryBase: 1, retryPause: 400 }, { onEvent });
	scene.expect(await scene.client.getOneEx("one"), { kind: "", body: nextBody });
	await scene.expectConnections(1);
	return pauses;
}

export const pauseCases: readonly Case[] = [
	...waits.map(({ script, name, least }) => testCase(`${name} is waited for before the request is sent again`, async (context) => {
		const pauses = await pausesOf(context, script);
		context.equal(pauses.length, 1, "pauses");
		context.ok(pauses[0] >= least && pauses[0] <= 2 * least + 1, `${pauses[0]} ms, at least ${least}`);
	})),
	testCase("the requests behind one that was refused wait too, although it is not sent again itself", against("unavailable-timed.1", { retryBase: 1 }), async (scene, context) => {
		const [one, two] = await Promise.all([scene.client.createEx("{}"), scene.client.createEx("{}")]);
		context.equal([one.kind, two.kind].join(), "http,", "kinds");
		// By the peer's clock; timers count from a little before.
		const waited = (JSON.parse(two.body) as { at: number }).at - (JSON.parse(one.body) as { at: number }).at;
		context.ok(waited >= 990, `the second came after ${waited} ms`);
		await scene.expectConnections(1, 2);
	}),
	...["too-many.3600", "unavailable.3600"].map((script) => testCase(`a pause longer than limits.timeout (${script}) is told at once, and those behind are "busy", unsent`, against(script), async (scene, context) => {
		const { client } = scene;
		const [one, two, three] = await Promise.all([client.getOneEx("one"), client.createEx("{}"), client.getOneEx("three")]);
		scene.expect(one, { kind: "http", statusCode: script.startsWith("too") ? 429 : 503, body: '{"message":"Later."}' });
		for (const response of [two, three, await client.getOneEx("four")]) {
			scene.expect(response, { kind: "busy" });
			context.equal(response.error, "the service has asked for a pause", "error");
		}
		context.equal((await scene.observe()).requests.length, 1, "requests");
		context.equal(client.stats().requests, 1, "requests that the client counts");
	})),
	testCase("an answer can ask for limits.retryAfterMaximum at the most", async (context) => {
		for (const script of ["too-many.4000000000", "unavailable.4000000000", "too-many-dated.4000000"]) {
			const scene = new Scene(context, script, { retryAfterMaximum: 20 });
			scene.expect(await scene.client.getOneEx("one"), { kind: "", body: nextBody }, script);
			await scene.expectNext();
			context.equal((await scene.observe()).requests.length, 3, `${script}: requests`);
			scene.client.close();
		}
	}),
	...["checkHealth", "authWithPassword", "authRefresh"].map((name) => testCase(`what the app calls for itself is let through a pause that it could not wait for, once: ${name}`, against("unavailable.4000000000"), async (scene, context) => {
		const { client } = scene;
		const call = (): ReturnType<typeof client.checkHealth> => name === "checkHealth" ? client.checkHealth()
			: name === "authRefresh" ? client.authRefresh() : client.authWithPassword("one", "secret");
		context.equal((await client.getOneEx("one")).statusCode, 503);
		scene.expect(await client.getOneEx("two"), { kind: "busy" });
		context.equal((await call()).statusCode, 200);
		scene.expect(await call(), { kind: "busy" }, "the second time");
		scene.expect(await client.createEx("{}"), { kind: "busy" }, "what goes by itself");
		context.equal((await scene.observe()).requests.length, 2, "requests");
	})),
	testCase("a call let through that is refused, too, lets no other through", against("unavailable-always.3600"), async (scene, context) => {
		for (const statusCode of [503, 503])
			context.equal((await scene.client.checkHealth()).statusCode, statusCode);
		for (let call = 0; call < 3; call++)
			scene.expect(await scene.client.checkHealth(), { kind: "busy" });
		context.equal((await scene.observe()).requests.length, 2, "requests");
	}),
	testCase("limits.retries 0 turns pauses off: what is next is sent at once", async (context) => {
		for (const script of ["too-many.3600", "unavailable-unsaid"]) {
			const scene = new Scene(context, script, { retries: 0 });
			context.equal((await scene.client.getOneEx("one")).kind, "http", "kind");
			await scene.expectNext();
			context.equal((await scene.observe()).requests.length, 2, "requests");
			scene.client.close();
		}
	})
];
