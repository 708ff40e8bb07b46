import type { EventName } from "../../../lib/stats.js";
import type { Case, Context } from "../case.js";
import { nextBody, Scene } from "./scene.js";

/** A token that expires in 2100; it is signed by nobody. `{"alg":"none"}.{"exp":4102444800}.` */
const dated = "eyJhbGciOiJub25lIn0.eyJleHAiOjQxMDI0NDQ4MDB9.c2lnbmF0dXJl";

interface Wait {
	readonly script: string;
	readonly name: string;
	/** Milliseconds that are waited at least. */
	readonly least: number;
}

const waits: readonly Wait[] = [
	{ script: "too-many.1", name: "429 with seconds", least: 1000 },
	{ script: "unavailable.1", name: "503 with seconds", least: 1000 },
	{ script: "too-many-unsaid", name: "429 without Retry-After", least: 400 },
	{ script: "unavailable-unsaid", name: "503 without Retry-After", least: 400 },
	{ script: "too-many-garbled", name: "429 with a Retry-After that nobody can read", least: 400 },
	// Cut to whole seconds twice, three can become two.
	{ script: "too-many-dated.3", name: "429 with a date", least: 2000 }
];

/** Sends a get that is refused first. Returns the pauses that were told. */
async function pausesOf(context: Context, script: string): Promise<number[]> {
	const pauses: number[] = [];
	const onEvent = (event: EventName, value: number): void => {
		if (event === "backoff")
			pauses.push(value);
	};
	const scene = new Scene(context, script, { retryBase: 1, retryPause: 400 }, { onEvent });
	scene.client.setAuthToken(dated);
	scene.expect(await scene.client.getOneEx("one"), { kind: "", body: nextBody });
	await scene.expectConnections(1);
	return pauses;
}

export const pauseCases: readonly Case[] = [
	...waits.map(({ script, name, least }): Case => ({
		name: `${name} is waited for before the request is sent again`,
		async run(context) {
			const pauses = await pausesOf(context, script);
			context.equal(pauses.length, 1, "pauses");
			context.ok(pauses[0] >= least && pauses[0] <= 3001, `${pauses[0]} ms, at least ${least}`);
		}
	})),
	{
		name: "the requests behind one that was refused wait too, although it is not sent again itself",
		async run(context) {
			const scene = new Scene(context, "unavailable-timed.1", { retryBase: 1 });
			const { client } = scene;
			const [one, two] = await Promise.all([client.createEx("{}"), client.createEx("{}")]);
			context.equal([one.kind, two.kind].join(), "http,", "kinds");
			// By the peer's clock; timers count from a little before.
			const waited = (JSON.parse(two.body) as { at: number }).at - (JSON.parse(one.body) as { at: number }).at;
			context.ok(waited >= 990, `the second came after ${waited} ms`);
			context.equal((await scene.expectConnections(1)).requests.length, 2, "requests");
		}
	},
	...["too-many.3600", "unavailable.3600"].map((script): Case => ({
		name: `a pause longer than limits.timeout (${script}) is told at once, and those behind are "busy", unsent`,
		async run(context) {
			const scene = new Scene(context, script);
			const { client } = scene;
			const [one, two, three] = await Promise.all([client.getOneEx("one"), client.createEx("{}"), client.getOneEx("three")]);
			scene.expect(one, { kind: "http", statusCode: script.startsWith("too") ? 429 : 503, body: '{"message":"Later."}' });
			for (const response of [two, three, await client.getOneEx("four")]) {
				scene.expect(response, { kind: "busy" });
				context.equal(response.error, "the service has asked for a pause", "error");
			}
			context.equal((await scene.observe()).requests.length, 1, "requests");
			context.equal(client.stats().requests, 1, "requests that the client counts");
		}
	})),
	{
		name: "limits.retries 0 turns pauses off: what is next is sent at once",
		async run(context) {
			for (const script of ["too-many.3600", "unavailable-unsaid"]) {
				const scene = new Scene(context, script, { retries: 0 });
				context.equal((await scene.client.getOneEx("one")).kind, "http", "kind");
				await scene.expectNext();
				context.equal((await scene.observe()).requests.length, 2, "requests");
			}
		}
	}
];
