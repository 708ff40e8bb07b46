import { segmentFault } from "./arguments.js";
import { type Credentials, credentialsFault, type CredentialsOption } from "./credentials.js";
import type { Exchange } from "./exchange.js";
import { httpDate, retryAfter } from "./http/http-date.js";
import { CLIENT_CLOSED, type ClientResponse, CREDENTIALS_UNUSABLE, TOKEN_EXPIRED } from "./response.js";
import { backoff } from "./retry-policy.js";
import { ServiceClock } from "./service-clock.js";
import type { Session } from "./session.js";
import type { UrlWriter } from "./url-writer.js";
import { NONE, POST } from "./words.js";

/** What has to be done before a request goes out: nothing. */
export const NOTHING = 0;
/** Exchange the token for a new one. */
export const REFRESH = 1;
/** Log in. */
export const LOGIN = 2;
/** The token has expired and nothing can be done. */
export const EXPIRED = 3;
/** The service refused to log the client in, and is not to be asked again so soon. */
export const REFUSED = 4;

const UNAUTHORIZED = 401;
const REQUEST_TIMEOUT = 408;
const TOO_MANY_REQUESTS = 429;

/** Milliseconds between two looks at the Date of an answer: what a crystal is off by in that time is some seconds. */
const CLOCK_KEEPS = 43_200_000;
/** Milliseconds that the time is believed when it says that nothing can go out any more: one wrong Date must not be the end. */
const CLOCK_CONDEMNS = 60_000;
/** Milliseconds that a refused renewal is not tried again for: a random part of the first, doubling up to the second. */
const REST = 60_000;
const REST_MAXIMUM = 3_600_000;

/**
 * Keeps the token good: judges its `exp` by the service's time, which it learns from the Date of answers, and says what
 * has to be done before a request goes out. The time before the first answer is not known, so that a token which was
 * restored after a reboot is judged by the answer to the first request.
 */
export class Renewal {
	/** Error text of the last log-in that was refused. */
	error = "";

	private readonly session: Session;
	private readonly clock = new ServiceClock();
	private credentials: CredentialsOption | undefined;
	private readonly share: number;
	private readonly url: UrlWriter;
	private readonly prefix: string;
	/** Whether the time is known, and when it was learned last. */
	private knows = false;
	private learned = 0;
	private readonly refreshRest = new Rest();
	private readonly loginRest = new Rest();

	/**
	 * @param credentials undefined for none; checked by the owner unless they are a function
	 * @param renewAt share of a token's life in percent
	 * @param prefix path of the collections
	 */
	constructor(session: Session, credentials: CredentialsOption | undefined, renewAt: number, url: UrlWriter, prefix: string) {
		this.session = session;
		this.credentials = credentials;
		this.share = renewAt / 100;
		this.url = url;
		this.prefix = prefix;
	}

	/** Forgets the credentials, so that nobody is asked for them any more. */
	close(): void {
		this.credentials = undefined;
	}

	/** What has to be done before a request goes out. @param ticks now */
	due(ticks: number): number {
		const { session } = this;
		if (session.authorization === NONE)
			return this.credentials === undefined || session.cleared ? NOTHING : this.logIn(ticks);
		if (session.refused)
			return this.credentials === undefined ? EXPIRED : this.logIn(ticks);
		if (session.expires < 0 || !this.knows)
			return NOTHING;
		const now = this.clock.seconds(ticks);
		if (session.since < 0)
			session.since = now;
		const { since, expires } = session;
		if (now >= expires) {
			if (this.credentials !== undefined)
				return this.logIn(ticks);
			this.knows = this.isYoung(ticks, CLOCK_CONDEMNS);
			return this.knows ? EXPIRED : NOTHING;
		}
		return session.refreshable && now >= since + (expires - since) * this.share && this.refreshRest.isOver(ticks) ? REFRESH : NOTHING;
	}

	/** Whether an answer's Date is wanted. @param ticks now */
	asksForDate(ticks: number, authenticates: boolean): boolean {
		return authenticates || this.session.expires >= 0 && !(this.knows && this.isYoung(ticks, CLOCK_KEEPS));
	}

	/** Takes an answer's Date field. @param ticks now */
	learn(date: string, ticks: number): void {
		const seconds = httpDate(date, -1);
		if (seconds < 0)
			return;
		this.clock.learn(seconds, ticks);
		this.knows = true;
		this.learned = ticks;
	}

