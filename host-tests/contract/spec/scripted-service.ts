import type { RecordsClient } from "../../../lib/client.js";
import type { ByteBuffer, Network, Resolver, Socket, SocketOptions, Transport } from "../../../lib/platform.js";
import type { Context } from "../case.js";
import type { Options } from "./devices.js";

/** A request as the library sent it. */
export interface Sent {
	readonly method: string;
	readonly path: string;
	readonly headers: ReadonlyMap<string, string>;
	readonly body: string;
}

/** What is answered. */
export interface Reply {
	readonly status: number;
	/** Text, or bytes that need not be any. */
	readonly body?: string | Uint8Array;
	/** Content-Type; none when empty or left out. */
	readonly type?: string;
}

/** Decides on the answer; undefined for none, ever. */
export type Script = (sent: Sent) => Reply | undefined;

/**
 * A network whose peer is a script: shows what the real service can't tell (the header fields of a request, that there was
 * none) and answers what the real service won't on demand.
 */
export class ScriptedService {
	/** The requests begun, oldest first. */
	readonly sent: Sent[] = [];
	/** Requests begun and not answered. */
	pending = 0;
	/** The most that `pending` has been. */
	mostPending = 0;
	readonly script: Script;

	constructor(script: Script = () => ({ status: 200, body: "{}" })) {
		this.script = script;
	}

	get network(): Network {
		return { http: { dns: { io: ScriptedResolver }, socket: { io: ScriptedSocket, service: this } } satisfies Transport };
	}

	/** A client that talks to this script; it sends nothing again of its own accord. */
	client(context: Context, options: Options = {}): RecordsClient {
		const limits = { retries: 0, ...options.limits };
		return context.client({ ...options, limits, baseUrl: "http://scripted.internal", network: this.network });
	}
}

/** Sets a scene: a script, and a client that talks to it, `readings` selected. */
export function scripted(script?: Script, options?: Options): (context: Context) => { readonly client: RecordsClient; readonly service: ScriptedService } {
	return (context) => {
		const service = new ScriptedService(script);
		return { client: service.client(context, options).collection("readings"), service };
	};
}

class ScriptedResolver implements Resolver {
	resolve({ host, onResolved }: Parameters<Resolver["resolve"]>[0]): void {
		void Promise.resolve().then(() => onResolved(host, "192.0.2.1"));
	}

	close(): void {
		// Nothing is looked up.
	}
}

/** Bytes that a socket takes at once. */
const window = 65_536;
const blankLine = "\r\n\r\n";

class ScriptedSocket implements Socket {
	readonly target: unknown;
	readonly #options: SocketOptions;
	readonly #service: ScriptedService;
	#written: number[] = [];
	#received = new Uint8Array(0);
	#closed = false;

	constructor(options: SocketOptions) {
		this.#options = options;
		this.target = options.target;
		this.#service = options.service as ScriptedService;
		void Promise.resolve().then(() => this.#closed || options.onWritable?.call(this, window));
	}

	read(target?: number | ByteBuffer): number | undefined {
		if (!(target instanceof Uint8Array))
			throw new TypeError("this socket reads into a Uint8Array");
		const part = this.#received.subarray(0, target.length);
		target.set(part);
		this.#received = this.#received.slice(part.length);
		return part.length === 0 ? undefined : part.length;
	}

	write(data: ByteBuffer): number {
		const bytes = data instanceof Uint8Array ? data : new Uint8Array(data);
		for (let i = 0; i < bytes.length; i++)
			this.#written.push(bytes[i]);
		const sent = requestOf(this.#written);
		if (sent !== undefined) {
			this.#written = [];
			void this.#answer(sent);
		}
		return window;
	}

	close(): void {
		this.#closed = true;
	}

	async #answer(sent: Sent): Promise<void> {
		const service = this.#service;
		await Promise.resolve(); // nothing is called back inside the call
		if (this.#closed)
			return;
		service.pending++;
		service.mostPending = Math.max(service.mostPending, service.pending);
		service.sent.push(sent);
		const reply = service.script(sent);
		await Promise.resolve();
		if (this.#closed || reply === undefined)
			return;
		service.pending--;
		const body = bytesOf(reply.body ?? "");
		const type = reply.type === undefined || reply.type === "" ? "" : `content-type: ${reply.type}\r\n`;
		const head = bytesOf(`HTTP/1.1 ${reply.status}\r\n${type}content-length: ${body.length}${blankLine}`);
		this.#received = new Uint8Array(head.length + body.length);
		this.#received.set(head);
		this.#received.set(body, head.length);
		this.#options.onReadable?.call(this, this.#received.length);
	}
}

/** The request that these bytes are, undefined while they are not all of it. */
function requestOf(bytes: readonly number[]): Sent | undefined {
	// A device's stack does not hold them all as arguments.
	const text = bytes.map((byte) => String.fromCharCode(byte)).join("");
	const end = text.indexOf(blankLine);
	if (end < 0)
		return undefined;
	const [first, ...lines] = text.slice(0, end).split("\r\n");
	const [method, path] = first.split(" ");
	const headers = new Map(lines.map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]));
	const body = bytes.slice(end + blankLine.length);
	return body.length < Number(headers.get("content-length") ?? 0) ? undefined : { method, path, headers, body: textOf(body) };
}

function textOf(bytes: readonly number[]): string {
	return decodeURIComponent(bytes.map((byte) => "%" + byte.toString(16).padStart(2, "0")).join(""));
}

export function bytesOf(text: string | Uint8Array): Uint8Array<ArrayBuffer> {
	if (typeof text !== "string")
		return new Uint8Array(text);
	const escaped = encodeURIComponent(text);
	const bytes: number[] = [];
	for (let i = 0; i < escaped.length; i++) {
		const isEscape = escaped[i] === "%";
		bytes.push(isEscape ? parseInt(escaped.slice(i + 1, i + 3), 16) : escaped.charCodeAt(i));
		if (isEscape)
			i += 2;
	}
	return new Uint8Array(bytes);
}
