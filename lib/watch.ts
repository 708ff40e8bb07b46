import type { Limits } from "./limits.js";
import type { Timers, TimerHandle } from "./platform.js";

/** Stages of a request. No one of them counts: only the whole. */
export const STAGE_NONE = 0;
/** Look-up, TCP, TLS (`limits.connect`). */
export const STAGE_CONNECT = 1;
/** The request is leaving (`limits.idle` from piece to piece). */
export const STAGE_SEND = 2;
/** It has left (`limits.firstByte`). */
export const STAGE_FIRST_BYTE = 3;
/** The answer is coming in (`limits.idle` from piece to piece). */
export const STAGE_RECEIVE = 4;

/**
 * The deadlines of one request at a time: one for the whole and one for its stage, on a single timer. A mark costs an
 * assignment; only the timer looks whether a time is over, and it comes no later than the shortest of them allows.
 */
export class Watch {
	/** The stage since the last mark. */
	stage = STAGE_NONE;

	private readonly timers: Timers;
	private readonly limits: Limits;
	private readonly stages: readonly number[];
	private readonly shortest: number;
	private readonly onExpired: () => void;
	private timer: TimerHandle | undefined;
	private running = false;
	private begun = 0;
	private since = 0;

	/** @param onExpired called when a time is over; `stage` says which, and is STAGE_NONE for the whole */
	constructor(timers: Timers, limits: Limits, onExpired: () => void) {
		const { timeout, connect, firstByte, idle } = limits;
		this.timers = timers;
		this.limits = limits;
		this.stages = [timeout, connect, idle, firstByte, idle];
		this.shortest = Math.min(timeout, connect, firstByte, idle);
		this.onExpired = onExpired;
	}

	/** A request's turn has come. */
	begin(): void {
		this.stage = STAGE_NONE;
		this.running = true;
		this.begun = this.timers.now();
		this.timer = this.timers.set(this.onTimer, this.shortest);
	}

	/** A stage begins, or goes on from here. */
	mark(stage: number): void {
		this.stage = stage;
		this.since = this.timers.now();
	}

	/** The request is over. */
	end(): void {
		this.timers.clear(this.timer);
		this.timer = undefined;
		this.running = false;
	}

	/** What the time that is over was for, as text. */
	get fault(): string {
		const { connect, firstByte, idle, timeout } = this.limits;
		switch (this.stage) {
			case STAGE_CONNECT:
				return `no connection within limits.connect (${connect} ms)`;
			case STAGE_SEND:
				return `the request did not leave within limits.idle (${idle} ms)`;
			case STAGE_FIRST_BYTE:
				return `no answer within limits.firstByte (${firstByte} ms)`;
			case STAGE_RECEIVE:
				return `the answer stood still for limits.idle (${idle} ms)`;
		}
		return `no complete answer within limits.timeout (${timeout} ms)`;
	}

	/** Milliseconds that the request has left. */
	get left(): number {
		return this.limits.timeout - (this.timers.now() - this.begun | 0);
	}

	private readonly onTimer = (): void => this.look();

	private look(): void {
		const whole = this.left;
		const stage = this.stage === STAGE_NONE ? whole : this.stages[this.stage] - (this.timers.now() - this.since | 0);
		const left = whole < stage ? whole : stage;
		this.timer = undefined;
		if (left > 0) {
			this.timer = this.timers.set(this.onTimer, left < this.shortest ? left : this.shortest);
			return;
		}
		if (whole <= 0)
			this.stage = STAGE_NONE;
		this.onExpired();
		// The request may go on: a connection that took too long is tried anew.
		if (this.timer === undefined && this.running)
			this.timer = this.timers.set(this.onTimer, this.shortest);
	}
}
