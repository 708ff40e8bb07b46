import { isOwnAnswer } from "../pocketbase/answers.js";
import { isAnyServiceRefusal } from "../pocketbase/refusals.js";
import type { ClientResponse } from "../response.js";
import type { Exchange } from "../request/exchange.js";
import { NO_TIME } from "../shared/pauses.js";
import { timeLeft } from "./growing-pause.js";

/** Milliseconds: less than the 24 days after which a difference of ticks is ambiguous. */
export const TICKS_KEEP = 0x40000000;

/**
 * Milliseconds between two looks at the Date of an answer where nobody has asked for the time: what a crystal is off by in that time is
 * some seconds.
 */
const KEEPS = 43_200_000;
/** Requests from one look to the next where somebody has: ticks may have stood still, or somebody has set the service's clock. */
const REQUESTS = 8;
/** Seconds that two answers may differ by and still agree: a Date has whole seconds, and an answer may take some. */
const AGREES = 10;
/** Seconds that the time may be ahead of an answer before it is set back: what that was late by, and had been cut off. */
const AHEAD = 2;
/** The years that a service can be in, 2023 to 2099, in seconds since 1970. Others are of machines whose clock is not set. */
const LEAST = 1_672_531_200;
const MOST = 4_102_444_800;
/** Milliseconds since 1970. */
const YEAR_10000 = 253_402_300_800_000;

// docs/decisions/0041-the-services-time.md
/**
 * The service's time of day, for a device without a clock: learned from the Date field of its answers (RFC 9110, section
 * 6.6.1) and carried on by the ticks of the machine. A Date is cut to whole seconds and then travels, so that the clock is
 * not ahead of the service when it has learned, and late by less than a second and the answer's way. In between it is as
 * good as the ticks.
 *
 * Over plain http anybody on the way can have written the Date: the time is confirmed when two answers agree, and when one
 * contradicts it that one's has to be confirmed.
 *
 * Ticks are milliseconds of a clock that is never set, as a signed integer of 32 bits that wraps. The clock is right for
 * as long as not more than 24 days pass from one call of these methods to the next.
 */
export class ServiceClock {
	/** Whether the Date of the next good answer is wanted, besides that of each eighth where the app has asked for the time. */
	isWanted = false;

	/** Whether one answer suffices. */
	private readonly isVerified: boolean;
	private isConfirmed = false;
	/** Whether the app has asked what time it is. */
	private isAsked = false;
	/** The service's time in seconds since 1970 when `ticks` was. */
	private time = NO_TIME;
	private ticks = 0;
	/** Ticks when it was learned last, undefined while it is not known. */
	private learned: number | undefined;
	/** Requests since then. */
	private requests = 0;

	/** @param isVerified whether answers are known to be the service's: it has shown its certificate */
	constructor(isVerified: boolean) {
		this.isVerified = isVerified;
	}

	/**
	 * Takes the Date of an answer, if that seems to be the service's own. That of a refusal only while the time
	 * is unknown, and unconfirmed: a token may be judged by it.
	 * @param exchange what is answered
	 * @param date the field's value
	 * @param ticks when it came
	 * @returns whether the time is another than it had been
	 */
	hear(exchange: Exchange, response: ClientResponse, date: string, ticks: number): boolean {
		if (isOwnAnswer(exchange, response))
			return this.learn(date, ticks);
		if (this.time !== NO_TIME || !isAnyServiceRefusal(response))
			return false;
		this.learn(date, ticks);
		this.isConfirmed = false;
		return false;
	}

	/**
	 * Takes the Date of a good answer.
	 * @param date one that can't be read, or of an impossible year, teaches nothing
	 * @param ticks when it came
	 * @returns whether the time is another than it had been
	 */
	learn(date: string, ticks: number): boolean {
		const seconds = httpDate(date);
		if (seconds < LEAST || seconds >= MOST)
			return false;
		const known = this.carryOn(ticks);
		const off = seconds - known;
		const agrees = off >= -AGREES && off <= AGREES;
		if (!agrees || off > 0 || off < -AHEAD) {
			this.time = seconds;
			this.ticks = ticks;
		}
		this.isConfirmed = agrees || this.isVerified;
		this.learned = ticks;
		this.requests = 0;
		return known !== NO_TIME && !agrees;
	}

