import { UNAUTHORIZED } from "../http-statuses.js";
import type { CredentialsOption } from "../client-options.js";
import { type Exchange, LOGIN, NOTHING, type Preparation, REFRESH } from "../request/exchange.js";
import type { AllLimits } from "../client-limits.js";
import { isServiceRefusal } from "../pocketbase/refusals.js";
import { type ClientResponse, LOGIN_FAILED, TOKEN_EXPIRED, TOKEN_REJECTED } from "../response.js";
import { type Pause, PAUSES } from "../shared/pauses.js";
import { GrowingPause } from "./growing-pause.js";
import { timeLeft } from "./time-left.js";
import type { ServiceClock } from "./service-clock.js";
import { ACCEPTED, REJECTED, type Session } from "./session.js";

/** The token has expired and nothing can be done. */
export const EXPIRED = 3;
/** The service refused the token or a log-in, and is not to be asked again so soon; `error` says which. */
export const REFUSED = 4;
/** A log-in has failed without a refusal, and is not to be tried again so soon; `error` says why. */
export const PAUSED = 5;
/** Ask the function for credentials whether the token that was restored is its user's. */
export const IDENTIFY = 6;
/** What has to be done before a request goes out. */
export type Work = Preparation | typeof EXPIRED | typeof REFUSED | typeof PAUSED | typeof IDENTIFY;

/** Milliseconds for which the time is believed when it says that no request can go out any more: one wrong Date must not lock the client. */
const CLOCK_CONDEMNS = 60_000;
/** Milliseconds after which a token that never expires is looked at again. */
const QUIET_MAXIMUM = 0x3fffffff;

/** The limits that are used here. */
type RefreshLimits = Pick<AllLimits, "confirmEvery" | "renewAt" | "retryBase">;

// docs/decisions/0043-a-restored-token-is-confirmed.md
/**
 * Keeps the token good: judges its `exp` by the service's time, and says what has to be done before a request goes out. The time before the first answer is not known, so that a token which was
 * restored after a reboot is judged by the service first: PocketBase answers a token that it does not accept as a guest's,
 * and says 401 to `auth-refresh` only.
 */
export class TokenRefresh {
	/** Error text of the token or the log-in that was refused last. */
	error = "";
	/** Whether the Date of the next answer may be wanted; the clock says whether it is. */
	wantsDate = false;
	/** What a log-in needs, undefined for none. */
	credentials: CredentialsOption | undefined;

	private readonly session: Session;
	/** Milliseconds for which nothing is due, their beginning, and the token that they are for. */
	private quietFor = 0;
	private quietSince = 0;
	private quietAuthorization = "";
	private readonly clock: ServiceClock;
	private readonly share: number;
	private readonly confirmEvery: number;
	/** Header value of a token that the service has issued or confirmed when it had expired by the clock; "" for none. */
	private fresh = "";
	/** Pause in which the client does not log in: the log-in has failed, or its token was refused at once. */
	private readonly loginPause = new GrowingPause();
	/** Whether that pause began without a refusal of the service. */
	private isOutage = false;
	/** After such a failure. */
	private readonly outage: Pause;
	/** Pause in which a 401 causes no log-in, because it came again after one. */
	private readonly unauthorizedPause = new GrowingPause();
	/** Authorization that the client's last log-in brought. */
	private brought = "";

	/**
	 * @param credentials undefined for none; checked by the owner unless they are a function
	 * @param limits see there
	 * @param clock by which tokens are judged; its owner has it learn
	 */
	constructor(session: Session, credentials: CredentialsOption | undefined, { confirmEvery, renewAt, retryBase }: RefreshLimits, clock: ServiceClock) {
		this.session = session;
		this.clock = clock;
		const base = Math.min(retryBase, PAUSES.outage.most);
		this.outage = { ...PAUSES.outage, least: base / 2 | 0, base };
		this.credentials = credentials;
		this.share = renewAt / 100;
		this.confirmEvery = confirmEvery;
	}

	/** Forgets the credentials; a function for them is not called any more. */
	close(): void {
		this.credentials = undefined;
	}

	/** What has to be done before a request goes out; sets `wantsDate`. @param ticks now */
	due(ticks: number): Work {
		const { clock, session } = this;
		const passed = ticks - this.quietSince | 0;
		if (passed >= 0 && passed < this.quietFor && session.authorization === this.quietAuthorization && session.status === ACCEPTED)
			return NOTHING;
		this.quietFor = 0;
		clock.isWanted = (session.expires >= 0 || clock.isAsked) && clock.left(ticks) < 0;
		this.wantsDate = clock.isWanted || clock.isAsked;
		return this.judge(ticks);
	}

