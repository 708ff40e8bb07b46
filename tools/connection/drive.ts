import { text } from "../../host/text.js";
import { type Configuration, makeConfiguration } from "../../lib/scheduler/configuration.js";
import { HTTPConnection } from "../../lib/http/http-connection.js";
import type { Limits } from "../../lib/client-limits.js";
import type { Timers, Transport } from "../../lib/platform.js";
import type { ClientResponse, Kind } from "../../lib/response.js";
import type { ConnectionOwner } from "../../lib/request/connection-interface.js";
import { Exchange } from "../../lib/request/exchange.js";
import { RequestTimeouts } from "../../lib/request/request-timeouts.js";
import { MemoryMachine, MemoryResolver, MemorySocket } from "./memory-machine.js";

/** What a drive may have instead of the parts in memory. */
export interface DriveParts {
	readonly baseUrl?: string;
	readonly dns?: Transport["dns"]["io"];
	readonly socket?: Transport["socket"]["io"];
	readonly timers?: Timers;
}

/** Drives the library's HTTP connection over a socket in memory, and notes what its owner is told. */
export class ConnectionDrive implements ConnectionOwner {
	readonly machine = new MemoryMachine();
	readonly connection: HTTPConnection;
	readonly configuration: Configuration;
	readonly timeouts: RequestTimeouts;
	/** What the request under way has come to; "more" while that is open. */
	outcome = "more";
	response: ClientResponse | undefined;
	/** Date and Retry-After that were told with the response. */
	fields: readonly [date: string, retryAfter: string] = ["", ""];
	/** Whether what failed was unsent. */
	isUnsent = false;
	/** How often the owner was called back. */
	calls = 0;

	/** @param parts other classes than those in memory, other timers, another service */
	constructor(limits: Partial<Limits> = {}, parts: DriveParts = {}) {
		const { machine } = this;
		const { baseUrl = "http://127.0.0.1", dns = MemoryResolver, socket = MemorySocket, timers = machine.timers } = parts;
		const transport = { dns: { io: dns, machine }, socket: { io: socket, machine } };
		const platform = { network: { http: transport }, preferences: { get: () => undefined, set: () => {}, delete: () => {} }, text, timers, secured: (transport: Transport) => ({ ...transport, isVerified: true }), warn: () => {} };
		this.configuration = makeConfiguration(platform, { baseUrl, limits, preferences: null });
		this.timeouts = new RequestTimeouts(timers, this.configuration.limits, { onExpired: () => {} });
		this.connection = new HTTPConnection(this.configuration, this);
	}

	/** Begins a request; what can be done without an answer is done when this returns. */
	send(options: Partial<Pick<Exchange, "body" | "method" | "path">> = {}, authorization = "", wantsDate = false): void {
		this.outcome = "more";
		this.response = undefined;
		this.connection.prepare(this.configuration.platform.timers.now() - this.timeouts.entered >>> 0);
		const refusal = this.connection.send(Object.assign(new Exchange(), { path: "/" }, options), authorization, wantsDate);
		if (refusal !== undefined)
			this.onResponse(refusal, "", "");
		this.machine.run();
	}

	/** Whether the next request goes over the connection that there is. */
	get isOpen(): boolean {
		return this.connection.prepare(this.configuration.platform.timers.now() - this.timeouts.entered >>> 0);
	}

	/** What the last connection was sent. */
	get written(): string[] {
		return (this.machine.socket?.written ?? []).map((bytes) => Buffer.from(bytes).toString());
	}

	/** The peer has room for so many bytes. */
	take(count: number): void {
		this.machine.socket?.take(count);
		this.machine.run();
	}

	/** The peer sends bytes. */
	receive(bytes: Uint8Array): void {
		if (bytes.length > 0)
			this.machine.later(() => this.machine.socket?.receive(bytes));
		this.machine.run();
	}

	/** The peer ends the connection. @param error undefined when it closes it */
	end(error?: Error): void {
		this.machine.later(() => this.machine.socket?.end(error));
		this.machine.run();
	}

	/** A request, a GET where nothing is said, whose answer comes in fragments. Returns what it has come to. */
	exchange(bytes: Uint8Array, cuts: readonly number[] = [], closed = false, request: Parameters<ConnectionDrive["send"]>[0] = {}): string {
		this.send(request);
		this.#receiveCut(bytes, cuts);
		if (closed)
			this.end();
		return this.outcome;
	}

	/** A GET whose answer comes in fragments. Returns what it has come to, the Date and Retry-After that were told, and whether the connection is kept. */
	told(bytes: Uint8Array, ...cuts: readonly number[]): string {
		this.fields = ["", ""];
		this.send({}, "", true);
		this.#receiveCut(bytes, cuts);
		const { isOpen, fields, outcome } = this;
		return JSON.stringify([outcome, fields, isOpen]);
	}

	#receiveCut(bytes: Uint8Array, cuts: readonly number[]): void {
		let from = 0;
		for (const to of [...cuts, bytes.length]) {
			this.receive(bytes.subarray(from, to));
			from = to;
		}
	}

	onResponse(response: ClientResponse, date: string, retryAfter: string): void {
		const { body, error, kind, statusCode } = response;
		this.calls++;
		this.response = response;
		this.fields = [date, retryAfter];
		this.outcome = JSON.stringify([statusCode, kind, error, body]);
	}

	onFailure(kind: Kind, message: string, isUnsent: boolean): void {
		this.calls++;
		this.isUnsent = isUnsent;
		this.outcome = `${kind}: ${message}`;
	}
}
