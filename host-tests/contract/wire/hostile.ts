import type { RecordsClient } from "../../../lib/client.js";
import type { ClientResponse } from "../../../lib/response.js";
import { type Case, type Context, testCase } from "../case.js";
import { offeredUrl, Scene } from "./scene.js";

/** Connections of each case: a socket that forgets one of them, or a buffer of it, can't hide for so long. */
const rounds = 10;
/** Twice what a socket of a small device takes at once: it waits for the peer in the middle of it. */
const long = (): object => ({ text: "x".repeat(12_000) });

/** The answer, or the failure of the connection: the reset may overtake the bytes before it. */
function expectEither(context: Context, { kind, statusCode, error }: ClientResponse, kinds: readonly string[]): void {
	context.ok(kinds.includes(`${kind} ${statusCode}`), `${kind} ${statusCode} (${error}) instead of ${kinds.join(" or ")}`);
}

/** Each connection opens, and ends before its first byte. */
async function endsAtOnce(context: Context, behaviour: string, ask: (client: RecordsClient) => Promise<ClientResponse>): Promise<void> {
	const client = context.client({ baseUrl: await offeredUrl(context, behaviour), limits: { retries: 0 } }).collection("readings");
	for (let round = 1; round <= rounds; round++) {
		expectEither(context, await ask(client), ["connect 0"]);
		context.equal(client.stats().connections, round, "connections");
	}
}

/** A client of its own each time: one connection ends as the script says, the next one works. */
async function endsAndWorks(context: Context, script: string, kinds: readonly string[], body: object = {}): Promise<void> {
	for (let round = 0; round < rounds; round++) {
		const scene = new Scene(context, script);
		expectEither(context, await scene.client.createEx(body), kinds);
		// Where the socket took all of a long create, its connection was kept and ends now.
		await scene.idle();
		await scene.expectNext();
		context.equal(scene.client.stats().connections, 2, "connections");
		scene.client.close();
	}
}

const once = "the connection once it is open";

/** How connections end, the script, what may be told, and the create. */
const ends: readonly (readonly [what: string, script: string, kinds: readonly string[], body?: object])[] = [
	["an answer before the end of a long create, and the end of the connection", "too-early", ["http 413"], long()],
	["an answer before the end of a long create, and a reset", "too-early-reset", ["http 413", "connect 0"], long()],
	["a reset in place of an answer", "first-resets", ["connect 0"]],
	["an answer that is cut by a reset", "cut-sized-reset.60", ["protocol 0", "connect 0"]]
];

export const hostileCases: readonly Case[] = [
	...[["hang-up", `closes ${once}`], ["hang-up-reset", `resets ${once}`]].flatMap(([behaviour, what]): readonly Case[] => [
		testCase(`again and again, a peer that ${what}: a get is told so`, (context) => endsAtOnce(context, behaviour, (client) => client.getOneEx("one"))),
		testCase(`again and again, a peer that ${what}: a long create is told so`, (context) => endsAtOnce(context, behaviour, (client) => client.createEx(long())))
	]),
	...ends.map(([what, script, kinds, body]) => testCase(`again and again, ${what}`, (context) => endsAndWorks(context, script, kinds, body)))
];
