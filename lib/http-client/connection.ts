import { BodyBuffer } from "../moddable/index.js";
import type { Configuration } from "../scheduler/configuration.js";
import type { ClientResponse } from "../response.js";
import type { Connection, ConnectionOwner } from "../request/connection.js";
import type { Exchange } from "../request/exchange.js";
import { Attempt } from "./attempt.js";

/** One request after the other, each through an HTTP client of its own. */
export class HTTPClientConnection implements Connection {
	readonly isOpen = false;
	readonly isReused = false;

	private readonly configuration: Configuration;
	private readonly owner: ConnectionOwner;
	private readonly body: BodyBuffer;
	private attempt: Attempt | undefined;

	constructor(configuration: Configuration, owner: ConnectionOwner) {
		this.configuration = configuration;
		this.owner = owner;
		this.body = new BodyBuffer(configuration.platform.text, configuration.limits.body);
	}

	send(exchange: Exchange, authorization: string): ClientResponse | undefined {
		this.attempt = new Attempt(this.configuration, this.owner, this.body);
		return this.attempt.begin(exchange, authorization);
	}

	close(): void {
		this.attempt?.close();
		this.attempt = undefined;
	}
}
