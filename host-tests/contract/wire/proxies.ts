import { type Case, type Context, testCase } from "../case.js";
import { listOf, login, proxyNames, recordOf, refusal } from "../../../tools/proxies/proxied.js";
import { Scene } from "./scene.js";

/** A client behind a proxy that expects each answer of the run to be its own. */
class Proxied {
	readonly #scene: Scene;
	#number = 0;

	/** @param script of the peer's */
	constructor(context: Context, script: string) {
		this.#scene = new Scene(context, script);
	}

	async logIn(): Promise<void> {
		const { client } = this.#scene;
		this.#expect(await client.collection("users").authWithPassword("one", "secret"), login);
		client.collection("readings");
	}

	async create(): Promise<void> {
		this.#expect(await this.#scene.client.createEx('{"value":1}'), recordOf(this.#number + 1));
	}

	async read(): Promise<void> {
		this.#expect(await this.#scene.client.getOneEx("one"), recordOf(this.#number + 1));
	}

	async list(): Promise<void> {
		this.#expect(await this.#scene.client.getListEx(1, 60), listOf(this.#number + 1));
	}

	async beRefused(): Promise<void> {
		this.#scene.expect(await this.#scene.client.createEx('{"refuse":true}'), { kind: "http", statusCode: 400, body: refusal }, `answer ${++this.#number}`);
	}

	/** Expects the answer to be a request to wait, and the next call not to be sent. */
	async bePaused(): Promise<void> {
		const { client } = this.#scene;
		this.#scene.expect(await client.createEx('{"value":1}'), { kind: "http", statusCode: 429, body: recordOf(++this.#number) }, "the pause");
		this.#scene.expect(await client.createEx('{"value":1}'), { kind: "busy" }, "a call in the pause");
	}

	/** Expects that all requests so far went over so many connections. */
	async overConnections(count: number): Promise<void> {
		await this.#scene.expectConnections(count);
	}

	#expect(response: Awaited<ReturnType<Scene["client"]["createEx"]>>, body: string): void {
		this.#scene.expect(response, { kind: "", body }, `answer ${++this.#number}`);
	}
}

/** Each kind of answer after each other kind, and several alike in a row. */
async function useAll(proxied: Proxied): Promise<void> {
	await proxied.logIn();
	for (let round = 0; round < 3; round++) {
		for (let i = 0; i < 4; i++)
			await proxied.create();
		await proxied.read();
		await proxied.list();
		await proxied.list();
		await proxied.read();
		await proxied.beRefused();
		await proxied.beRefused();
		await proxied.create();
		await proxied.list();
		await proxied.beRefused();
	}
}

/** The answer of that number deviates, when its head has long been known. */
const deviating = 8;

async function learnHead(proxied: Proxied): Promise<void> {
	for (let i = 1; i < deviating; i++)
		await proxied.create();
}

async function closes(context: Context, script: string): Promise<void> {
	const proxied = new Proxied(context, `${script}.${deviating}`);
	await learnHead(proxied);
	await proxied.create();
	await proxied.overConnections(1);
	await proxied.create();
	await proxied.overConnections(2);
}

export const proxyCases: readonly Case[] = [
	...proxyNames.flatMap((proxy): Case[] => [
		testCase(`behind ${proxy} each answer is its own, over one connection`, async (context) => {
			const proxied = new Proxied(context, `behind-${proxy}`);
			await useAll(proxied);
			await proxied.overConnections(1);
		}),
		testCase(`behind ${proxy} a connection that ends with an answer is not used again`, (context) => closes(context, `behind-${proxy}-closing`)),
		testCase(`behind ${proxy} a request to wait is noticed among heads that are alike`, async (context) => {
			const proxied = new Proxied(context, `behind-${proxy}-pausing.${deviating}`);
			await learnHead(proxied);
			await proxied.bePaused();
			await proxied.overConnections(1);
		})
	]),
	...(["nginx", "cloudflare"] as const).map((proxy) => testCase(`behind ${proxy} each answer is its own when it comes in pieces`, async (context) => {
		const proxied = new Proxied(context, `behind-${proxy}~431`);
		await useAll(proxied);
		await proxied.overConnections(1);
	})),
	testCase("a connection's end that is told behind fields that differ each time is noticed", (context) => closes(context, "behind-cloudflare-closing-at-the-end")),
	testCase("a value that differs each time and looks like framing is a value", async (context) => {
		const proxied = new Proxied(context, "behind-cloudflare-misleading");
		await useAll(proxied);
		await proxied.overConnections(1);
	})
];
