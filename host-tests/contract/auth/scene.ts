import type { RecordsClient } from "../../../lib/client.js";
import type { RecordsClientOptions } from "../../../lib/client-options.js";
import type { ClientResponse } from "../../../lib/response.js";
import type { Context } from "../case.js";
import { PASSWORD } from "../../../tools/password.js";

/** Seconds that the service's tokens live. */
export const LIFE = 432_000;

/** Seconds that a token lives which is exchanged before long under `SOON`, and not before the first requests are answered. */
export const AGED = 500;

/** Milliseconds after which it is due, whole seconds being counted. */
export const DUE = 6200;

export const EXPIRED = "token expired";
export const REJECTED = "the service does not accept the token";

export const CREDENTIALS = Object.freeze({ collection: "users", identity: "device-one", get password() { return PASSWORD; } });

/** Limits under which nobody waits long, and a token of `AGED` seconds is exchanged after five. */
export const SOON = Object.freeze({ renewAt: 1, retryBase: 10, retryPause: 10 });

/** A reading that the service takes of a device. */
export const READING = JSON.stringify({ sensor: "renewal", value: 1 });

type Options = Omit<RecordsClientOptions, "baseUrl">;

/** Clients of the real service behind a front that does as it is told, in a run of its own. */
export class Scene {
	/** The first of them, `readings` selected. */
	readonly client: RecordsClient;
	/** Events that the clients have told, each with its value, separated by spaces. */
	events = "";

	readonly #context: Context;
	readonly #baseUrl: string;
	readonly #control: RecordsClient;
	readonly #clients: RecordsClient[] = [];

	constructor(context: Context, options: Options = {}) {
		this.#context = context;
		this.#baseUrl = `${context.front}/r${Math.random().toString(36).slice(2)}`;
		this.#control = context.client({ baseUrl: this.#baseUrl }).collection("front");
		this.client = this.another(options);
	}

	/** Another client of the same run. */
	another(options: Options): RecordsClient {
		const onEvent = (event: string, value: number): void => {
			if (event === "login" || event === "refresh")
				this.events += `${this.events === "" ? "" : " "}${event}:${value}`;
		};
		const client = this.#context.client({ onEvent, ...options, baseUrl: this.#baseUrl, limits: { ...SOON, ...options.limits } }).collection("readings");
		this.#clients.push(client);
		return client;
	}

	/** Closes all its clients: a board's memory holds those of one scene. */
	close(): void {
		for (const client of [this.#control, ...this.#clients])
			client.close();
	}

	/** Tells the front what to do; see its own file. */
	async tell(command: string): Promise<Record<string, string>> {
		const response = await this.#control.getOneEx(command);
		this.#context.equal(response.error, "", command);
		return JSON.parse(response.body) as Record<string, string>;
	}

	/** A token that the service takes for so many seconds and that can't be exchanged. */
	async token(seconds: number): Promise<string> {
		return (await this.tell(`token.${seconds}`)).token;
	}

	/** A token that the service itself doesn't take any more. */
	async expiredToken(): Promise<string> {
		const token = await this.token(1);
		await this.#context.sleep(2100);
		return token;
	}

	/** Logs the first client in, as an app does, and sends one request. */
	async logIn(): Promise<void> {
		const response = await this.client.collection("users").authWithPassword(CREDENTIALS.identity, PASSWORD);
		this.#context.equal(response.error, "", "login");
		this.ok(await this.client.collection("readings").getListEx(1, 1), "the first request");
	}

	/** The same, and waits until the token is due to be exchanged. */
	async logInLongAgo(): Promise<void> {
		await this.tell(`date.${LIFE - AGED}`);
		await this.logIn();
		await this.#context.sleep(DUE);
	}

	/** Fails the case unless the front saw these requests: "login- POST GET"; "-" is behind those without a token. */
	async saw(expected: string, what = "requests"): Promise<void> {
		this.#context.equal((await this.tell("seen")).seen, expected, what);
	}

	/** Waits until the front has seen these requests. */
	async until(expected: string): Promise<void> {
		while ((await this.tell("seen")).seen !== expected)
			await this.#context.sleep(25);
	}

	/** The response must be a success. */
	ok(response: ClientResponse, what = "response"): void {
		this.#context.equal(response.error, "", what);
		this.#context.equal(response.ok, true, what);
	}

	/** Fails the case unless a response says that nobody was logged in. When the client tries again may stand behind the error. */
	refused(response: ClientResponse, error: string, status = 0): void {
		this.#context.equal(`${response.kind} ${response.statusCode} ${response.error.replace(/ \(next try in \d+ s\)$/, "")}`, `auth ${status} ${error}`);
		this.#context.equal(response.ok, false, "ok");
		this.#context.equal(response.body, "", "body");
	}
}

/** Sets a scene with a first client of these options. */
export function behindFront(options?: Options): (context: Context) => Scene {
	return (context) => new Scene(context, options);
}
