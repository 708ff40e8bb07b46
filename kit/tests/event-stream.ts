import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { ExecutionContext } from "ava";
import { type Answer, ask } from "../../host-tests/runner/asking.js";
import type { Account } from "./kit-service.js";

/** An event stream of PocketBase on a connection of its own, open until the test ends. */
export class EventStream {
	readonly #address: string;
	readonly #socket: Socket;
	readonly #url: string;
	#text = "";

	private constructor(url: string, address: string) {
		this.#url = url;
		this.#address = address;
		const { hostname, port } = new URL(url);
		this.#socket = connect(Number(port), hostname);
		this.#socket.setEncoding("utf8").on("data", (text: string) => this.#text += text).on("error", () => undefined);
		this.#socket.write(`GET /api/realtime HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${address}\r\n\r\n`);
	}

	/** @param address of the client, as a proxy says it */
	static async open(t: ExecutionContext, url: string, address = "192.0.2.1"): Promise<EventStream> {
		const stream = new EventStream(url, address);
		t.teardown(() => stream.close());
		await stream.until("}\n\n");
		return stream;
	}

	/** All that came. */
	get text(): string {
		return this.#text;
	}

	get id(): string {
		return /"clientId":"([^"]+)"/.exec(this.#text)![1];
	}

	/** Whether its answer has ended as a whole. */
	get isWhole(): boolean {
		return this.#text.endsWith("\r\n0\r\n\r\n");
	}

	/** Waits for a text, and returns all that came. */
	async until(text: string): Promise<string> {
		while (!this.#text.includes(text)) {
			if (this.#socket.closed || this.isWhole)
				throw new Error(`the stream ended: ${this.#text}`);
			await Promise.race([once(this.#socket, "data"), once(this.#socket, "close")]);
		}
		return this.#text;
	}

	async ended(): Promise<void> {
		while (!this.isWhole && !this.#socket.closed)
			await Promise.race([once(this.#socket, "data"), once(this.#socket, "close")]);
	}

	subscribe(subscriptions: readonly string[], { token }: Account): Promise<Answer> {
		return ask(this.#url, "POST", "/api/realtime", token, { clientId: this.id, subscriptions }, { "x-forwarded-for": this.#address });
	}

	/** Takes nothing more. */
	stall(): void {
		this.#socket.pause();
	}

	close(): void {
		this.#socket.destroy();
	}
}
