import type { Resolver, ResolverProvider, Transport } from "../platform.js";

/** A transport whose look-ups, of literal addresses too, fail at once while there is no network. @param link its address is "" then */
export function gated(transport: Transport, link: { readonly address: string }): Transport {
	// A function that gives back another object is as good as a class.
	const io = function (): Resolver {
		const { dns } = transport;
		return link.address === "" ? {
			resolve: ({ onError }) => void Promise.resolve().then(onError),
			close: () => {}
		} : new dns.io(dns);
	} as unknown as ResolverProvider["io"];
	return { ...transport, dns: { io } };
}
