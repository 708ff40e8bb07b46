import type { Resolver, ResolverProvider } from "../platform.js";
import { STAGE_CONNECT } from "../request/request-timeouts.js";
import { textOf } from "../shared/thrown.js";
import type { Guard, Guarded } from "./guard.js";

/** What an HTTP client looks hosts up with: the app's resolver, closed with the connection, so that no late address opens a socket. */
export class GuardedResolver implements Resolver {
	private readonly provider: ResolverProvider;
	private readonly line: Guard;
	private resolver: Resolver | undefined;

	constructor({ line, provider }: Guarded<ResolverProvider>) {
		this.provider = provider;
		this.line = line;
		line.opening(this);
	}

	resolve({ host, onResolved }: Parameters<Resolver["resolve"]>[0]): void {
		const { line, provider } = this;
		line.enterStage(STAGE_CONNECT);
		const onError = (error: unknown): void => line.fail("dns", textOf(error, "host name was not resolved"));
		try {
			this.resolver = new provider.io(provider);
			this.resolver.resolve({ host, onError, onResolved: (name, address, addresses) => line.run(() => onResolved(name, address, addresses)) });
		}
		catch (error) {
			onError(error);
		}
	}

	close(): void {
		this.resolver?.close();
		this.resolver = undefined;
	}
}
