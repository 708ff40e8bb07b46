import type { Timers } from "../platform.js";
import type { Log } from "./log.js";
import { UNKNOWN } from "./log-format.js";
import type { OutboxClient } from "./outbox-options.js";

export interface Stamping {
	readonly client: OutboxClient;
	/** Name of the member that gets the time. */
	readonly stamp: string;
}

/** What follows a time that is known, and ticks in its place: see `UNKNOWN`. */
const KNOWN_END = '"}';
const UNKNOWN_END = String.fromCharCode(UNKNOWN) + "}";

/** Gives readings the time when they were taken, by the service's clock. */
export class Stamper {
	private readonly options: Stamping;
	private readonly timers: Timers;
	private readonly log: Log;
	/** Ticks as they would be if they did not wrap, and as they are. */
	private passed = 0;
	private ticks = 0;

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
		const { times } = this.log;
		if (!base && !times.isOwed)
			times.renew();
		const time = new Date(base + this.passed).toISOString();
		const separator = text === "{}" ? "" : ",";
		return text.slice(0, -1) + separator + JSON.stringify(field) + ':"' + time + (base ? KNOWN_END : UNKNOWN_END);
	}

	/**
	 * Finds out when ticks were 0, if there are readings with ticks, and writes it down. A time from one answer alone
	 * is good for what is sent next, and is not written down: the answer to that will confirm or contradict it.
	 * @returns whether there are, and the time is not known
	 */
	anchor(): boolean {
		const { log } = this;
		if (!log.times.isOwed)
			return false;
		const base = this.base(false);
		const assumed = base || this.base(true);
		if (base)
			log.anchor(base);
		else if (assumed)
			log.times.base = assumed;
		return !assumed;
	}

	/**
	 * The service's time when ticks were 0, in milliseconds since 1970; 0 while unknown. As long as readings with ticks wait,
	 * not more than 24 days may pass between two calls: ticks wrap.
	 * @param unconfirmed see `OutboxClient.now`
	 */
	private base(unconfirmed: boolean): number {
		const ticks = this.timers.now();
		this.passed += ticks - this.ticks | 0;
		this.ticks = ticks;
		const now = this.options.client.now(unconfirmed);
		return now < 0 ? 0 : now - this.passed;
	}
}
