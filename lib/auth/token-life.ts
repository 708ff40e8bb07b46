import type { ServiceClock } from "./service-clock.js";
import { ACCEPTED, type Session } from "./session.js";
import type { Exchange } from "../request/exchange.js";
import type { ClientResponse } from "../response.js";

/** Its age is not known, or plays no part: it never expires, or the service has just said that it is good. */
export const AGELESS = 0;
/** Nothing is to be done about it for a while. */
export const YOUNG = 1;
/** It is to be exchanged, if the service does that. */
export const OLD = 2;
/** It has expired. */
export const OVER = 3;
/** How old a token is. */
export type Age = typeof AGELESS | typeof YOUNG | typeof OLD | typeof OVER;

/**
 * Milliseconds for which the time is believed when it says that no request can go out any more: one wrong Date must not lock the client.
 */
const CLOCK_CONDEMNS = 60_000;
/** Milliseconds after which a token that never expires is looked at again. */
const QUIET_MAXIMUM = 0x3fffffff;

/** Judges the token's `exp` by the service's time, which the first answers bring. */
export class TokenLife {
	/** Whether the Date of the next answer may be wanted; the clock says whether it is. */
	wantsDate = false;

	private readonly session: Readonly<Session>;
	private readonly clock: ServiceClock;
	/** Part of its life after which a token is exchanged, from 0 to 1. */
	private readonly share: number;
	/** Milliseconds for which nothing is due, their beginning, and the token that they are for. */
	private quietFor = 0;
	private quietSince = 0;
	private quietAuthorization = "";
	/** Header value of a token that the service has issued or confirmed when it had expired by the clock; "" for none. */
	private fresh = "";

	/** @param clock by which tokens are judged; its owner has it learn @param renewAt see the limit */
	constructor(session: Readonly<Session>, clock: ServiceClock, renewAt: number) {
		this.session = session;
		this.clock = clock;
		this.share = renewAt / 100;
	}

	/** Whether nothing is due: a look at the token would be in vain. @param ticks now */
	isQuiet(ticks: number): boolean {
		const { session } = this;
		const passed = ticks - this.quietSince | 0;
		return passed >= 0 && passed < this.quietFor && session.authorization === this.quietAuthorization && session.status === ACCEPTED;
	}

	/** Begins a look at the token; sets `wantsDate`. @param ticks now */
	look(ticks: number): void {
		const { clock, session } = this;
		this.quietFor = 0;
		clock.isWanted = (session.expires >= 0 || clock.isAsked) && clock.left(ticks) < 0;
		this.wantsDate = clock.isWanted || clock.isAsked;
	}

	/** How old the token is. @param ticks now */
	age(ticks: number): Age {
		const { clock, session } = this;
		if (session.expires < 0)
			return YOUNG;
		if (!clock.isKnown || session.authorization === this.fresh)
			return AGELESS;
		const now = clock.carryOn(ticks);
		session.seen(now);
		if (now >= session.expires)
			return OVER;
		return now >= this.end ? OLD : YOUNG;
	}

	/** When the token is to be exchanged, or expires if it can't be, by the service's time. */
	private get end(): number {
		const { expires, refreshable, since } = this.session;
		return refreshable ? since + (expires - since) * this.share : expires;
	}

	/** Nothing will be due of a young token until it is old, or the time is to be learned again. @param ticks now */
	rest(ticks: number): void {
		const { clock, session } = this;
		if (session.status !== ACCEPTED)
			return;
		const young = (this.end - clock.carryOn(ticks) - 1) * 1000;
		this.quietFor = session.expires < 0 ? QUIET_MAXIMUM : Math.min(young, clock.left(ticks));
		this.quietSince = ticks;
		this.quietAuthorization = session.authorization;
	}

	/**
	 * Whether no request can go out with a token that is over. A time that says so for long is doubted, and an answer asked.
	 * @param ticks now
	 */
	condemns(ticks: number): boolean {
		const { clock } = this;
		if (clock.leftOf(CLOCK_CONDEMNS, ticks) >= 0)
			return true;
		clock.doubt();
		return false;
	}

	/** Has the clock learn from an answer's Date field; see there. */
	hear(exchange: Exchange, response: ClientResponse, date: string, ticks: number): void {
		this.quietFor = 0;
		if (this.clock.hear(exchange, response, date, ticks))
			this.fresh = "";
	}

	/** The service's time; see the clock. From the first call on it is learned with any token and with none. @param ticks now */
	now(ticks: number, unconfirmed: boolean): number {
		const { clock } = this;
		clock.isAsked = this.wantsDate = true;
		if (clock.left(ticks) < 0)
			this.quietFor = 0;
		return clock.milliseconds(ticks, unconfirmed);
	}

	/** The service has just said that the token is good: it is, whatever the clock says. @param ticks now */
	trust(ticks: number): void {
		const { authorization, expires } = this.session;
		this.quietFor = 0;
		if (!this.hasPassed(expires, ticks))
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

	/** Whether the stored token has expired, as far as the time is known: asked at any time. */
	hasExpired(ticks: number): boolean {
		return this.hasPassed(this.session.expires, ticks);
	}

	/**
	 * The service offers a token in place of the present one, and so shows how long its tokens live. Returns whether it is to be taken: when
	 * the present one has lived 80 % of that. Flash wears, and the app finds the token that it has set.
	 * @param offered when it expires, -1 for never
	 * @param ticks now
	 */
	compare(offered: number, ticks: number): boolean {
		const { clock, session } = this;
		const now = clock.carryOn(ticks);
		const life = offered - now;
		session.livesFor(life);
		return !clock.isKnown || offered < 0 || now >= session.since + life * this.share;
	}

	private hasPassed(expires: number, ticks: number): boolean {
		return expires >= 0 && this.clock.carryOn(ticks) >= expires && this.session.authorization !== this.fresh;
	}
}
