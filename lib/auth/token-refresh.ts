import type { AllLimits } from "../client-limits.js";
import type { CredentialsOption } from "../client-options.js";
import { UNAUTHORIZED } from "../http-statuses.js";
import { isServiceRefusal } from "../pocketbase/refusals.js";
import type { Exchange } from "../request/exchange.js";
import { EXPIRED, IDENTIFY, LOGIN, NOTHING, PAUSED, type Preparation, REFRESH, REFUSED, type Work } from "../request/token-work.js";
import { type ClientResponse, LOGIN_FAILED, TOKEN_EXPIRED, TOKEN_REJECTED } from "../response.js";
import { AFTER_OUTAGE, LoginPauses, MAY_LOG_IN } from "./login-pauses.js";
import { withNextTry } from "./next-try.js";
import { ACCEPTED, CLEARED, NONE, REJECTED, type Session, UNCONFIRMED, UNIDENTIFIED } from "./session.js";
import { timeLeft } from "./time-left.js";
import { OLD, OVER, type TokenLife, YOUNG } from "./token-life.js";

/** The limits that are used here. */
type RefreshLimits = Pick<AllLimits, "confirmEvery" | "retryBase">;

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
 * | `ACCEPTED` or `UNCONFIRMED`, over | `LOGIN` | `EXPIRED` |
 * | `REJECTED` | `LOGIN` | `REFRESH`, in the pause after it `REFUSED` |
 *
 * In a pause after a refusal `LOGIN` becomes `REFUSED`, after an outage `PAUSED`; in a pause after a failed one no `REFRESH` is done.
 */
export class TokenRefresh {
	/** Pauses of the log-ins that the client makes by itself. */
	readonly pauses: LoginPauses;
	/** What a log-in needs, undefined for none. */
	credentials: CredentialsOption | undefined;

	private readonly session: Readonly<Session>;
	private readonly life: TokenLife;
	private readonly confirmEvery: number;
	/** Authorization that the client's last log-in brought. */
	private brought = "";

	/**
	 * @param session whose token it is
	 * @param life of its token
	 * @param credentials undefined for none; checked by the owner unless they are a function
	 * @param limits see there
	 */
	constructor(session: Readonly<Session>, life: TokenLife, credentials: CredentialsOption | undefined,
		{ confirmEvery, retryBase }: RefreshLimits) {
		this.session = session;
		this.life = life;
		this.credentials = credentials;
		this.confirmEvery = confirmEvery;
		this.pauses = new LoginPauses(retryBase);
	}

	/** Forgets the credentials; a function for them is not called any more. */
	close(): void {
		this.credentials = undefined;
	}

