import type { HTTPClient, HTTPClientProvider } from "./http-client.js";
import type { ResolverProvider, SocketProvider } from "../platform.js";
import { ANSWERED_EARLY, type Kind } from "../response.js";
import type { ConnectionParts } from "../request/connection-interface.js";
import { STAGE_RECEIVE, STAGE_SEND, type Stage } from "../request/request-timeouts.js";
import { isTLSError, textOf } from "../shared/thrown.js";
import type { Guard, GuardedRequest, LineOwner } from "./guard.js";
import { GuardedResolver } from "./guarded-resolver.js";
import { GuardedSocket } from "./guarded-socket.js";

export const UNUSABLE = "the HTTP client has passed on an unusable answer";
const ELSEWHERE = "the HTTP client has opened its connection by itself, without this library's TLS";
export const ENDED = "the connection ended before the answer";

/** One HTTP client and its connection, for request after request. Both count until this is closed. */
export class Line implements Guard {
	readonly connection: LineOwner;
	readonly parts: ConnectionParts;
	/** When it was begun. */
	readonly begun: number;
	isClosed = false;
	/** The request under way. */
	attempt: GuardedRequest | undefined;
	/** What the client has made of the class that it was given; of a client that does not, nobody knows how its bytes are framed. */
	socket: GuardedSocket | undefined;

	private client: HTTPClient | undefined;
	/** Look-ups and sockets of the client. */
	private readonly opened: { close(): void }[] = [];

	constructor(connection: LineOwner) {
		const { parts, parts: { platform: { timers }, stats } } = connection;
		this.connection = connection;
		this.parts = parts;
		this.begun = timers.now();
		stats.connections++;
	}

	/** Whether bytes of the answer have come. */
	get hasBegun(): boolean {
		return this.socket === undefined ? this.attempt?.hasBegun === true : this.socket.answer.parser.hasBegun;
	}

	/** The client calls back. Over https not with a connection of its own making: nobody knows who answers there. */
	called(act: () => void): void {
		if (this.socket === undefined && this.parts.transport.isVerified === true)
			this.fail("tls", ELSEWHERE);
		else
			this.run(act);
	}

	/** Has the client begin a request. */
	request(attempt: GuardedRequest, authorization: string): void {
		this.attempt = attempt;
		if (this.socket !== undefined) {
			this.socket.answer.begin();
			this.enterStage(STAGE_SEND);
		}
		this.run(() => {
			const client = this.client ?? this.connect();
			if (!this.isClosed)
				attempt.request = client.request(attempt.options(authorization));
		});
	}

	/** Calls what may throw: then the connection ends. Does nothing when it has. */
	run(act: () => void): void {
		if (this.isClosed)
			return;
		try {
			act();
		}
		catch (error) {
			this.failed(error, UNUSABLE);
		}
	}

	/** Client or connection have failed. @param otherwise text where the error has none */
	failed(error: unknown, otherwise: string): void {
		this.fail(isTLSError(error) ? "tls" : this.hasBegun ? "protocol" : "connect", textOf(error, otherwise));
	}

	/** Client or connection can't be used any more. */
	fail(kind: Kind, message: string): void {
		if (!this.isClosed)
			this.connection.failed(kind, message, this.opened.length > 0 && this.attempt?.isSent === false);
	}

	/** Ends it without a callback: closes the client, and what that may have left open. */
	close(): void {
		const { client, opened } = this;
		this.isClosed = true;
		this.client = this.attempt = undefined;
		for (const part of client === undefined ? opened : [client, ...opened])
			this.closeQuietly(part);
	}

	/** The client has made a part of its network. */
	opening(part: { close(): void }): void {
		this.opened.push(part);
	}

	/** The client has made its socket. @param open opens the connection; not called for a second one */
	connecting(socket: GuardedSocket, open: () => void): void {
		if (this.socket !== undefined)
			return this.fail("protocol", UNUSABLE);
		this.run(() => {
			this.socket = socket;
			this.opening(socket);
			open();
		});
	}

	/** Bytes have come. Returns whether there is a request that they may answer. */
	beginAnswer(): boolean {
		if (this.attempt?.isSent) {
			this.enterStage(STAGE_RECEIVE);
			return true;
		}
		// Nobody has asked for them.
		this.fail(this.connection.isReused ? "connect" : "protocol", ANSWERED_EARLY);
		return false;
	}

	enterStage(stage: Stage): void {
		if (!this.isClosed)
			this.connection.owner.timeouts.enterStage(stage);
	}

	private connect(): HTTPClient {
		const { parts: { transport, transport: { dns, socket }, url: { host, port } } } = this;
		const Client = transport.client as HTTPClientProvider["io"];
		const client = new Client({
			...transport, host, port,
			dns: { ...dns, io: GuardedResolver as unknown as ResolverProvider["io"], provider: dns, line: this },
			socket: { nodelay: true, ...socket, io: GuardedSocket as unknown as SocketProvider["io"], provider: socket, line: this },
			onError: (error) => this.failed(error, ENDED)
		});
		if (this.isClosed)
			this.closeQuietly(client);
		else
			this.client = client;
		return client;
	}

	private closeQuietly(part: { close(): void }): void {
		try {
			part.close();
		}
		catch {
			// Its text may hold anything.
			this.parts.platform.warn("the HTTP client has thrown at close");
		}
	}
}