	private judge(ticks: number): Work {
		const { clock, session } = this;
		if (session.authorization === "")
			return this.credentials === undefined || session.cleared ? NOTHING : this.logIn(ticks);
		if (session.isUnidentified)
			return IDENTIFY;
		let work: Work = NOTHING;
		if (session.status !== ACCEPTED) {
			work = this.asks(ticks) ? REFRESH : NOTHING;
			if (session.status === REJECTED)
				return this.credentials !== undefined ? this.logIn(ticks) : work === REFRESH ? REFRESH : this.rejected(ticks);
		}
		if (session.expires < 0)
			return this.quiet(work, QUIET_MAXIMUM, ticks);
		if (!clock.isKnown || session.authorization === this.fresh)
			return work;
		const now = clock.seconds(ticks);
		if (session.since < 0)
			session.since = now;
		const { since, expires } = session;
		if (now >= expires) {
			if (this.credentials !== undefined)
				return this.logIn(ticks);
			if (clock.leftOf(CLOCK_CONDEMNS, ticks) >= 0)
				return EXPIRED;
			clock.doubt();
			return NOTHING;
		}
		const end = session.refreshable ? since + (expires - since) * this.share : expires;
		if (now >= end)
			return session.refreshPause.isOver(ticks) ? REFRESH : work;
		const left = clock.left(ticks);
		const quiet = (end - now - 1) * 1000;
		return this.quiet(work, quiet < left ? quiet : left, ticks);
	}

	/** Notes for how many milliseconds nothing will be due, unless the token changes. Returns `work`. */
	private quiet(work: Work, milliseconds: number, ticks: number): Work {
		const { session } = this;
		if (work === NOTHING && session.status === ACCEPTED) {
			this.quietFor = milliseconds;
			this.quietSince = ticks;
			this.quietAuthorization = session.authorization;
		}
		return work;
	}

	/**
	 * Whether the service is to be asked about the token after an answer that a guest would get.
	 * @param list whether it is a list without records, not a refusal
	 * @param ticks now
	 */
	doubts(list: boolean, ticks: number): boolean {
		const { session } = this;
		return session.collectionId !== "" && this.asks(ticks)
			&& timeLeft(list ? session.listChecked : session.refusalChecked, this.confirmEvery, ticks) < 0;
	}

	/** Such answers are believed for `limits.confirmEvery`. For the parameters see `doubts`. */
	believe(list: boolean, ticks: number): void {
		if (list)
			this.session.listChecked = ticks;
		else
			this.session.refusalChecked = ticks;
	}

	/** Has the clock learn from an answer's Date field; see there. */
	hear(exchange: Exchange, response: ClientResponse, date: string, ticks: number): void {
		this.quietFor = 0;
		if (this.clock.hear(exchange, response, date, ticks))
			this.fresh = "";
	}

	/** The service's time; see there. From the first call on it is learned with any token and with none. @param ticks now */
	now(ticks: number, unconfirmed: boolean): number {
		const { clock } = this;
		clock.isAsked = this.wantsDate = true;
		if (clock.left(ticks) < 0)
			this.quietFor = 0;
		return clock.milliseconds(ticks, unconfirmed);
	}

	/** Accepts a token that the service has just issued. Whatever the clock says, it is good until the service refuses it. @param ticks now @param identity see `Session.renew` */
	issued(token: string, ticks: number, identity?: string): void {
		this.session.renew(token, identity);
		this.trust(ticks);
	}

	/** The service has just said that the token is good. */
	private trust(ticks: number): void {
		const { authorization, expires } = this.session;
		if (!this.isOver(expires, ticks))
			return;
		this.fresh = authorization;
		this.clock.doubt();
	}

	/** Whether a token that went out had expired when it was looked at. @param expires its `exp`, -1 for none */
	isOver(expires: number, ticks: number): boolean {
		const passed = ticks - this.quietSince | 0;
		if (passed >= 0 && passed < this.quietFor && expires === this.session.expires)
			return false;
		return this.hasPassed(expires, ticks);
	}

	/** Whether the stored token has expired, as far as the time is known: asked at any time, not only after `due`. */
	hasExpired(ticks: number): boolean {
		return this.hasPassed(this.session.expires, ticks);
	}

	private hasPassed(expires: number, ticks: number): boolean {
		return expires >= 0 && this.clock.seconds(ticks) >= expires && this.session.authorization !== this.fresh;
	}

	/** What is wrong with a token that the service does not accept. @param ticks now */
	tokenFault(ticks: number): string {
		return this.isOver(this.session.expires, ticks) ? TOKEN_EXPIRED : TOKEN_REJECTED;
	}

	/** Whether the client logs in by itself. */
	private get logsIn(): boolean {
		return this.credentials !== undefined && !this.session.cleared;
	}

	/** Whether the client can log in by itself now, and may. @param ticks now */
	canLogIn(ticks: number): boolean {
		return this.logsIn && this.logIn(ticks) === LOGIN;
	}

	/**
	 * Whether the client may log in after a 401 to a request. A proxy says that whatever the token: when it comes to the
	 * token that a log-in has just brought, a pause begins.
	 * @param isFresh whether the client has logged in for this request
	 * @param ticks now
	 */
	mayAnswer401(isFresh: boolean, ticks: number): boolean {
		if (isFresh && this.logsIn && this.session.authorization === this.brought)
			this.unauthorizedPause.begin(ticks);
		return this.canLogIn(ticks) && this.unauthorizedPause.isOver(ticks);
	}

