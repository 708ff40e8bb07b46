import TCP from "embedded:io/socket/tcp";
import UDP from "embedded:io/socket/udp";
import Resolver from "embedded:network/dns/resolver/udp";
import ModdableClient from "embedded:network/http/client";
import { HTTPClient, type HTTPClientOptions, type HTTPProvider, type Network, RecordsClient, type Text, type Timers } from "records-client";

const base = {
	dns: { io: Resolver, servers: ["127.0.0.1"], socket: { io: UDP } },
	socket: { io: TCP }
};

/** What the library binds on a device besides the network. */
export interface Bound {
	readonly text: Text;
	readonly timers: Timers;
}

let found: Bound | undefined;

/** Finds the library's own timers and text, which it hands to any HTTP client. To be awaited before `bound` is called. */
export async function bind(): Promise<void> {
	const io = class {
		constructor({ text, timers }: HTTPClientOptions) {
			found = { text, timers };
		}
		request(): never {
			throw new Error("asked for its options only");
		}
		close(): void {
			// nothing is open
		}
	};
	const network = { http: { io, ...base } } as unknown as Network;
	const records = new RecordsClient({ baseUrl: "http://127.0.0.1", network, preferences: null });
	await records.collection("any").getListEx();
	records.close();
}

/** The library's own timers and text. */
export function bound(): Bound {
	if (found === undefined)
		throw new Error("no HTTP client was made");
	return found;
}

/** The library's HTTP client over Moddable's TCP and resolver. */
export function ours(): HTTPProvider {
	return { io: HTTPClient, ...base, ...bound() } as unknown as HTTPProvider;
}

/** Moddable's own. */
export function moddable(): HTTPProvider {
	return { io: ModdableClient, ...base } as unknown as HTTPProvider;
}
