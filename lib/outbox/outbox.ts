import { pauseOf } from "../shared/pauses.js";
import { textOf } from "../shared/thrown.js";
import { clientFault, segmentFault } from "../shared/arguments.js";
import { checkOptions, completed } from "../shared/complete-limits.js";
import type { TimerHandle } from "../platform.js";
import { Delivery } from "./delivery.js";
import { ALL_OUTBOX_LIMITS, type AllOutboxLimits, DEFAULT_OUTBOX_LIMITS } from "./outbox-limits.js";
import { Log } from "./log.js";
import { IN_USE } from "./log-end.js";
import { type FlushResult, OPTIONS, type OutboxCounts, type OutboxOptions, type OutboxStats, type PutResult } from "./outbox-options.js";
import { readingText } from "./reading.js";
import { Stamper, type Stamping } from "./stamper.js";
import type { OutboxPlatform } from "./storage.js";

/** Times that a put makes room in a file system that is full, by a block each. */
const MOST_ROOMS = 16;
/** Times that a put is tried again where the storage has failed. */
const MOST_TRIES = 2;

/** Examples of the options of a flush. */
const FLUSH = Object.freeze({ deadline: 0 });

/** States of an outbox: its storage is not opened yet; it is; it is closed, for good. */
const NEW = 0;
const OPEN = 1;
const CLOSED = 2;

const IS_CLOSED = "the outbox is closed";
const NOT_KEPT = "the storage does not keep what is written";

/** A flush that has not ended, with the counts at its call. */
interface Flush extends Pick<OutboxStats, "delivered" | "dropped" | "rejected"> {
	readonly resolve: (result: FlushResult) => void;
	timer: TimerHandle | undefined;
}

/**
 * Delivers readings to a collection, each exactly once, whatever happens to network, service and power: a reading is
 * stored before `put` returns, has an id of its own that goes with it through every repeat, and leaves the storage when
 * the service has it. Delivery goes on in the background.
 */
export class Outbox {
	private readonly platform: OutboxPlatform;
	private readonly options: OutboxOptions;
	private readonly limits: AllOutboxLimits;
	private readonly counts: OutboxCounts = {
		stored: 0, refused: 0, delivered: 0, rejected: 0, dropped: 0, damaged: 0, badBlocks: 0,
		requests: 0, writes: 0, erases: 0, storageErrors: 0
	};
	private readonly log: Log;
	private readonly delivery: Delivery;
	private readonly stamper: Stamper | undefined;
	private readonly flushes = new Set<Flush>();
	private timer: TimerHandle | undefined;
	/** Whether the oldest readings are dropped when the storage is full. */
	private readonly drops: boolean;
	/** Whether the timer is a pause that new readings don't shorten. */
	private pausing = true;
	/** Whether it waits for nothing but what the service has refused. */
	private isPatient = false;
	/** How often the delivery has failed since it last came to its end. */
	private failures = 0;
	private state: typeof NEW | typeof OPEN | typeof CLOSED = NEW;
	private fault = "";

	/**
	 * Nothing is read from storage yet.
	 * @param options kept, not changed
	 * @throws TypeError or RangeError that names the option that is missing or wrong
	 */
	constructor(platform: OutboxPlatform, options: OutboxOptions) {
		checkOptions("", options, OPTIONS, DEFAULT_OUTBOX_LIMITS);
		const { client, collection, stamp } = options;
		const whenFull = options.whenFull ?? "drop-oldest";
		const fault = clientFault(client) || (stamp !== undefined && client.now === undefined ? "client.now is required with stamp"
			: options.storage?.eraseBlock === undefined ? "storage is required"
				: whenFull !== "drop-oldest" && whenFull !== "refuse-newest" ? "whenFull must be drop-oldest or refuse-newest"
					: segmentFault("collection", collection) || segmentFault("stamp", stamp ?? collection));
		if (fault)
			throw new TypeError(fault);
		this.drops = whenFull === "drop-oldest";
		this.platform = platform;
		this.options = options;
		this.limits = completed(options.limits ?? {}, DEFAULT_OUTBOX_LIMITS, {}, ALL_OUTBOX_LIMITS);
		this.log = new Log(options.storage, this.limits.reading, platform, this.counts);
		this.stamper = stamp === undefined ? undefined : new Stamper(options as Stamping, platform.timers, this.log);
		this.delivery = new Delivery(platform, options, this.limits, this.log, this.stamper);
		this.wait(Math.random() * this.limits.bootJitter, true);
	}

