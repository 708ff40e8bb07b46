import { UNAUTHORIZED } from "../http-statuses.js";
import { tokenOf, withoutToken } from "../pocketbase/answers.js";
import { isGuestLike, isRefusal, isServiceRefusal } from "../pocketbase/refusals.js";
import { segmentFault } from "../shared/arguments.js";
import { CLIENT_CLOSED, ClientResponse, failure, LOGIN_FAILED, TOKEN_EXPIRED } from "../response.js";
import {
	Exchange, LOGIN, NOTHING, PAUSED, REFRESH, REFUSED, UNUSABLE, WITH_TOKEN, type Work
} from "../request/exchange.js";
import { type RequestTimeouts, STAGE_NONE } from "../request/request-timeouts.js";
import type { Credentials, CredentialsOption } from "../client-options.js";
import type { ClientStats } from "../stats.js";
import type { UrlWriter } from "../url/url-writer.js";
import { AUTH_REFRESH, AUTH_WITH_PASSWORD } from "../pocketbase/paths.js";
import { credentialsFault, identityOf, identityOfLogin } from "./credentials.js";
import { REJECTED, type Session } from "./session.js";
import type { TokenRefresh } from "./token-refresh.js";

/** What these requests are made with. */
export interface AuthParts {
	readonly session: Readonly<Session>;
	readonly tokenRefresh: TokenRefresh;
	readonly stats: ClientStats;
	readonly writer: UrlWriter;
	/** Path of the collections. */
	readonly prefix: string;
}

/** Owner of the requests that need a token. */
export interface AuthRequestOwner {
	readonly configuration: AuthParts;
	/** Timeouts of the current request. */
	readonly timeouts: RequestTimeouts;
	/** Sends a request. @param authorization value of the Authorization field, "" for none */
	transmit(exchange: Exchange, authorization: string, wantsDate: boolean): void;
	/** Goes on with the current request after some milliseconds, on a turn of its own. */
	schedule(milliseconds?: number): void;
	/**
	 * Has the current request sent again after a failure, where that can't have an effect twice.
	 * @param isUnsent whether not a byte of the request can have been processed
	 * @param retryAfter milliseconds that the service has asked for, NO_TIME for none
	 * @returns whether it is
	 */
	retry(exchange: Exchange, response: ClientResponse, isUnsent: boolean, retryAfter: number): boolean;
	/** Whether a request is the current one. */
	isCurrent(exchange: Exchange): boolean;
	/** Ends the current request. */
	finish(response: ClientResponse): void;
}

/**
 * The requests that the client makes by itself before one of the app's: it logs in, has its token exchanged, or has
 * the service confirm the token.
 */
export class AuthRequests {
	/** The one under way, undefined for none. */
	request: Exchange | undefined;

	private readonly session: Readonly<Session>;
	private readonly tokenRefresh: TokenRefresh;
	private readonly owner: AuthRequestOwner;

	constructor(owner: AuthRequestOwner) {
		this.session = owner.configuration.session;
		this.tokenRefresh = owner.configuration.tokenRefresh;
		this.owner = owner;
	}

	/**
	 * Does what is due before a request goes out, or ends the request where that can't be done. It logs in once only for each.
	 * The request is a new one each time, so that no password is kept, and credentials that come too late find that it is not
	 * theirs any more.
	 * @param held the answer of `exchange`, if the token is to be confirmed because a guest would get it, too
	 * @param ticks now
	 */
	prepare(exchange: Exchange, work: Work, held: ClientResponse | undefined, ticks: number): void {
		const { owner, session } = this;
		owner.timeouts.enterStage(STAGE_NONE);
		if (work === PAUSED)
			return this.waitForLogIn(ticks);
		if (work === REFUSED)
			return this.refuse(0, this.tokenRefresh.loginPause.error, ticks);
		if (work === UNUSABLE || work === LOGIN && exchange.prepared === LOGIN)
			return this.refuse(0, this.tokenRefresh.tokenFault(ticks), ticks);
		const request = new Exchange();
		request.tokenVersion = session.tokenVersion;
		request.held = held;
		this.request = request;
		request.method = "POST";
		request.purpose = work === REFRESH ? REFRESH : LOGIN;
		const { credentials } = this.tokenRefresh;
		if (work === REFRESH) {
			request.path = this.path(session.collectionId, AUTH_REFRESH);
			return owner.transmit(request, session.authorization, true);
		}
		if (typeof credentials === "object")
			return this.logIn(request, credentials);
		void this.ask(credentials).then((given) => {
			if (this.request !== request)
				return;
			if (typeof given === "string")
				return owner.finish(failure("auth", given));
			session.belongsTo(identityOf(given));
			if (work === LOGIN)
				return this.logIn(request, given);
			// The request was only about whose the token is.
			session.identify();
			this.request = undefined;
			owner.schedule();
		});
	}

