import type { Resolver as PlatformResolver } from "../../../lib/platform.js";
import { callText, leaveOut, takeIn, tell } from "./bridge.js";

type Request = Parameters<PlatformResolver["resolve"]>[0];

interface Lookup {
	readonly resolver: Resolver;
	readonly request: Request;
}

const lookups = new Map<number, Lookup>();
let last = 0;

/** The module "embedded:network/dns/resolver/udp": a resolver whose other end is Node's. */
export class Resolver implements PlatformResolver {
	#closed = false;

	/** @throws what Node's resolver throws */
	resolve(request: Request): void {
		if (this.#closed)
			throw new Error("resolver is closed");
		if (typeof request.onResolved !== "function" || typeof request.onError !== "function")
			throw new TypeError("onResolved and onError are required");
		const id = last + 1;
		callText("lookUp", JSON.stringify(request.host ?? null), id);
		last = id;
		lookups.set(id, { resolver: this, request });
	}

	close(): void {
		this.#closed = true;
		for (const [id, { resolver }] of lookups) {
			if (resolver !== this)
				continue;
			lookups.delete(id);
			tell("endLookup", id);
		}
	}
}

leaveOut(Resolver.prototype, "close", "resolve");

/** Ends a look-up that has found an address. */
export function resolved(id: number, address: string): void {
	const lookup = lookups.get(id);
	lookups.delete(id);
	takeIn(() => lookup?.request.onResolved.call(lookup.resolver, lookup.request.host, address));
}

/** Ends a look-up that has found none. */
export function unresolved(id: number, message: string): void {
	const lookup = lookups.get(id);
	lookups.delete(id);
	takeIn(() => lookup?.request.onError.call(lookup.resolver, new Error(message)));
}
