import type { RecordsClient } from "../../../lib/client.js";
import type { Limits } from "../../../lib/client-limits.js";
import type { RecordsClientOptions } from "../../../lib/client-options.js";
import type { ClientResponse, Kind } from "../../../lib/response.js";
import type { Context } from "../case.js";

/** A request as the scripted peer saw it. */
export interface Seen {
	/** 1 for the run's first connection. */
	readonly connection: number;
	readonly method: string;
	/** Path and query behind script and run. */
	readonly path: string;
	/** Request line and header lines, byte for byte. */
	readonly head: string;
	readonly fields: readonly (readonly [name: string, value: string])[];
	/** The body, "" for one longer than 2,048 bytes. */
	readonly body: string;
	/** Whether all of it came. */
	readonly whole: boolean;
	readonly bodyBytes: number;
	/** Adler-32 of the body. */
	readonly checksum: number;
	/** Segments in which it arrived. */
	readonly segments: number;
	/** Whether it began to arrive before the answer to the one before had been sent. */
	readonly early: boolean;
}

/** What the scripted peer saw in one run. */
export interface Observation {
	readonly connections: number;
	readonly requests: readonly Seen[];
	/** What was wrong with the bytes it got. */
	readonly faults: readonly string[];
	/** Whether it still has to do something that a script says. */
	readonly busy: boolean;
}

/** What a response is expected to be. */
export interface Expected {
	readonly kind: Kind;
	readonly statusCode?: number;
	readonly body?: string;
}

export const nextBody = '{"id":"next"}';
export const firstBody = '{"id":"first"}';

/** A client whose peer follows a script, in a run of its own. */
export class Scene {
	readonly client: RecordsClient;
	readonly baseUrl: string;
	readonly #context: Context;
	readonly #run = "r" + Math.random().toString(36).slice(2);

	/**
	 * @param script name, with what may follow it: `name.number~fragment`
	 * @param options beyond the base URL
	 */
	constructor(context: Context, script: string, limits: Partial<Limits> = {}, options: Partial<RecordsClientOptions> = {}) {
		this.#context = context;
		this.baseUrl = `${context.peer}/${script}/${this.#run}`;
		this.client = context.client({ ...options, baseUrl: this.baseUrl, limits }).collection("readings");
	}

	/** Fails the case unless a response is as expected; one that failed must say why. */
	expect(response: ClientResponse, { kind, statusCode, body }: Expected, what = "response"): void {
		const context = this.#context;
		context.equal(response.kind, kind, `${what}: kind (${response.error})`);
		context.equal(response.ok, kind === "", `${what}: ok`);
		context.equal(response.error === "", kind === "", `${what}: error`);
		context.equal(response.statusCode, statusCode ?? (kind === "" ? 200 : 0), `${what}: statusCode`);
		context.equal(response.body, body ?? "", `${what}: body`);
	}

	/** Sends one more request, with an effect, and fails the case unless it gets its own answer. */
	async expectNext(what = "the next request"): Promise<void> {
		this.expect(await this.client.createEx('{"next":true}'), { kind: "", body: nextBody }, what);
	}

	/** Waits until the peer has done what its script says of an idle connection, and gives the client time to notice. */
	async idle(): Promise<void> {
		while ((await this.observe()).busy)
			await this.#context.sleep(25);
		// Short sleeps: on an engine that was held up, one long one is over before anything else has happened.
		for (let i = 0; i < 4; i++)
			await this.#context.sleep(25);
	}

	/** Waits until the peer has seen so many requests. */
	async untilSeen(count: number): Promise<void> {
		while ((await this.observe()).requests.length < count)
			await this.#context.sleep(25);
	}

	/** Reads back what the peer saw; fails the case if it found fault with it. */
	async observe(): Promise<Observation> {
		const observer = this.#context.client({ baseUrl: this.baseUrl, limits: { body: 262_144, values: 262_144 } });
		const response = await observer.collection("observe").getOneEx("run");
		observer.close();
		this.#context.equal(response.error, "", "observation");
		const observation = JSON.parse(response.body) as Observation;
		this.#context.equal(observation.faults.join("; "), "", "faults that the peer found");
		return observation;
	}

	/** Fails the case unless the peer and the client agree on the number of connections. @param requests that the peer must have seen */
	async expectConnections(count: number, requests?: number): Promise<Observation> {
		const observation = await this.observe();
		this.#context.equal(observation.connections, count, "connections that the peer saw");
		this.#context.equal(this.client.stats().connections, count, "connections that the client counts");
		this.#context.equal(observation.requests.length, requests ?? observation.requests.length, "requests");
		return observation;
	}

	/** Fails the case unless the requests came over these connections, such as "1,1,2". */
	async expectOn(connections: string): Promise<readonly Seen[]> {
		const { requests } = await this.expectConnections(Number(connections.split(",").at(-1)));
		this.#context.equal(requests.map(({ connection }) => connection).join(), connections, "connection of each request");
		return requests;
	}
}

/** Sets a scene: see its constructor. */
export function against(script: string, limits?: Partial<Limits>, options?: Partial<RecordsClientOptions>): (context: Context) => Scene {
	return (context) => new Scene(context, script, limits, options);
}

/** Fails the case unless a client that is closed in its first event of that name settles all and tells nothing more. */
export async function expectSilence(context: Context, client: RecordsClient, events: readonly string[], closing: string): Promise<void> {
	const readings = client.collection("readings");
	const responses = await Promise.all([readings.createEx("{}"), readings.getOneEx("one"), readings.createEx("{}")]);
	context.equal(responses.map(({ kind }) => kind).join(), "closed,closed,closed", closing);
	for (let i = 0; i < 10; i++)
		await context.sleep(25);
	context.equal(events.indexOf(closing), events.length - 1, `${closing} is the last of ${events.join()}`);
	context.equal((await readings.createEx("{}")).kind, "closed", "a call behind it");
}

/** A port of the peer's; over TLS with the CA certificate to trust, the bytes of its DER. */
export interface Offered {
	readonly url: string;
	readonly certificate: readonly number[];
}

/** Opens a port of the peer's that behaves so; see `Offers` for what there is. */
export async function offer(context: Context, behaviour: string): Promise<Offered> {
	const client = context.client({ baseUrl: `${context.peer}/keep/offer` });
	const { body } = await client.collection("port").getOneEx(behaviour);
	client.close();
	const { url, certificate = [] } = JSON.parse(body) as Partial<Offered> & { url: string };
	return { url: url.replace("127.0.0.1", peerHost(context)), certificate };
}

/** The peer's machine as this one sees it. */
export function peerHost({ peer }: Context): string {
	return peer.split("/")[2].split(":")[0];
}

/** Text of which no socket takes all at once. */
export function largeText({ large = 8_000_000 }: Context): string {
	return "x".repeat(large);
}

/** Base URL of such a port. */
export async function offeredUrl(context: Context, behaviour: string): Promise<string> {
	return (await offer(context, behaviour)).url;
}

/** Adler-32 of ASCII text. It walks the text once: on XS an index or a length is a walk of its own. */
export function checksum(text: string): number {
	let low = 1;
	let high = 0;
	for (const character of text) {
		low = (low + character.charCodeAt(0)) % 65521;
		high = (high + low) % 65521;
	}
	return high * 65536 + low;
}