	/** A log-in has failed of late: goes on when that may be tried again, or ends the request whose time is over before. */
	private waitForLogIn(ticks: number): void {
		const { loginPause } = this.tokenRefresh;
		const left = loginPause.left(ticks);
		if (left < this.owner.timeouts.left)
			this.owner.schedule(left);
		else
			this.owner.finish(failure("busy", this.tokenRefresh.withPause(loginPause.error, ticks)));
	}

	/** Ends the current request, for which there is no token. */
	private refuse(status: number, error: string, ticks: number): void {
		this.owner.finish(new ClientResponse("auth", status, this.tokenRefresh.withPause(error, ticks), ""));
	}

	/**
	 * An answer has come. Takes the token and the time from it, and judges it by the token that its request went out with.
	 * @param exchange the current request
	 * @param answer to that, or to the request that it waits for
	 * @param date value of its Date field, "" for none
	 * @param retryAfter as for `retry`
	 * @param ticks now
	 * @returns the answer of `exchange` if it stands, undefined if the owner has been called
	 */
	onResponse(exchange: Exchange, answer: ClientResponse, date: string, retryAfter: number, ticks: number): ClientResponse | undefined {
		const asked = this.request ?? exchange;
		const bringsToken = answer.ok && (asked.purpose === LOGIN || asked.purpose === REFRESH);
		const token = bringsToken ? tokenOf(answer) : "";
		const fault = bringsToken ? this.session.faultOf(token) : "";
		const response = fault === "" ? answer : withoutToken(answer, fault);
		if (date !== "")
			this.tokenRefresh.hear(asked, response, date, ticks);
		if (this.request !== undefined) {
			this.onDone(exchange, response, token, retryAfter, ticks, false);
			return undefined;
		}
		if (bringsToken && response.ok)
			this.issued(exchange, response, token, ticks);
		return response.ok && exchange.method !== "GET" ? response : this.judged(exchange, response, ticks);
	}

	/** The app's own request has brought a token. */
	private issued(exchange: Exchange, response: ClientResponse, token: string, ticks: number): void {
		const isLogin = exchange.purpose === LOGIN;
		if (exchange.tokenVersion === this.session.tokenVersion)
			this.session.renew(token, ticks, isLogin ? identityOfLogin(this.owner.configuration.prefix, exchange, response) : undefined);
		if (isLogin)
			this.tokenRefresh.endPauses();
	}

	/**
	 * Judges an answer by the token that its request went out with. PocketBase answers one that has expired, or that it does not accept, as
	 * a guest's.
	 * @returns the answer if it stands, undefined if the owner has been called
	 */
	private judged(exchange: Exchange, response: ClientResponse, ticks: number): ClientResponse | undefined {
		const { tokenRefresh } = this;
		const { body, error, ok, statusCode } = response;
		if (exchange.purpose !== WITH_TOKEN || !(ok || isRefusal(response)))
			return response;
		if (this.session.isOver(exchange.expires, ticks)) {
			if (!this.goAgain(exchange, tokenRefresh.canLogIn(ticks)))
				this.refuse(statusCode, TOKEN_EXPIRED, ticks);
			return undefined;
		}
		if (statusCode === UNAUTHORIZED && isServiceRefusal(response)) {
			if (exchange.prepared === LOGIN)
				tokenRefresh.hear401(ticks);
			if (this.goAgain(exchange, tokenRefresh.mayAnswer401(ticks)))
				return undefined;
			return exchange.taken === undefined ? new ClientResponse("http", statusCode, tokenRefresh.withPause(error, ticks), body) : response;
		}
		if (exchange.taken !== undefined || !isGuestLike(exchange.method, response) || !tokenRefresh.doubts(ok, ticks))
			return response;
		if (exchange.prepared !== NOTHING) {
			this.session.checked(ok, ticks);
			return response;
		}
		exchange.held = response;
		this.owner.schedule();
		return undefined;
	}

	/**
	 * Has a request go out again after the answer to a token that is good no more: after a log-in, or with the token that the app has set
	 * meanwhile.
	 * @returns whether it does
	 */
	private goAgain(exchange: Exchange, mayLogIn: boolean): boolean {
		const isReplaced = exchange.tokenVersion !== this.session.tokenVersion;
		if (exchange.prepared === LOGIN || !(isReplaced || mayLogIn))
			return false;
		// With the app's new token it goes out again as it is, but not for ever.
		if (isReplaced)
			exchange.prepared = LOGIN;
		else
			this.session.reject();
		this.owner.schedule();
		return true;
	}

