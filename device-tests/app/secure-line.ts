import TCP from "embedded:io/socket/tcp";
import { type ByteBuffer, TLSSocket, type TLSSocketOptions } from "records-client";
import type { Context } from "../../host-tests/contract/case.js";
import type { SecureOptions } from "../../lib/platform.js";
import { bound } from "./providers.js";

/** What the cases talk TLS to. */
export interface TLSPlaces {
	/** Ports by name. */
	readonly ports: Readonly<Record<string, number>>;
	/**
	 * DER of the CA of the good certificates, of another, of that of the elliptic ones; then of those of the wrong ones: with
	 * exponent 3, a usual one, and that of the short signature; then that of the servers by curves, and of those that ask for a
	 * certificate: of a client's that they take, and of one that they do not, certificate, CA and key.
	 */
	readonly authorities: readonly ByteBuffer[];
}

/**
 * @param servers `name:port`, separated by commas
 * @param authorities hexadecimal, separated by commas
 */
export function readPlaces(servers: string, authorities: string): TLSPlaces {
	const entries = servers.split(",").filter((entry) => entry !== "").map((entry) => entry.split(":"));
	return {
		ports: Object.fromEntries(entries.map(([name, port]) => [name, Number(port)])),
		authorities: authorities.split(",").map((text) => Uint8Array.fromHex(text))
	};
}

type Settings = Partial<TLSSocketOptions> & { readonly onEvent?: (line: SecureLine, event: string) => void };

/** A TLS socket and what it has called back. */
export class SecureLine {
	readonly events: string[] = [];
	readonly socket: TLSSocket;
	/** What `onReadable` said last. */
	readable = 0;
	/** What `onWritable` said last. */
	writable = 0;
	received = "";
	/** What `onError` got. */
	error: unknown;
	readonly #context: Context;
	#inside = true;

	constructor(context: Context, port: number | undefined, secure: SecureOptions, { onEvent, ...settings }: Settings = {}) {
		this.#context = context;
		const note = (event: string): void => {
			this.events.push(this.#inside ? `${event} inside a call` : event);
			onEvent?.(this, event);
		};
		this.socket = new TLSSocket({
			address: "127.0.0.1",
			host: "localhost",
			port: port ?? 0,
			TCP: { io: TCP },
			secure,
			onWritable: (count) => {
				this.writable = count;
				note("writable");
			},
			onReadable: (count) => {
				this.readable = count;
				note("readable");
			},
			onError: (error) => {
				this.error = error;
				note("error");
			},
			...settings
		} as TLSSocketOptions);
		this.#inside = false;
	}

	/** Text of the error, "" without one. */
	get fault(): string {
		return this.error instanceof Error ? `${this.error.name}: ${this.error.message}` : "";
	}

	/** Calls the socket; nothing may be called back meanwhile. */
	call<Result>(action: (socket: TLSSocket) => Result): Result {
		this.#inside = true;
		const result = action(this.socket);
		this.#inside = false;
		return result;
	}

	/** Takes all that can be read. */
	take(count?: number): void {
		const bytes = this.call((socket) => socket.read(count));
		if (bytes instanceof ArrayBuffer)
			this.received += bound().text.decode(new Uint8Array(bytes), 0, bytes.byteLength) ?? "";
	}

	/** Fails the case unless the event comes within 10 seconds. */
	async until(event: string): Promise<void> {
		for (let tries = 0; !this.events.includes(event) && tries < 500; tries++)
			await this.#context.sleep(20);
		this.#context.ok(this.events.includes(event), `${event} is called (${this.events.join()}; ${this.fault})`);
	}

	/** Waits for the end, and a little longer for what must not come behind it. Returns the error's text. */
	async fails(): Promise<string> {
		await this.until("error");
		const { length } = this.events;
		await this.#context.sleep(60);
		this.#context.equal(this.events.length, length, `calls behind onError (${this.events.join()})`);
		this.call((socket) => socket.close());
		return this.fault;
	}
}
