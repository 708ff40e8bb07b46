import { segmentFault } from "../arguments.js";
import type { Configuration } from "../configuration.js";
import { CLIENT_CLOSED, ClientResponse, CREDENTIALS_UNUSABLE, failure, NO_TOKEN } from "../response.js";
import { parseJSON } from "../safe-json.js";
import { Exchange } from "../transport/exchange.js";
import { retryDelay, type RetryOwner } from "../transport/retry.js";
import { TYPE_STRING, EMPTY, POST } from "../constants.js";
import { type Credentials, credentialsFault } from "./credentials.js";
import { REJECTED } from "./session.js";
import { isRefusal, LOGIN, NOTHING, REFRESH } from "./token-refresh.js";

/** Whose requests need a token. */
export interface AuthRequestOwner extends RetryOwner {
	/** Sends a request. @param authorization value of the Authorization field, "" for none */
	transmit(exchange: Exchange, authorization: string, wantsDate: boolean): void;
	/** Goes on with the current request after some milliseconds, on a turn of its own. */
	schedule(milliseconds?: number): void;
	/** Whether a request is the current one. */
	isCurrent(exchange: Exchange): boolean;
	/** Ends the current request. */
	finish(response: ClientResponse): void;
}

/**
 * The requests that the client makes of its own accord before one of the app's: it logs in, has its token exchanged, or has
 * the service confirm the token.
 */
export class AuthRequests {
	/** The one under way, undefined for none. */
	request: Exchange | undefined;

	private readonly configuration: Configuration;
	private readonly owner: AuthRequestOwner;
	private work = NOTHING;

	constructor(configuration: Configuration, owner: AuthRequestOwner) {
		this.configuration = configuration;
		this.owner = owner;
	}

	/**
	 * Begins what is due before a request goes out. It logs in once only for each. The request is a new one each time, so that
	 * no password is kept, and credentials that come too late find that it is not theirs any more.
	 * @param held the answer of `exchange`, if the token is to be confirmed because a guest would get it, too
	 * @param ticks now
	 */
	begin(exchange: Exchange, work: number, held: ClientResponse | undefined, ticks: number): void {
		const { owner, configuration: { session, tokenRefresh } } = this;
		if (work === LOGIN && exchange.prepared === LOGIN)
			return owner.finish(failure("auth", tokenRefresh.tokenFault(ticks)));
		const request = new Exchange();
		request.tokenVersion = session.tokenVersion;
		request.held = held;
		this.work = work;
		this.request = request;
		const later = this.prepare(work, request);
		if (later === undefined)
			return owner.transmit(request, work === LOGIN ? EMPTY : session.authorization, true);
		void later.then((fault) => {
			if (this.request !== request)
				return;
			if (fault === EMPTY)
				owner.transmit(request, EMPTY, true);
			else
				owner.finish(failure("auth", fault));
		});
	}

	/**
	 * The request has an answer, or has failed.
	 * @param exchange the request that waits for it
	 * @param token what the answer brought, "" for none
	 * @param retryAfter see `retryDelay`
	 * @param ticks now
	 */
	onAuthDone(exchange: Exchange, response: ClientResponse, token: string, retryAfter: number, ticks: number): void {
		const { owner, configuration: { stats, session, tokenRefresh }, work } = this;
		const { request } = this;
		if (request === undefined)
			return;
		const { ok, statusCode } = response;
		const { held } = request;
		const { authorization } = session;
		this.cancel();
		const goesOn = tokenRefresh.done(work, request, exchange.prepared, response, token, ticks);
		if (ok && exchange.prepared !== LOGIN)
			exchange.prepared = work;
		if (ok && (work === LOGIN || authorization !== session.authorization))
			stats.renewals++;
		stats.emit(work === LOGIN ? "login" : "refresh", statusCode);
		// Whoever was told may have closed the client.
		if (!owner.isCurrent(exchange))
			return;
		if (goesOn)
			return held === undefined || exchange.tokenVersion !== session.tokenVersion ? owner.schedule() : this.confirmed(held, ticks);
		const delay = retryDelay(owner, exchange, response, true, retryAfter);
		if (delay >= 0) {
			exchange.held = held;
			return owner.schedule(delay);
		}
		if (work === REFRESH)
			tokenRefresh.giveUp(request, ticks);
		owner.finish(refusalOf(held) ?? new ClientResponse(isRefusal(response) ? "auth" : response.kind, statusCode, response.error, EMPTY));
	}

	/** The time for the app's request has expired with this one under way. Returns the app's answer, undefined for none. @param ticks now */
	onExpired(ticks: number): ClientResponse | undefined {
		const { request, work } = this;
		if (request !== undefined && work === REFRESH)
			this.configuration.tokenRefresh.giveUp(request, ticks);
		return refusalOf(request?.held);
	}

	/** Forgets the request under way. */
	cancel(): void {
		this.work = NOTHING;
		this.request = undefined;
	}

	/** Writes what is sent. Returns a promise of "" or what is wrong; undefined when it is ready at once. */
	private prepare(work: number, request: Exchange): Promise<string> | undefined {
		const { session, tokenRefresh } = this.configuration;
		const { credentials } = tokenRefresh;
		request.method = POST;
		request.authenticates = true;
		if (work === REFRESH) {
			request.path = this.path(session.collectionId, "/auth-refresh");
			return undefined;
		}
		if (typeof credentials === "object") {
			const fault = this.write(credentials, request);
			return fault === EMPTY ? undefined : Promise.resolve(fault);
		}
		// Whoever gives them is not asked when the client has been closed until then.
		return Promise.resolve().then(() => credentials !== undefined && tokenRefresh.credentials === credentials ? credentials() : Promise.reject(new Error(CLIENT_CLOSED)))
			.then((given) => credentialsFault(given) || this.write(given, request))
			.catch(() => CREDENTIALS_UNUSABLE);
	}

	private write({ collection, identity, password }: Credentials, request: Exchange): string {
		request.path = this.path(collection, "/auth-with-password");
		request.body = JSON.stringify({ identity, password });
		return segmentFault("credentials.collection", collection) || this.configuration.writer.fault;
	}

	private path(collection: string, method: string): string {
		const { prefix, writer } = this.configuration;
		return writer.start(prefix).segment(collection).finish("credentials.collection") + method;
	}

	/** The service has said whether it accepts the token, or that it can't be asked: what was answered is true, or is a guest's. */
	private confirmed(held: ClientResponse, ticks: number): void {
		const { owner, configuration: { session, tokenRefresh } } = this;
		if (session.status !== REJECTED)
			owner.finish(held);
		else if (tokenRefresh.canLogIn(ticks))
			owner.schedule();
		else
			owner.finish(new ClientResponse("auth", held.statusCode, tokenRefresh.tokenFault(ticks), EMPTY));
	}
}

/** The token in a good answer to a log-in or refresh, "" for none. */
export function tokenOf({ body }: ClientResponse): string {
	const { token } = (parseJSON(body) ?? {}) as { token?: unknown };
	return typeof token === TYPE_STRING ? token as string : EMPTY;
}

/** In place of a good answer without a token. */
export function withoutToken({ body, statusCode }: ClientResponse): ClientResponse {
	return new ClientResponse("protocol", statusCode, NO_TOKEN, body);
}

/** An answer that waits for the token to be confirmed, if it is a refusal: that is true in any case, what a list holds is not. */
function refusalOf(held: ClientResponse | undefined): ClientResponse | undefined {
	return held?.ok === false ? held : undefined;
}