	/**
	 * The request has an answer, or has failed.
	 * @param exchange the request that waits for it
	 * @param token what the answer brought, "" for none
	 * @param retryAfter as for `retry`
	 * @param ticks now
	 * @param isUnsent whether not a byte of it has left
	 */
	onDone(exchange: Exchange, response: ClientResponse, token: string, retryAfter: number, ticks: number, isUnsent: boolean): void {
		const { owner, owner: { configuration: { stats } }, request } = this;
		if (request === undefined)
			return;
		const { held } = request;
		const isLogin = request.purpose === LOGIN;
		const { authorization } = this.session;
		this.request = undefined;
		const goesOn = this.tokenRefresh.done(request, exchange.prepared, response, token, ticks);
		if (response.ok && exchange.prepared !== LOGIN)
			exchange.prepared = isLogin ? LOGIN : REFRESH;
		if (response.ok && (isLogin || authorization !== this.session.authorization))
			stats.renewals++;
		stats.emit(isLogin ? "login" : "refresh", response.statusCode);
		// The callback may have closed the client.
		if (!owner.isCurrent(exchange))
			return;
		if (goesOn)
			return held === undefined || exchange.tokenVersion !== this.session.tokenVersion ? owner.schedule() : this.confirmed(held, ticks);
		if (owner.retry(exchange, response, true, retryAfter))
			exchange.held = held;
		else
			owner.finish(this.outcome(request, response, isUnsent, ticks));
	}

	/** What the app's request comes to whose log-in or refresh has failed. */
	private outcome(request: Exchange, response: ClientResponse, isUnsent: boolean, ticks: number): ClientResponse {
		const { error, kind, statusCode } = response;
		const isLogin = request.purpose === LOGIN;
		const isRefused = isServiceRefusal(response);
		if (!isRefused && !(isLogin && isUnsent))
			this.tokenRefresh.giveUp(request, error, ticks);
		const refusal = refusalOf(request.held);
		if (refusal !== undefined)
			return refusal;
		if (isRefused)
			return new ClientResponse("auth", statusCode, this.tokenRefresh.withPause(error, ticks), "");
		// Another status may be of any request: a collection that is not there is 404.
		return new ClientResponse(kind, statusCode, isLogin && kind === "http" ? LOGIN_FAILED + error : error, "");
	}

	/**
	 * The time for the app's request has expired with this one under way. Returns the app's answer, undefined for none.
	 * @param fault which time it was
	 * @param ticks now
	 */
	onExpired(fault: string, ticks: number): ClientResponse | undefined {
		// A log-in without a path waits for its credentials.
		if (this.request !== undefined && this.request.path !== "")
			this.tokenRefresh.giveUp(this.request, fault, ticks);
		return refusalOf(this.request?.held);
	}

	/**
	 * Asks for credentials. Returns them in an object of its own, or what is wrong. Nobody is asked when the client has been closed until
	 * then.
	 */
	private ask(credentials: CredentialsOption | undefined): Promise<Credentials | string> {
		return Promise.resolve()
			.then(() => typeof credentials === "function" && this.tokenRefresh.credentials === credentials
				? credentials() : Promise.reject(new Error(CLIENT_CLOSED)))
			.then((given) => credentialsFault(given) || { collection: given.collection, identity: given.identity, password: given.password })
			.catch(() => "credentials could not be read");
	}

	private logIn(request: Exchange, { collection, identity, password }: Credentials): void {
		request.path = this.path(collection, AUTH_WITH_PASSWORD);
		request.body = JSON.stringify({ identity, password });
		const fault = segmentFault("credentials.collection", collection) || this.owner.configuration.writer.fault;
		if (fault === "")
			this.owner.transmit(request, "", true);
		else
			this.owner.finish(failure("auth", fault));
	}

	private path(collection: string, method: string): string {
		const { prefix, writer } = this.owner.configuration;
		return writer.start(prefix).segment(collection).finish("credentials.collection") + method;
	}

	/** The service has said whether it accepts the token, or that it can't be asked: what was answered is true, or is a guest's. */
	private confirmed(held: ClientResponse, ticks: number): void {
		if (this.session.status !== REJECTED)
			this.owner.finish(held);
		else if (this.tokenRefresh.canLogIn(ticks))
			this.owner.schedule();
		else
			this.refuse(held.statusCode, this.tokenRefresh.tokenFault(ticks), ticks);
	}
}

/** An answer that waits for the token to be confirmed, if it is a refusal: that is true in any case, what a list holds is not. */
function refusalOf(held: ClientResponse | undefined): ClientResponse | undefined {
	return held?.ok === false ? held : undefined;
}
