import type { Resolver as PlatformResolver } from "../platform.js";
import { Lookup, type ResolverOptions } from "./lookup.js";

/**
 * A name resolver for IPv4 (ECMA-419, Domain Name Resolver class pattern): DNS over UDP, for names in .local multicast DNS.
 * IP addresses and localhost are resolved without a question. A look-up ends after 8 seconds at most. Callbacks get the
 * resolver as `this`.
 */
export class Resolver implements PlatformResolver {
	private readonly options: ResolverOptions;
	private readonly lookups = new Set<Lookup>();
	private isClosed = false;

	constructor(options: ResolverOptions) {
		this.options = options;
	}

	/**
	 * Looks a name up; several look-ups may be under way.
	 * @param options `host`: a name or an IP address; `onResolved`: called later with the host as given, its first address and
	 * all of them, as the server has them in order; `onError`: called later with an Error that says why there is none
	 * @throws TypeError for an invalid host or callback; Error after `close`
	 */
	resolve({ host, onResolved, onError }: Parameters<PlatformResolver["resolve"]>[0]): void {
		if (typeof host !== "string" || typeof onResolved !== "function" || typeof onError !== "function")
			throw new TypeError("host, onResolved and onError are required");
		if (this.isClosed)
			throw new Error("resolver is closed");
		const lookup = new Lookup(this.options, host, (found) => {
			this.lookups.delete(lookup);
			if (typeof found === "string")
				onError.call(this, new Error(found));
			else
				onResolved.call(this, host, found[0], found);
		});
		this.lookups.add(lookup);
	}

	/** Ends all look-ups without a callback. May be called more than once. */
	close(): void {
		this.isClosed = true;
		this.lookups.forEach((lookup) => lookup.close());
		this.lookups.clear();
	}
}
