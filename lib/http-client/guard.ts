import type { HTTPRequest, HTTPRequestOptions } from "./http-client.js";
import type { BodyBuffer } from "../http/body-buffer.js";
import type { KeepAlive } from "../http/keep-alive.js";
import type { Socket } from "../platform.js";
import type { ClientResponse, Kind } from "../response.js";
import type { ConnectionOwner, ConnectionParts } from "../request/connection-interface.js";
import type { Stage } from "../request/request-timeouts.js";

/** What a client and its connection are kept for. */
export interface LineOwner {
	readonly parts: ConnectionParts;
	readonly owner: ConnectionOwner;
	readonly body: BodyBuffer;
	readonly keepAlive: KeepAlive;
	/** Whether the request under way is not the connection's first. */
	readonly isReused: boolean;
	/** The answer has come. @param isReusable whether its connection can carry another request */
	answered(response: ClientResponse, date: string, retryAfter: string, isReusable: boolean): void;
	/** The client, or its connection, is of no use any more. */
	failed(kind: Kind, message: string, isUnsent: boolean): void;
}

/** A request under way. */
export interface GuardedRequest {
	/** Whether a byte of it has left; whether the client has reported a head. */
	readonly isSent: boolean;
	readonly hasBegun: boolean;
	/** The client's. */
	request: HTTPRequest | undefined;
	/** What the client is asked for. */
	options(authorization: string): HTTPRequestOptions;
	/** Bytes leave now. @returns the stage */
	sending(): Stage;
	/** The sink takes bytes again. */
	resume(): void;
}

/** The connection that a part of a client's network belongs to; see `Line`. */
export interface Guard {
	readonly parts: ConnectionParts;
	readonly attempt: GuardedRequest | undefined;
	readonly isClosed: boolean;
	run(act: () => void): void;
	failed(error: unknown, otherwise: string): void;
	fail(kind: Kind, message: string): void;
	opening(part: { close(): void }): void;
	connecting(socket: Socket, open: () => void): void;
	beginAnswer(): boolean;
	enterStage(stage: Stage): void;
}

/** Options that the library adds to those of a part of an HTTP client's network. */
export interface Guarded<Provider> {
	/** What it stands for. */
	readonly provider: Provider;
	/** The connection that it is part of. */
	readonly line: Guard;
}