	/** What has to be done before a request goes out, unless the token's life is quiet. @param ticks now */
	due(ticks: number): Work {
		this.life.look(ticks);
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
				return this.asks(ticks) ? REFRESH : this.rejected(ticks);
		}
	}

	/** @param work what is due unless the token's age says otherwise */
	private dueByAge(work: Work, ticks: number): Work {
		const { life, session } = this;
		switch (life.age(ticks)) {
			case YOUNG:
				if (work === NOTHING)
					life.rest(ticks);
				return work;
			case OLD:
				return session.refreshPause.isOver(ticks) ? REFRESH : work;
			case OVER:
				if (this.credentials !== undefined)
					return this.logIn(ticks);
				return life.condemns(ticks) ? EXPIRED : NOTHING;
			default:
				return work;
		}
	}

	private rejected(ticks: number): Work {
		this.pauses.error = this.tokenFault(ticks);
		return REFUSED;
	}

	private logIn(ticks: number): Work {
		const state = this.pauses.state(ticks);
		if (state === MAY_LOG_IN)
			return LOGIN;
		return state === AFTER_OUTAGE ? PAUSED : REFUSED;
	}

	/** Whether the service can be asked about a token now. */
	private asks(ticks: number): boolean {
		return this.confirmEvery > 0 && this.session.refreshPause.isOver(ticks);
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

	/** What is wrong with a token that the service does not accept. @param ticks now */
	tokenFault(ticks: number): string {
		return this.life.isOver(this.session.expires, ticks) ? TOKEN_EXPIRED : TOKEN_REJECTED;
	}

	/** Whether the client logs in by itself. */
	private get logsIn(): boolean {
		return this.credentials !== undefined && this.session.status !== CLEARED;
	}

	/** Whether the client can log in by itself now, and may. @param ticks now */
	canLogIn(ticks: number): boolean {
		return this.logsIn && this.pauses.state(ticks) === MAY_LOG_IN;
	}

	/**
	 * Whether the client may log in after a 401 to a request. A proxy says that whatever the token: when it comes to the
	 * token that a log-in has just brought, a pause begins.
	 * @param isFresh whether the client has logged in for this request
	 * @param ticks now
	 */
	mayAnswer401(isFresh: boolean, ticks: number): boolean {
		if (isFresh && this.logsIn && this.session.authorization === this.brought)
			this.pauses.refused401(ticks);
		return this.canLogIn(ticks) && this.pauses.mayAnswer401(ticks);
	}

	/** An error's text with the seconds until the client tries again, if a pause of its own keeps it from that. @param ticks now */
	withPause(error: string, ticks: number): string {
		let left = 0;
		if (this.logsIn)
			left = this.pauses.longestLeft(ticks);
		else if (this.credentials === undefined && this.confirmEvery > 0 && this.session.status === REJECTED)
			left = this.session.refreshPause.left(ticks);
		return withNextTry(error, left);
	}

	/**
	 * The service has just issued a token. Whatever the clock says, it is good until the service refuses it.
	 * @param ticks now
	 * @param identity see `Session.renew`
	 */
	issued(token: string, ticks: number, identity?: string): void {
		this.session.renew(token, identity);
		this.life.trust(ticks);
	}

	/**
	 * Takes what became of a REFRESH or LOGIN. A token that the app has set or cleared meanwhile stays as the app wants it.
	 * @param prepared what had been done before for the same request
	 * @param token what it brought, "" for none
	 * @param ticks now
	 * @returns whether the request that it was done for can go on
	 */
	done(work: Preparation, worker: Exchange, prepared: Preparation, response: ClientResponse, token: string, ticks: number): boolean {
		const isKept = worker.tokenVersion === this.session.tokenVersion;
		if (work === REFRESH)
			return this.refreshed(worker, isKept, prepared, response, token, ticks);
		return this.loggedIn(isKept, response, token, ticks);
	}

	/** @param isKept whether the app has not said anything of the token since */
	private loggedIn(isKept: boolean, response: ClientResponse, token: string, ticks: number): boolean {
		const { pauses, session } = this;
		if (response.ok && isKept) {
			this.issued(token, ticks, session.owner);
			this.brought = session.authorization;
		}
		if (isServiceRefusal(response))
			pauses.refused(response.error, ticks);
		else if (response.ok)
			pauses.succeeded();
		return response.ok || !isKept;
	}

	private refreshed(worker: Exchange, isKept: boolean, prepared: Preparation, response: ClientResponse, token: string,
		ticks: number): boolean {
		const { pauses, session } = this;
		// The token is still good. But where the service can't be reached, the request can't reach it either.
		const goesOn = response.statusCode !== 0 || response.kind === "protocol";
		if (response.ok) {
			session.refreshPause.end();
			if (session.authorization === this.brought)
				pauses.confirmed();
		}
		if (!isKept)
			return goesOn;
		if (response.ok)
			this.confirm(token, worker.held, ticks);
		else if (goesOn || !this.confirms(worker)) {
			session.refreshPause.begin(ticks);
			if (worker.held !== undefined)
				session.doubt();
		}
		if (response.statusCode === UNAUTHORIZED && isServiceRefusal(response)) {
			session.reject();
			// A token that a log-in has just brought: another log-in would bring no better one.
			if (prepared === LOGIN && session.authorization === this.brought)
				pauses.refused(this.tokenFault(ticks), ticks);
		}
		return goesOn;
	}

	/** The service accepts the token, and offers another. @param held the answer that a guest would get, too, undefined for none */
	private confirm(offered: string, held: ClientResponse | undefined, ticks: number): void {
		const { life, session } = this;
		session.accept();
		life.trust(ticks);
		if (offered !== session.token && life.compare(session.expiry(offered), ticks))
			this.issued(offered, ticks);
		if (held !== undefined)
			session.checked(held.ok, ticks);
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
	giveUp(work: Preparation, worker: Exchange, error: string, ticks: number): void {
		if (work === LOGIN)
			this.pauses.failed(LOGIN_FAILED + error, ticks);
		else if (work === REFRESH && this.confirms(worker)) {
			this.session.refreshPause.begin(ticks);
			this.session.doubt();
		}
	}
}
