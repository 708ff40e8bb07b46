import { BodyBuffer } from "../http/body-buffer.js";
import type { ClientResponse } from "../response.js";
import type { Connection, ConnectionOwner, ConnectionParts } from "../request/connection.js";
import type { Exchange } from "../request/exchange.js";
import { Attempt } from "./attempt.js";

/** One request after the other, each through an HTTP client of its own. */
export class HTTPClientConnection implements Connection {
	readonly isReused = false;

	private readonly parts: ConnectionParts;
	private readonly owner: ConnectionOwner;
	private readonly body: BodyBuffer;
	private attempt: Attempt | undefined;

	constructor(parts: ConnectionParts, owner: ConnectionOwner) {
		this.parts = parts;
		this.owner = owner;
		this.body = new BodyBuffer(parts.platform.text, parts.limits.body);
	}

	prepare(): boolean {
		return false;
	}

	send(exchange: Exchange, authorization: string): ClientResponse | undefined {
		this.attempt = new Attempt(this.parts, this.owner, this.body);
		return this.attempt.begin(exchange, authorization);
	}

	resume(): void {
		this.attempt?.resume();
	}

	timedOut(): void {
		this.close();
	}

	close(): void {
		this.attempt?.close();
		this.attempt = undefined;
	}
}
