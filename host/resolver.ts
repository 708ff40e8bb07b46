import { lookup } from "node:dns";
import { isIP } from "node:net";
import type { Resolver as PlatformResolver } from "../lib/platform.js";

/**
 * A name resolver with the ECMA-419 interface over the operating system's. Literal addresses and "localhost",
 * with a dot at its end or without (127.0.0.1; RFC 6761, section 6.3), need no look-up. Callbacks get the resolver as `this`.
 */
export class Resolver implements PlatformResolver {
	#closed = false;

	/**
	 * Looks a name up. Of several addresses those of IPv4 come first, in the system's order.
	 * @param options `host`: a name or a literal address; `onResolved`: called later with the host as given, its first
	 * address and an array of all; `onError`: called later with an Error when there is none. One of the two is called, unless `close` comes
	 * before.
	 * @throws TypeError for an empty host or a callback that is not a function; Error "resolver is closed"
	 * after `close`
	 */
	resolve(options: Parameters<PlatformResolver["resolve"]>[0]): void {
		const { host, onResolved, onError } = options;
		if (typeof host !== "string" || host === "")
			throw new TypeError("host is required");
		if (typeof onResolved !== "function" || typeof onError !== "function")
			throw new TypeError("onResolved and onError are required");
		if (this.#closed)
			throw new Error("resolver is closed");

		const literal = host === "localhost" || host === "localhost." ? "127.0.0.1" : host;
		if (isIP(literal) !== 0) {
			setImmediate(() => {
				if (!this.#closed)
					onResolved.call(this, host, literal, [literal]);
			});
			return;
		}
		// `verbatim: false` is what every Node 20 understands; the newer `order` is not.
		lookup(host, { all: true, verbatim: false }, (error, found) => {
			if (this.#closed)
				return;
			if (error) {
				onError.call(this, error);
				return;
			}
			const addresses = found.map(({ address }) => address);
			onResolved.call(this, host, addresses[0], addresses);
		});
	}

	/**
	 * Ends all look-ups without a callback. May be called more than once. The system can't cancel one that it has
	 * begun: a process that does nothing else waits until it has an answer, or gives up.
	 */
	close(): void {
		this.#closed = true;
	}
}
