import type { Limits } from "../client-limits.js";
import type { Timers, TimerHandle } from "../platform.js";

/** Stages of a request. Only the total timeout counts. */
export const STAGE_NONE = 0;
/** Look-up, TCP, TLS (`limits.connect`). */
export const STAGE_CONNECT = 1;
/** The request is being sent (`limits.idle` from piece to piece). */
export const STAGE_SEND = 2;
/** It has been sent (`limits.firstByte`). */
export const STAGE_FIRST_BYTE = 3;
/** The answer is coming in (`limits.idle` from piece to piece). */
export const STAGE_RECEIVE = 4;
/** Stage of a request. */
export type Stage = typeof STAGE_NONE | typeof STAGE_CONNECT | typeof STAGE_SEND | typeof STAGE_FIRST_BYTE | typeof STAGE_RECEIVE;

/**
 * The timeouts of one request at a time: a total one and one of its stage, on a single timer. A request sets no timer and
 * clears none: the timer goes on over requests, looks whether a time is over when it fires, and stops when there is no
 * request. It fires no later than the shortest timeout allows.
 */
export class RequestTimeouts {
	/** The stage that was entered last. */
	stage: Stage = STAGE_NONE;
	/** Ticks then: while no request is under way, those of the last that has left, or of a later piece of its answer. */
	entered = 0;

	private readonly timers: Timers;
	private readonly limits: Limits;
	private readonly shortest: number;
	private readonly owner: { onExpired(): void };
	private timer: TimerHandle | undefined;
	private isRunning = false;
	private begun = 0;

	/** @param owner called when a timeout expires; `stage` says which, and is STAGE_NONE for the total one */
	constructor(timers: Timers, limits: Limits, owner: { onExpired(): void }) {
		this.timers = timers;
		this.limits = limits;
		this.shortest = Math.min(limits.timeout, limits.connect, limits.firstByte, limits.idle);
		this.owner = owner;
	}

	/** A request's turn has come. @param ticks now */
	begin(ticks: number): void {
		this.stage = STAGE_NONE;
		this.isRunning = true;
		this.begun = ticks;
		this.timer ??= this.timers.set(this.check, this.shortest);
	}

	/** A stage begins, or makes progress. */
	enterStage(stage: Stage): void {
		this.stage = stage;
		this.entered = this.timers.now();
	}

	/** The request is over. */
	end(): void {
		this.isRunning = false;
	}

	/** No request will come. */
	close(): void {
		this.timers.clear(this.timer);
		this.timer = undefined;
	}

	/** Error text of the timeout that expired. */
	get fault(): string {
		switch (this.stage) {
			case STAGE_CONNECT:
				return `no connection within limits.connect (${this.limits.connect} ms)`;
			case STAGE_SEND:
				return `the request did not leave within limits.idle (${this.limits.idle} ms)`;
			case STAGE_FIRST_BYTE:
				return `no answer within limits.firstByte (${this.limits.firstByte} ms)`;
			case STAGE_RECEIVE:
				return `no more of the answer within limits.idle (${this.limits.idle} ms)`;
			case STAGE_NONE:
				return `no complete answer within limits.timeout (${this.limits.timeout} ms)`;
		}
	}

	/** Milliseconds that the request has left. */
	get left(): number {
		return this.limits.timeout - (this.timers.now() - this.begun | 0);
	}

	private get stageLimit(): number {
		return this.stage === STAGE_CONNECT ? this.limits.connect : this.stage === STAGE_FIRST_BYTE ? this.limits.firstByte : this.limits.idle;
	}

	private readonly check = (): void => {
		this.timer = undefined;
		if (!this.isRunning)
			return;
		const total = this.left;
		const stage = this.stage === STAGE_NONE ? total : this.stageLimit - (this.timers.now() - this.entered | 0);
		const left = total < stage ? total : stage;
		if (left > 0) {
			this.timer = this.timers.set(this.check, left < this.shortest ? left : this.shortest);
			return;
		}
		// If both timeouts have expired, the error names the total one.
		if (total <= 0)
			this.stage = STAGE_NONE;
		this.owner.onExpired();
		// The request may go on: a connection that took too long to open is tried again.
		if (this.isRunning)
			this.timer ??= this.timers.set(this.check, this.shortest);
	};
}
