import type { AllLimits } from "../client-limits.js";
import type { CredentialsOption } from "../client-options.js";
import { UNAUTHORIZED } from "../http-statuses.js";
import { isServiceRefusal } from "../pocketbase/refusals.js";
import { NEVER } from "../pocketbase/token-claims.js";
import {
	type Exchange, IDENTIFY, LOGIN, NOTHING, PAUSED, type Preparation, REFRESH, REFUSED, UNUSABLE, type Work
} from "../request/exchange.js";
import { type ClientResponse, LOGIN_FAILED, TOKEN_EXPIRED } from "../response.js";
import { type Pause, PAUSES } from "../shared/pauses.js";
import { GrowingPause, timeLeft, withNextTry } from "./growing-pause.js";
import type { ServiceClock } from "./service-clock.js";
import { ACCEPTED, CLEARED, NONE, REJECTED, type Session, UNCONFIRMED, UNIDENTIFIED } from "./session.js";

/**
 * Milliseconds for which the time is believed when it says that no request can go out any more: one wrong Date must not lock the client.
 */
const CLOCK_CONDEMNS = 60_000;
/** Milliseconds after which a token that never expires is looked at again. */
const QUIET_MAXIMUM = 0x3fffffff;

// docs/decisions/0043-a-restored-token-is-confirmed.md
/**
 * Keeps the token good: says what has to be done before a request goes out, and takes what has become of it. PocketBase answers a token
 * that it does not accept as a guest's, and says 401 to `auth-refresh` only: one that the app has brought is asked about first.
 *
 * | what is known of the token | with credentials | without |
 * |---|---|---|
 * | `NONE` | `LOGIN` | `NOTHING` |
 * | `CLEARED` | `NOTHING` | `NOTHING` |
 * | `UNIDENTIFIED` | `IDENTIFY` | |
 * | `UNCONFIRMED` | `REFRESH`, then by its age | the same |
 * | `ACCEPTED`, young | `NOTHING` | `NOTHING` |
 * | `ACCEPTED`, old | `REFRESH` | `REFRESH` |
 * | `ACCEPTED` or `UNCONFIRMED`, over | `LOGIN` | `UNUSABLE` |
 * | `REJECTED` | `LOGIN` | `REFRESH`, in the pause after it `UNUSABLE` |
 *
 * In a pause after a refusal `LOGIN` becomes `REFUSED`, after an outage `PAUSED`: a password costs the service a second, and goes over
 * the network. In a pause after a failed one no `REFRESH` is done.
 */
export class TokenRefresh {
	/** What a log-in needs, undefined for none. */
	credentials: CredentialsOption | undefined;
	/** After a log-in that has failed, or one whose token the service has refused at once. */
	readonly loginPause = new GrowingPause();

	private readonly session: Readonly<Session>;
	private readonly clock: ServiceClock;
	private readonly confirmEvery: number;
	/** Part of its life after which a token is exchanged, from 0 to 1. */
	private readonly share: number;
	/** Pauses after log-ins that were not refused: an outage is over sooner than a wrong password. */
	private readonly outage: Pause;
	/** Whether that is why there was no log-in last. */
	private isOutage = false;
	/** A 401 has come again after a log-in, and causes none. */
	private readonly after401 = new GrowingPause();
	/** Milliseconds for which nothing is due, their beginning, and the token that they are for. */
	private quietFor = 0;
	private quietSince = 0;
	private quietAuthorization = "";

	/**
	 * @param session whose token it is
	 * @param clock by which it is judged
	 * @param credentials undefined for none; checked by the owner unless they are a function
	 * @param limits see there
	 */
	constructor(session: Readonly<Session>, clock: ServiceClock, credentials: CredentialsOption | undefined,
		{ confirmEvery, renewAt, retryBase }: Pick<AllLimits, "confirmEvery" | "renewAt" | "retryBase">) {
		const { most } = PAUSES.outage;
		const base = Math.min(retryBase, most);
		this.session = session;
		this.clock = clock;
		this.credentials = credentials;
		this.confirmEvery = confirmEvery;
		this.share = renewAt / 100;
		this.outage = { least: base / 2 | 0, base, most };
	}

	/** Forgets the credentials; a function for them is not called any more. */
	close(): void {
		this.credentials = undefined;
	}

	/** Whether nothing is due: a look at the token would be in vain, and takes a tenth of a create. @param ticks now */
	isQuiet(ticks: number): boolean {
		const passed = ticks - this.quietSince | 0;
		return passed >= 0 && passed < this.quietFor && this.session.status === ACCEPTED
			&& this.session.authorization === this.quietAuthorization;
	}

