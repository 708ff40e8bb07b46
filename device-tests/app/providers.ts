import TCP from "embedded:io/socket/tcp";
import UDP from "embedded:io/socket/udp";
import ModdableTLS from "embedded:io/socket/tcp/tls";
import ModdableClient from "embedded:network/http/client";
import { type Network, RecordsClient, Resolver, type Text, type Timers, timers, TLSSocket, type Transport } from "records-client";
import { type HTTPClientNetwork, overHTTPClient } from "records-client/http-client";
import type { SecureOptions } from "../../lib/platform.js";

const base = {
	dns: { io: Resolver, servers: ["127.0.0.1"], socket: { io: UDP }, timers },
	socket: { io: TCP }
};

/** What the library binds on a device besides the network. */
export interface Bound {
	readonly text: Text;
	readonly timers: Timers;
}

/** The library's own timers and text, which it hands to the class of its connections. */
export function bound(): Bound {
	let found: Bound | undefined;
	const io = class {
		readonly isOpen = false;

		constructor({ platform }: { readonly platform: Bound }) {
			found = platform;
		}
	};
	const network = { http: { io, ...base } } as unknown as Network;
	new RecordsClient({ baseUrl: "http://127.0.0.1", network, preferences: null });
	if (found === undefined)
		throw new Error("no connection was made");
	return found;
}

/** Moddable's TCP, and the library's resolver over Moddable's UDP. */
export function transport(): Transport {
	return base as unknown as Transport;
}

/** The library's TLS over Moddable's TCP, with options given to its socket. */
export function overTLS(secure: SecureOptions = {}): Network {
	return withSocket(TLSSocket, secure);
}

/** The library's own connection, with that TLS socket. */
export function withSocket(io: unknown, secure: SecureOptions, parts: object = { TCP: base.socket }): Network {
	return { https: { dns: base.dns, socket: { io, ...parts, secure } } } as unknown as Network;
}

/** Moddable's HTTP client in place of the library's connection; over https with Moddable's TLS socket, as the SDK's example has it. */
export function throughModdablesClient(): Network {
	return overHTTPClient({
		http: { io: ModdableClient, ...base },
		https: { io: ModdableClient, dns: base.dns, socket: { io: ModdableTLS, TCP: base.socket, secure: { applicationLayerProtocolNegotiation: "http/1.1" } } }
	} as unknown as HTTPClientNetwork);
}

/** The same over https, with options given to Moddable's TLS socket. */
export function overModdablesTLS(secure: SecureOptions): Network {
	return overHTTPClient({
		https: { io: ModdableClient, dns: base.dns, socket: { io: ModdableTLS, TCP: base.socket, secure } }
	} as unknown as HTTPClientNetwork);
}