	/** The app asks what time it is: it is learned from now on, with any token and with none. @param ticks now */
	ask(ticks: number): void {
		this.isAsked = true;
		this.isWanted ||= this.left(ticks) < 0;
	}

	/** Looks whether the time is to be learned again. @param isNeeded whether a token is judged by it @param ticks now */
	look(isNeeded: boolean, ticks: number): void {
		this.isWanted = (isNeeded || this.isAsked) && this.left(ticks) < 0;
	}

	/** Counts a request that is sent now. @returns whether the Date of its answer is wanted */
	countRequest(): boolean {
		return this.isWanted || this.isAsked && ++this.requests >= REQUESTS;
	}

	/** Milliseconds until the time is to be learned again, negative when it is due. @param ticks now */
	left(ticks: number): number {
		return this.isAsked && !this.isConfirmed ? -1 : timeLeft(this.learned, KEEPS, ticks);
	}

	/** Milliseconds that are left of so many since the time was learned, negative when they are over. @param ticks now */
	leftOf(milliseconds: number, ticks: number): number {
		return timeLeft(this.learned, milliseconds, ticks);
	}

	/** The time is to be learned again: it may be wrong. */
	doubt(): void {
		this.learned = undefined;
	}

	/** Whether the time is known, and not doubted. */
	get isKnown(): boolean {
		return this.learned !== undefined;
	}

	/**
	 * Carries the service's time on, by whole seconds: the rest is not lost, and the difference of ticks stays small.
	 * @param ticks now
	 * @returns whole seconds since 1970, rounded down; NO_TIME while it is not known
	 */
	carryOn(ticks: number): number {
		if (this.time === NO_TIME)
			return NO_TIME;
		const passed = Math.floor(((ticks - this.ticks) | 0) / 1000);
		this.ticks += passed * 1000;
		this.time += passed;
		return this.time;
	}

	/**
	 * The service's time, as exact as the ticks carry it on.
	 * @param ticks now
	 * @param unconfirmed whether a time from a single answer is accepted
	 * @returns milliseconds since 1970; NO_TIME while it is not known
	 */
	milliseconds(ticks: number, unconfirmed: boolean): number {
		const seconds = this.carryOn(ticks);
		return seconds === NO_TIME || !unconfirmed && !this.isConfirmed ? NO_TIME : seconds * 1000 + (ticks - this.ticks | 0);
	}

	/**
	 * Reads a Retry-After field.
	 * @param date value of the Date field beside it, "" without one: a date counts from there, else from the time as it is known
	 * @param ticks now
	 * @returns milliseconds, not bounded; NO_TIME when it can't be read
	 */
	pause(field: string, date: string, ticks: number): number {
		const sent = httpDate(date);
		const seconds = retryAfter(field, sent === NO_TIME ? this.carryOn(ticks) : sent);
		return seconds === NO_TIME ? NO_TIME : seconds * 1000;
	}
}

/**
 * Reads an HTTP date in the form that senders must use (IMF-fixdate; RFC 9110, section 5.6.7), without a leap second. The
 * two obsolete forms are not read: no server of today sends them, and one leaves the century open.
 * @param text the field's value without white space around it
 * @returns seconds since 1970; NO_TIME when it is not a date, before 1970 or not in the calendar
 */
export function httpDate(text: string): number {
	const date = new Date(text);
	const milliseconds = date.getTime();
	// Engines read other forms, too; this is the only one that they write. It has four digits for the year.
	return milliseconds >= 0 && milliseconds < YEAR_10000 && date.toUTCString() === text ? milliseconds / 1000 : NO_TIME;
}

/**
 * Reads a Retry-After (RFC 9110, section 10.2.3): seconds or a date.
 * @param text the field's value without white space around it
 * @param now when the answer was sent, in seconds since 1970; NO_TIME while it is not known, when a date has no meaning
 * @returns seconds from now, 0 or more and not bounded; NO_TIME when it is neither
 */
export function retryAfter(text: string, now: number): number {
	if (/^\d+$/.test(text))
		return Number(text);
	const date = httpDate(text);
	if (date === NO_TIME || now === NO_TIME)
		return NO_TIME;
	return date > now ? date - now : 0;
}