	/** What has to be done before a request goes out, unless it is quiet. @param ticks now */
	due(ticks: number): Work {
		this.quietFor = 0;
		this.clock.look(this.session.expires !== NEVER, ticks);
		switch (this.session.status) {
			case NONE:
				return this.credentials === undefined ? NOTHING : this.logIn(ticks);
			case CLEARED:
				return NOTHING;
			case UNIDENTIFIED:
				return IDENTIFY;
			case UNCONFIRMED:
				return this.dueByAge(this.asks(ticks) ? REFRESH : NOTHING, ticks);
			case ACCEPTED:
				return this.dueByAge(NOTHING, ticks);
			case REJECTED:
				if (this.credentials !== undefined)
					return this.logIn(ticks);
				return this.asks(ticks) ? REFRESH : UNUSABLE;
		}
	}

	/** @param work what is due unless the token's age says otherwise */
	private dueByAge(work: Work, ticks: number): Work {
		const { session } = this;
		const { expires } = session;
		if (expires !== NEVER && (!this.clock.isKnown || session.isFresh))
			return work;
		const now = this.clock.carryOn(ticks);
		if (now >= expires)
			return this.dueAtEnd(ticks);
		const end = session.youngUntil(this.share, now);
		if (now >= end)
			return session.refreshPause.isOver(ticks) ? REFRESH : work;
		if (work === NOTHING) {
			// Until the token is old, or the time is to be learned again.
			this.quietFor = expires === NEVER ? QUIET_MAXIMUM : Math.min((end - now - 1) * 1000, this.clock.left(ticks));
			this.quietSince = ticks;
			this.quietAuthorization = session.authorization;
		}
		return work;
	}

	/** What is due of a token that has expired. A time that says so for long is doubted, and an answer asked. */
	private dueAtEnd(ticks: number): Work {
		if (this.credentials !== undefined)
			return this.logIn(ticks);
		if (this.clock.leftOf(CLOCK_CONDEMNS, ticks) >= 0)
			return UNUSABLE;
		this.clock.doubt();
		return NOTHING;
	}

	private logIn(ticks: number): Work {
		if (this.loginPause.isOver(ticks))
			return LOGIN;
		return this.isOutage ? PAUSED : REFUSED;
	}

	/** Whether the service can be asked about a token now. */
	private asks(ticks: number): boolean {
		return this.confirmEvery > 0 && this.session.refreshPause.isOver(ticks);
	}

	/** Has the clock learn from an answer's Date field; see there. */
	hear(exchange: Exchange, response: ClientResponse, date: string, ticks: number): void {
		this.quietFor = 0;
		if (this.clock.hear(exchange, response, date, ticks))
			this.session.judgeAnew();
	}

	/**
	 * Whether the service is to be asked about the token after an answer that a guest would get.
	 * @param list whether it is a list without records, not a refusal
	 * @param ticks now
	 */
	doubts(list: boolean, ticks: number): boolean {
		return this.session.collectionId !== "" && this.asks(ticks)
			&& timeLeft(list ? this.session.listChecked : this.session.refusalChecked, this.confirmEvery, ticks) < 0;
	}

	/** Whether the client logs in by itself. */
	private get logsIn(): boolean {
		return this.credentials !== undefined && this.session.status !== CLEARED;
	}

	/** Whether the client can log in by itself now, and may. @param ticks now */
	canLogIn(ticks: number): boolean {
		return this.logsIn && this.logIn(ticks) === LOGIN;
	}

	/** Whether it may after a 401 to a request. @param ticks now */
	mayAnswer401(ticks: number): boolean {
		return this.canLogIn(ticks) && this.after401.isOver(ticks);
	}

	/**
	 * A 401 has come to a request for which the client had logged in. Whoever says that of the token that this has just brought says it
	 * whatever the token, such as a proxy: a pause begins.
	 * @param ticks now
	 */
	hear401(ticks: number): void {
		if (this.logsIn && this.session.isBrought)
			this.after401.begin(ticks);
	}

	/** What is wrong with a token that can't be used. @param ticks now */
	tokenFault(ticks: number): string {
		return this.session.isOver(this.session.expires, ticks) ? TOKEN_EXPIRED : "the service does not accept the token";
	}

	/** An error's text with the seconds until the client tries again, if a pause of its own keeps it from that. @param ticks now */
	withPause(error: string, ticks: number): string {
		let left = 0;
		if (this.logsIn)
			left = Math.max(this.loginPause.left(ticks), this.after401.left(ticks));
		else if (this.credentials === undefined && this.confirmEvery > 0 && this.session.status === REJECTED)
			left = this.session.refreshPause.left(ticks);
		return withNextTry(error, left);
	}