	/**
	 * Stores a reading, to be delivered. It throws nothing; with power lost before it returns, the reading may be lost, and
	 * no other.
	 * @param reading a JSON object without an id, as text or as an object
	 * @example const { error, stored } = outbox.put({ sensor: "temperature", value: 21.4 });
	 */
	put(reading: string | object): PutResult {
		const counts = this.counts;
		const dropped = counts.dropped;
		let errors = counts.storageErrors;
		let id = "";
		let error = "";
		let fault: unknown;
		for (let rooms = 0; !id && rooms <= MOST_ROOMS; rooms++) {
			try {
				if (rooms) {
					// Where the storage has failed, another place may do.
					if (!this.log.giveRoom(fault, this.drops) && (rooms > MOST_TRIES || counts.storageErrors === errors))
						break;
					errors = counts.storageErrors;
				}
				id = this.store(readingText(reading));
			}
			catch (thrown) {
				fault = thrown;
			}
		}
		if (counts.dropped !== dropped)
			this.delivery.probe.left(counts.dropped - dropped);
		if (!id) {
			counts.refused++;
			// What waits takes room that others may have taken.
			if (this.log.blocks.storage.isFull(fault))
				this.delivery.probe.isFull = true;
			error = textOf(fault);
			this.log.ids.pass();
			// A reading that put calls not stored must not be delivered. If the storage fails at that too, the next call
			// revokes it before it stores anything.
			try {
				this.log.revoke(false);
			}
			catch {
				// The result says already that the storage fails.
			}
		}
		else {
			counts.stored++;
			this.plan();
		}
		return { id, stored: !!id, error };
	}

	/**
	 * Delivers what is pending, now: without a deadline it ends with the first failure that asks for a pause.
	 * @param options `deadline`: milliseconds after which it resolves in any case; until then it tries again after pauses
	 * @returns a promise that is never rejected
	 * @throws TypeError or RangeError that names the option that is wrong
	 * @example const { delivered, left } = await outbox.flush({ deadline: 10_000 });
	 */
	flush(options?: { readonly deadline?: number }): Promise<FlushResult> {
		if (options !== undefined)
			checkOptions("", options, FLUSH);
		const deadline = options?.deadline;
		if (deadline !== undefined && !(deadline >= 0))
			throw new RangeError("deadline must be a number of 0 or more");
		return new Promise((resolve) => {
			const { delivered, dropped, rejected } = this.counts;
			const flush: Flush = { resolve, delivered, rejected, dropped, timer: undefined };
			this.flushes.add(flush);
			if (deadline !== undefined)
				flush.timer = this.platform.timers.set(() => this.end(flush), deadline);
			if (this.state === CLOSED)
				this.end(flush);
			else
				this.deliver();
		});
	}

	/** Readings that are stored and neither delivered nor rejected. Throws what the storage throws when it can't be read. */
	get pending(): number {
		this.open();
		return this.log.pending;
	}

	/** What has happened since the outbox was made, in a new object. */
	stats(): OutboxStats {
		return { ...this.counts };
	}

	/** Ends the delivery and closes the storage. Pending readings stay in it; flushes are resolved. May be called more than once. */
	close(): void {
		if (this.state === CLOSED)
			return;
		this.state = CLOSED;
		this.delivery.stop();
		this.fault = IS_CLOSED;
		this.stopWaiting();
		this.endAll(true);
		const storage = this.options.storage;
		if (storage.user === this)
			storage.user = undefined;
		// Not another's.
		if (!storage.user)
			storage.close();
	}