	/** Milliseconds until the client may log in, 0 or less without a pause. @param ticks now */
	loginLeft(ticks: number): number {
		return this.loginPause.left(ticks);
	}

	/** An error's text with the seconds until the client tries again, if a pause of its own keeps it from that. @param ticks now */
	withPause(error: string, ticks: number): string {
		let left = 0;
		if (this.logsIn) {
			const after401 = this.unauthorizedPause.left(ticks);
			left = this.loginPause.left(ticks);
			left = left > after401 ? left : after401;
		}
		else if (this.credentials === undefined && this.confirmEvery > 0 && this.session.status === REJECTED)
			left = this.session.refreshPause.left(ticks);
		return left > 0 ? `${error} (next try in ${Math.ceil(left / 1000)} s)` : error;
	}

	/** The app has logged in: no pause goes on. */
	endPauses(): void {
		this.loginPause.end();
		this.unauthorizedPause.end();
	}

	/**
	 * Takes what became of a REFRESH or LOGIN. A token that the app has set or cleared meanwhile stays as the app wants it.
	 * @param prepared what had been done before for the same request
	 * @param token what it brought, "" for none
	 * @param ticks now
	 * @returns whether the request that it was done for can go on
	 */
	done(work: Preparation, worker: Exchange, prepared: Preparation, response: ClientResponse, token: string, ticks: number): boolean {
		const { session } = this;
		const kept = worker.tokenVersion === session.tokenVersion;
		if (work === REFRESH)
			return this.refreshed(worker, kept, prepared, response, token, ticks);
		if (response.ok && kept) {
			this.issued(token, ticks, session.owner);
			this.brought = session.authorization;
		}
		if (isServiceRefusal(response))
			this.refuse(response.error, ticks);
		else if (response.ok && this.isOutage)
			this.loginPause.end();
		return response.ok || !kept;
	}

	/**
	 * A REFRESH or LOGIN has failed without a refusal, as often as it was tried: it is not done for a while. After a LOGIN
	 * that is a short one, so that the password does not go out with each request, and an outage is over soon.
	 * @param ticks now
	 */
	giveUp(work: Preparation, worker: Exchange, error: string, ticks: number): void {
		if (work === LOGIN)
			this.refuse(LOGIN_FAILED + error, ticks, true);
		else if (work === REFRESH && this.confirms(worker))
			this.session.refreshPause.begin(ticks);
	}

	/** Whether a REFRESH asks about the token, and is not done ahead of its expiry. */
	private confirms({ held }: Exchange): boolean {
		return held !== undefined || this.session.status !== ACCEPTED;
	}

	private refreshed(worker: Exchange, kept: boolean, prepared: Preparation, response: ClientResponse, token: string, ticks: number): boolean {
		const { session } = this;
		// The token is still good. But where the service can't be reached, the request can't reach it either.
		const goesOn = response.statusCode !== 0 || response.kind === "protocol";
		if (response.ok) {
			session.refreshPause.end();
			if (session.authorization === this.brought)
				this.loginPause.end();
			if (kept)
				this.confirm(token, ticks);
			if (kept && worker.held !== undefined)
				this.believe(worker.held.ok, ticks);
		}
		else if (kept && (goesOn || !this.confirms(worker)))
			session.refreshPause.begin(ticks);
		if (kept && response.statusCode === UNAUTHORIZED && isServiceRefusal(response)) {
			session.reject();
			// A token that a log-in has just brought: another log-in would bring no better one.
			if (prepared === LOGIN && session.authorization === this.brought)
				this.refuse(this.tokenFault(ticks), ticks);
		}
		return goesOn;
	}

	/**
	 * The service accepts the token, and offers another. It is taken when the present one has lived 80 % of that
	 * one's life: flash wears, and the app finds the token that it has set.
	 */
	private confirm(offered: string, ticks: number): void {
		const { session } = this;
		this.quietFor = 0;
		session.accept();
		this.trust(ticks);
		if (offered === session.token)
			return;
		const now = this.clock.seconds(ticks);
		const expires = session.expiry(offered);
		const life = expires - now;
		session.since = session.expires - life;
		if (!this.clock.isKnown || expires < 0 || now >= session.since + life * this.share)
			this.issued(offered, ticks);
	}

	/** Whether the service can be asked about a token now. */
	private asks(ticks: number): boolean {
		return this.confirmEvery > 0 && this.session.refreshPause.isOver(ticks);
	}

	private rejected(ticks: number): Work {
		this.error = this.tokenFault(ticks);
		return REFUSED;
	}

	private refuse(error: string, ticks: number, isOutage = false): void {
		if (isOutage !== this.isOutage)
			this.loginPause.end();
		this.error = error;
		this.isOutage = isOutage;
		this.loginPause.begin(ticks, isOutage ? this.outage : PAUSES.login);
	}

	private logIn(ticks: number): Work {
		if (this.loginPause.isOver(ticks))
			return LOGIN;
		return this.isOutage ? PAUSED : REFUSED;
	}
}