	/** The app has logged in: no pause goes on. */
	endPauses(): void {
		this.loginPause.end();
		this.after401.end();
	}

	/**
	 * Takes what became of a request about the token. One that the app has set or cleared meanwhile stays as the app wants it.
	 * @param prepared what had been done before for the same request
	 * @param token what it brought, "" for none
	 * @param ticks now
	 * @returns whether the request that it was done for can go on
	 */
	done(worker: Exchange, prepared: Preparation, response: ClientResponse, token: string, ticks: number): boolean {
		const isKept = worker.tokenVersion === this.session.tokenVersion;
		if (worker.purpose === REFRESH)
			return this.refreshed(worker, isKept, prepared, response, token, ticks);
		return this.loggedIn(isKept, response, token, ticks);
	}

	/** @param isKept whether the app has not said anything of the token since */
	private loggedIn(isKept: boolean, response: ClientResponse, token: string, ticks: number): boolean {
		if (response.ok && isKept)
			this.session.logIn(token, ticks);
		// Whether the service accepts the token that it has brought is not known yet.
		if (response.ok && this.isOutage)
			this.loginPause.end();
		else if (isServiceRefusal(response))
			this.pauseLogIn(false, response.error, ticks);
		return response.ok || !isKept;
	}

	private refreshed(worker: Exchange, isKept: boolean, prepared: Preparation, response: ClientResponse, token: string,
		ticks: number): boolean {
		// The token is still good. But where the service can't be reached, the request can't reach it either.
		const goesOn = response.statusCode !== 0 || response.kind === "protocol";
		if (response.ok)
			this.confirmed();
		if (!isKept)
			return goesOn;
		if (response.ok)
			this.take(token, worker.held, ticks);
		else if (goesOn || !this.confirms(worker)) {
			this.session.refreshPause.begin(ticks);
			if (worker.held !== undefined)
				this.session.doubt();
		}
		if (response.statusCode === UNAUTHORIZED && isServiceRefusal(response)) {
			this.session.reject();
			// A token that a log-in has just brought: another log-in would bring no better one.
			if (prepared === LOGIN && this.session.isBrought)
				this.pauseLogIn(false, this.tokenFault(ticks), ticks);
		}
		return goesOn;
	}

	/** The service has confirmed the token that there was. */
	private confirmed(): void {
		this.session.refreshPause.end();
		if (this.session.isBrought)
			this.loginPause.end();
	}

	/**
	 * The service accepts the token, and offers another, which shows how long its tokens live. That is taken when the present one has lived
	 * `limits.renewAt` of it: flash wears, and the app finds the token that it has set.
	 * @param held the answer that a guest would get, too, undefined for none
	 */
	private take(offered: string, held: ClientResponse | undefined, ticks: number): void {
		const { session } = this;
		session.accept(ticks);
		if (offered !== session.token && this.isBetter(session.expiry(offered), ticks))
			session.renew(offered, ticks);
		if (held !== undefined)
			session.checked(held.ok, ticks);
	}

	/** Whether a token is to be taken in place of the present one. @param expires when it does, NEVER for never */
	private isBetter(expires: number, ticks: number): boolean {
		if (!this.clock.isKnown || expires === NEVER || this.session.expires === NEVER)
			return true;
		const now = this.clock.carryOn(ticks);
		const life = expires - now;
		this.session.livesFor(life);
		return now >= this.session.expires - life + life * this.share;
	}

	/** Whether a REFRESH asks about the token, and is not done ahead of its expiry. */
	private confirms({ held }: Exchange): boolean {
		return held !== undefined || this.session.status !== ACCEPTED;
	}

	/**
	 * A REFRESH or LOGIN has failed without a refusal, as often as it was tried: it is not done for a while. After a LOGIN
	 * that is a short one, so that the password does not go out with each request, and an outage is over soon.
	 * @param ticks now
	 */
	giveUp(worker: Exchange, error: string, ticks: number): void {
		if (worker.purpose === LOGIN)
			this.pauseLogIn(true, LOGIN_FAILED + error, ticks);
		else if (this.confirms(worker)) {
			this.session.refreshPause.begin(ticks);
			this.session.doubt();
		}
	}

	/** There is no log-in for a while. A pause of another kind than the one before is the first of a row. */
	private pauseLogIn(isOutage: boolean, error: string, ticks: number): void {
		if (isOutage !== this.isOutage)
			this.loginPause.end();
		this.isOutage = isOutage;
		this.loginPause.begin(ticks, error, isOutage ? this.outage : PAUSES.login);
	}
}