	/** The delivery has ended: the log is empty, or `reason` says why it is not. */
	private finished(reason: string): void {
		const { delivery } = this;
		// What was under way may have been dropped: then nothing is left, whatever the answer.
		const fault = this.state === OPEN && this.log.pending === 0 ? "" : reason;
		this.fault = fault;
		// A service that has taken some is there: it only limits rates.
		this.failures = fault ? delivery.probe.hasTaken ? 1 : this.failures + 1 : 0;
		this.endAll(!fault || delivery.isOver);
		if (delivery.isOver)
			return;
		if (fault) {
			const pause = { least: 0, base: this.limits.retryBase, most: this.limits.retryMaximum };
			this.wait(pauseOf(pause, this.failures, Math.random()), !delivery.isPatient);
			this.isPatient = delivery.isPatient;
		}
		this.plan();
	}

	/** Returns the id. Throws what is wrong with text or storage. */
	private store(text: string): string {
		const log = this.log;
		this.open();
		this.revoke();
		let stamped = text;
		if (this.stamper !== undefined) {
			stamped = this.stamper.stamp(text);
			// It may have failed to write down when this start was.
			this.revoke();
		}
		const length = log.encode(stamped);
		if (length > this.limits.reading)
			throw new RangeError("reading is longer than limits.reading");
		if (!log.fits(length)) {
			log.makeRoom(this.drops);
			if (!log.fits(length)) {
				this.delivery.probe.isFull = true;
				throw new Error("the storage is full");
			}
			log.encode(stamped);
		}
		const id = log.append(length);
		if (!id)
			throw new Error(NOT_KEPT);
		return this.delivery.ids.of(id);
	}

	/** After a write that failed nothing is written before that is revoked. @throws Error when the storage does not keep that either */
	private revoke(): void {
		if (this.log.revoke(this.drops))
			return;
		// What waits takes the room that is left: a bad block may leave no other.
		this.delivery.probe.isFull = true;
		throw new Error(NOT_KEPT);
	}

	private open(): void {
		if (this.state === CLOSED)
			throw new Error(IS_CLOSED);
		if (this.state === OPEN)
			return;
		const storage = this.options.storage;
		if (storage.user !== this) {
			if (storage.user)
				throw new Error(IN_USE);
			storage.claim?.();
			storage.user = this;
		}
		this.log.open();
		this.state = OPEN;
	}

	private deliver(): void {
		this.stopWaiting();
		if (this.delivery.isRunning)
			return;
		try {
			this.open();
		}
		catch (error) {
			this.finished(textOf(error));
			return;
		}
		this.delivery.start((fault) => this.finished(fault));
	}

	/** Sees to it that pending readings are delivered some time. */
	private plan(): void {
		const pending = this.log.numbers.ready - this.delivery.probe.kept;
		if (pending <= 0 || this.delivery.isRunning || this.pausing && this.timer !== undefined)
			return;
		if (pending >= this.limits.count)
			this.wait(0, true);
		else if (this.timer === undefined || this.isPatient)
			this.wait((1 + Math.random()) * this.limits.age / 2, false);
	}

	/** @param pausing whether more readings don't shorten it */
	private wait(milliseconds: number, pausing: boolean): void {
		this.stopWaiting();
		this.pausing = pausing;
		this.isPatient = false;
		this.timer = this.platform.timers.set(() => this.deliver(), Math.floor(milliseconds));
	}

	private stopWaiting(): void {
		this.platform.timers.clear(this.timer);
		this.timer = undefined;
	}

	/** Ends those that wait for the delivery's end: all, or those without a deadline. */
	private endAll(all: boolean): void {
		this.flushes.forEach((flush) => {
			if (all || flush.timer === undefined)
				this.end(flush);
		});
	}

	private end(flush: Flush): void {
		const { counts } = this;
		const left = this.log.pending;
		this.platform.timers.clear(flush.timer);
		this.flushes.delete(flush);
		flush.resolve({
			delivered: counts.delivered - flush.delivered,
			rejected: counts.rejected - flush.rejected,
			dropped: counts.dropped - flush.dropped,
			left,
			// Those that were left may have been dropped since the last failure.
			error: this.state === OPEN && left === 0 ? "" : this.fault || "the deadline is over"
		});
	}
}
