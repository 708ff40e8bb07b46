import { lookup } from "node:dns";
import { isIP } from "node:net";
import type { Resolver as PlatformResolver } from "../lib/platform.js";

/**
 * A name resolver with the ECMA-419 interface over the operating system's. Literal addresses and "localhost"
 * (127.0.0.1) need no look-up. Callbacks get the resolver as `this`.
 */
export class Resolver implements PlatformResolver {
	#closed = false;

	/**
	 * Looks a name up. Of several addresses an IPv4 one is preferred.
	 * @param options `host`: a name or a literal address; `onResolved`: called later with the host as given and its
	 * address; `onError`: called later with an Error when there is none. One of the two is called, unless `close` comes
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

		const literal = host === "localhost" ? "127.0.0.1" : host;
		if (isIP(literal) !== 0) {
			setImmediate(() => {
				if (!this.#closed)
					onResolved.call(this, host, literal);
			});
			return;
		}
		// `verbatim: false` is what every Node 20 understands; the newer `order` is not.
		lookup(host, { verbatim: false }, (error, address) => {
			if (this.#closed)
				return;
			if (error)
				onError.call(this, error);
			else
				onResolved.call(this, host, address);
		});
	}

	/** Ends all look-ups without a callback. May be called more than once. */
	close(): void {
		this.#closed = true;
	}
}