	/** Reads a Retry-After field. Returns milliseconds, -1 when it can't be read. @param ticks now */
	wait(field: string, ticks: number): number {
		const seconds = retryAfter(field, this.clock.seconds(ticks));
		return seconds < 0 ? -1 : seconds * 1000;
	}

	/** Whether a token that went out had expired when it was looked at. @param expires its `exp`, -1 for none */
	isOver(expires: number, ticks: number): boolean {
		return expires >= 0 && this.clock.seconds(ticks) >= expires;
	}

	/** Whether the client can log in by itself now, and may. @param ticks now */
	canLogIn(ticks: number): boolean {
		return this.credentials !== undefined && !this.session.cleared && this.logIn(ticks) === LOGIN;
	}

	/**
	 * Writes the request that REFRESH or LOGIN needs into an exchange.
	 * @returns resolves with "" or what is wrong; undefined when it is ready at once
	 */
	prepare(work: number, exchange: Exchange): Promise<string> | undefined {
		exchange.method = POST;
		exchange.authenticates = true;
		exchange.body = undefined;
		if (work === REFRESH) {
			exchange.path = this.path(this.session.collectionId, "/auth-refresh");
			return undefined;
		}
		const { credentials } = this;
		if (typeof credentials === "object") {
			const fault = this.write(credentials, exchange);
			return fault === NONE ? undefined : Promise.resolve(fault);
		}
		// Whoever gives them is not asked when the client has been closed until then.
		return Promise.resolve().then(() => credentials !== undefined && this.credentials === credentials ? credentials() : Promise.reject(new Error(CLIENT_CLOSED)))
			.then((given) => credentialsFault(given) || this.write(given, exchange))
			.catch(() => CREDENTIALS_UNUSABLE);
	}

	/**
	 * Takes what became of that request. A token that the app has set or cleared meanwhile stays as the app wants it.
	 * @param token what it brought, "" for none
	 * @param ticks now
	 * @returns whether the request that it was done for can go on
	 */
	done(work: number, { changes }: Exchange, response: ClientResponse, token: string, ticks: number): boolean {
		const { session } = this;
		const kept = changes === session.changes;
		if (response.ok && kept)
			session.set(token);
		if (work === REFRESH) {
			session.refused ||= response.statusCode === UNAUTHORIZED && kept;
			if (response.ok)
				this.refreshRest.end();
			else
				this.refreshRest.begin(ticks);
			// The token is still good. But where the service can't be reached, the request can't reach it either.
			return response.statusCode !== 0 || response.kind === "protocol";
		}
		if (response.ok && this.isOver(session.expires, ticks))
			this.refuse(TOKEN_EXPIRED, ticks);
		else if (response.ok)
			this.loginRest.end();
		else if (isRefusal(response))
			this.refuse(response.error, ticks);
		return response.ok || !kept;
	}

	private refuse(error: string, ticks: number): void {
		this.error = error;
		this.loginRest.begin(ticks);
	}

	/** Whether the time was learned not longer ago than so many milliseconds. Ticks wrap: one from the future is old. */
	private isYoung(ticks: number, milliseconds: number): boolean {
		const age = ticks - this.learned | 0;
		return age >= 0 && age <= milliseconds;
	}

	private write({ collection, identity, password }: Credentials, exchange: Exchange): string {
		exchange.path = this.path(collection, "/auth-with-password");
		exchange.body = JSON.stringify({ identity, password });
		return segmentFault("credentials.collection", collection) || this.url.fault;
	}

	private path(collection: string, method: string): string {
		return this.url.start(this.prefix).segment(collection).finish("credentials.collection") + method;
	}

	private logIn(ticks: number): number {
		return this.loginRest.isOver(ticks) ? LOGIN : REFUSED;
	}
}

/** Whether the service has said no, and was not too busy, out of order or somebody else. */
export function isRefusal({ kind, statusCode }: ClientResponse): boolean {
	return kind === "http" && statusCode >= 400 && statusCode < 500 && statusCode !== REQUEST_TIMEOUT && statusCode !== TOO_MANY_REQUESTS;
}

/** A pause after a failure that grows with each one. */
class Rest {
	private failures = 0;
	private until = 0;

	begin(ticks: number): void {
		this.failures++;
		this.until = ticks + REST / 2 + backoff(this.failures, REST, REST_MAXIMUM, Math.random()) | 0;
	}

	end(): void {
		this.failures = 0;
	}

	isOver(ticks: number): boolean {
		return this.failures === 0 || (ticks - this.until | 0) >= 0;
	}
}
