/**
 * The entry "records-client/internal" for devices and the simulator: the client, bound to the modules of the Moddable SDK, and what the
 * other entries need.
 */
import TCP from "embedded:io/socket/tcp";
import UDP from "embedded:io/socket/udp";
import Net from "net";
import Preference from "preference";
import TextEncoder from "text/encoder";
import Time from "time";
import Timer from "timer";
import { RecordsClient as Client } from "../client.js";
import { Resolver } from "../dns/resolver.js";
import { securedTransport, TLSSocket } from "./tls/socket.js";
import type { RecordsClientOptions } from "../client-options.js";
import type { Network, Preferences, SecuredTransport, Text, TimerHandle, Timers, Transport } from "../platform.js";
import type { SecurePlatform, TLSOptions, TLSStats } from "../tls/tls-options.js";

export * from "../index.js";
export * from "../internal/index.js";
export { Resolver } from "../dns/resolver.js";
export type { Datagram, DatagramProvider, DatagramSocket, DatagramSocketOptions, ResolverOptions } from "../dns/lookup.js";
export { TLSSocket } from "./tls/socket.js";
export type { TLSSocketOptions } from "../tls/tls-socket-options.js";

/** Public resolvers, for a network that names none of its own. */
const DNS_SERVERS = Object.freeze(["1.1.1.1", "8.8.8.8"]);

const SURROGATE_LEAD = 0xed;
const SURROGATE_ESCAPE = "\\ud";

// docs/decisions/0008-preloaded-except-on-linux.md
const encoder = Object.freeze(new TextEncoder());

/** Text functions of the Moddable SDK. */
export const text: Text = Object.freeze({
	encode(characters: string): Uint8Array {
		const bytes = encoder.encode(characters);
		// As many bytes as characters: all of them are ASCII.
		if (bytes.length !== characters.length && bytes.includes(SURROGATE_LEAD))
			replaceSurrogates(bytes, bytes.length);
		return bytes;
	},

	encodeInto(characters: string, target: Uint8Array): number {
		const { written } = encoder.encodeInto(characters, target);
		// Written as JSON, a lone surrogate is \ud…: a native call finds that, or a text that holds it and is no worse for it.
		if (written !== characters.length && JSON.stringify(characters).includes(SURROGATE_ESCAPE))
			replaceSurrogates(target, written);
		return written;
	},

	decodeBase64url(characters: string): Uint8Array | undefined {
		try {
			return Uint8Array.fromBase64(characters, { alphabet: "base64url" });
		}
		catch {
			return undefined;
		}
	},

	decode(bytes: Uint8Array, offset: number, length: number): string | undefined {
		try {
			return String.fromArrayBuffer(bytes.buffer, bytes.byteOffset + offset, length);
		}
		catch {
			return undefined;
		}
	}
});

/** Timers of the Moddable SDK. */
export const timers: Timers = Object.freeze({
	set: (callback: () => void, milliseconds = 0): TimerHandle => Timer.set(callback, milliseconds),
	clear: (timer: TimerHandle | undefined): void => Timer.clear(timer as Timer | undefined),
	now: (): number => Time.ticks
});

function warn(warning: string): void {
	trace("records-client: ", warning, "\n");
}

const TCP_SOCKET = Object.freeze({ io: TCP });
const TLS_SOCKET = Object.freeze({ io: TLSSocket, TCP: TCP_SOCKET });

const DNS = Object.freeze({
	io: Resolver,
	/** The network's servers of this moment: each connection reads them again. */
	get servers(): readonly string[] {
		const servers = Net.get("DNS") as readonly string[] | undefined;
		return servers?.length ? servers : DNS_SERVERS;
	},
	socket: Object.freeze({ io: UDP }),
	timers
});

/** The SDK's TCP and TLS, and the resolver over its UDP. In flash. */
export const network = Object.freeze({
	http: Object.freeze({ dns: DNS, socket: TCP_SOCKET }),
	https: Object.freeze({ dns: DNS, socket: TLS_SOCKET })
}) as unknown as Required<Network>;

/** In flash. */
const PLATFORM: SecurePlatform = Object.freeze({
	network,
	timers,
	// Not a value: the simulator's class has a cache, which is not frozen.
	get preferences(): Preferences {
		return Preference;
	},
	text,
	secured: (transport: Transport, tls: TLSOptions | undefined, stats: TLSStats): SecuredTransport =>
		securedTransport(transport, tls, stats, PLATFORM),
	addressWarning: "baseUrl has an IPv6 address: the SDK's simulators connect to IPv4 addresses only, and no board was tried",
	warn
});

/** The SDK's encoder makes ED A0 80 to ED BF BF of a lone surrogate, which is not UTF-8: it becomes U+FFFD, as long. */
function replaceSurrogates(bytes: Uint8Array, length: number): void {
	for (let at = 0; at < length; at++) {
		if (bytes[at] !== SURROGATE_LEAD || bytes[at + 1] < 0xa0)
			continue;
		bytes[at] = 0xef;
		bytes[at + 1] = 0xbf;
		bytes[at + 2] = 0xbd;
	}
}

/**
 * The client with the Moddable SDK's TCP, timers, preferences and text encoder.
 * @example
 * ```ts
 * import { RecordsClient } from "records-client";
 *
 * const records = new RecordsClient({
 * 	baseUrl: "http://192.168.1.10:8090",
 * 	credentials: { collection: "users", identity: "device-one", password: "device-pass-1234" }
 * });
 *
 * async function post() {
 * 	const { error, ok } = await records.collection("readings").createEx({ sensor: "temperature", value: 21.4 });
 * 	if (!ok)
 * 		trace(error, "\n");
 * }
 *
 * export default function main() {
 * 	post();
 * }
 * ```
 */
// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging -- the class has from its base what is declared below
export class RecordsClient<out T = unknown> extends Client<T> {
	/** @throws TypeError or RangeError that names the option that is missing or wrong */
	constructor(options: RecordsClientOptions) {
		super(PLATFORM, options);
	}
}

/** Methods that return a client of this class, which the library's does not know. */
export interface RecordsClient<out T = unknown> {
	/**
	 * Selects the collection of the calls that follow.
	 * @param name collection name or id
	 * @returns the client, so that calls chain
	 * @example records.collection("readings");
	 */
	collection(name: string): unknown extends T ? this : RecordsClient;
	/**
	 * As without a type: names in `sort`, `expand` and `fields` that the type lacks are errors when the app is compiled.
	 * @typeParam R of the collection's records, such as `ReadingsResponse` of `pocketbase-typegen`
	 * @example records.collection<{ id: string; value: number }>("readings").getListEx({ sort: "-value", fields: "id,value" });
	 */
	collection<R extends object>(name: string): RecordsClient<R>;
}
