import type { Timers } from "../platform.js";
import type { Log } from "./log.js";
import type { Sender } from "./options.js";

export interface Stamping {
	readonly client: Sender;
	/** Name of the member that gets the time. */
	readonly stamp: string;
}

/** Milliseconds that the times of two answers may differ by and still agree, as the client has it. */
const AGREES = 10_000;

/** Gives readings the time when they were taken, by the service's clock. */
export class Stamper {
	private readonly options: Stamping;
	private readonly timers: Timers;
	private readonly log: Log;
	/** Ticks as they would be if they did not wrap, and as they are. */
	private passed = 0;
	private ticks = 0;
	/** When ticks were 0 by one answer alone, as readings say that were sent last; 0 for none that do. */
	private assumed = 0;

	constructor(options: Stamping, timers: Timers, log: Log) {
		this.options = options;
		this.timers = timers;
		this.log = log;
	}

	/**
	 * Adds the time to a reading, unless it is there: by the service's clock, or by ticks as long as the client has not learned
	 * that. Writes down when ticks were 0 if that is due. Uses the log's buffer.
	 * @param text of the reading, as JSON without white space around it
	 */
	stamp(text: string): string {
		this.anchor();
		const field = this.options.stamp;
		if (field in (JSON.parse(text) as object))
			return text;
		const base = this.base(false);
		// A release build of the SDK has no Date.prototype.toJSON.
		let member = JSON.stringify({ [field]: new Date(base + this.passed).toISOString() });
		if (base === 0) {
			this.log.owes = true;
			member = member.replace('"}', "\u0001}");
		}
		return text.slice(0, -1) + (text === "{}" ? "" : ",") + member.slice(1);
	}

	/**
	 * Writes down when ticks were 0, if there are readings with ticks.
	 * @returns whether there are, and nobody has told what time it is
	 */
	anchor(): boolean {
		if (this.log.owes !== true)
			return false;
		const base = this.base(false);
		if (base !== 0)
			this.log.anchor(base);
		return base === 0 && this.base(true) === 0;
	}

	/** What is sent next gets its time by one answer alone where no other has confirmed that: the answer to it will. */
	assume(): void {
		this.assumed = this.log.owes === true && this.base(false) === 0 ? this.base(true) : 0;
		if (this.assumed !== 0)
			this.log.base = this.assumed;
	}

	/** Whether the time that was assumed is not that of the answer. */
	isRefuted(): boolean {
		const off = this.base(true) - this.assumed;
		return this.assumed !== 0 && (off > AGREES || off < -AGREES);
	}

	/**
	 * The service's time when ticks were 0, in milliseconds since 1970; 0 while unknown. As long as readings with ticks wait,
	 * not more than 24 days may pass between two calls: ticks wrap.
	 * @param unconfirmed see `Sender.now`
	 */
	private base(unconfirmed: boolean): number {
		const ticks = this.timers.now();
		this.passed += ticks - this.ticks | 0;
		this.ticks = ticks;
		const now = this.options.client.now(unconfirmed);
		return now < 0 ? 0 : now - this.passed;
	}
}
