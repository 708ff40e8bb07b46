import type { TimerHandle } from "../platform.js";
import type { ClientResponse } from "../response.js";
import { backoff } from "../retry-policy.js";
import { Delivery, type DeliveryOwner, faultOf } from "./delivery.js";
import { Flushes } from "./flushes.js";
import { completeOutboxLimits, type OutboxLimits } from "./limits.js";
import { Log } from "./log.js";
import type { FlushResult, OutboxOptions, OutboxStats, PutResult } from "./options.js";
import { Outgoing } from "./outgoing.js";
import { ID_LENGTH } from "./reading-id.js";
import { readingText } from "./reading.js";
import { readState, STATE_LENGTH, writeState } from "./state.js";
import type { OutboxPlatform } from "./storage.js";

/**
 * Delivers readings to a collection, each exactly once, whatever happens to network, service and power: a reading is
 * stored before `put` returns, has an id of its own that goes with it through every repeat, and leaves the storage when
 * the service has it. Delivery goes on in the background.
 */
export class Outbox implements DeliveryOwner {
	private readonly platform: OutboxPlatform;
	private readonly limits: OutboxLimits;
	private readonly drop: boolean;
	private readonly onRejected: OutboxOptions["onRejected"];
	private readonly log: Log;
	private readonly delivery: Delivery;
	private readonly flushes: Flushes;
	private timer: TimerHandle | undefined;
	/** Whether the timer is a pause that new readings don't shorten. */
	private pausing = true;
	private failures = 0;
	private stored = 0;
	private refused = 0;
	private opened = false;
	private closed = false;
	private fault = "";

	/**
	 * Nothing is read from storage yet.
	 * @param options read once, not changed
	 * @throws TypeError or RangeError that names the option that is missing or wrong
	 */
	constructor(platform: OutboxPlatform, options: OutboxOptions) {
		const { client, collection, limits, onRejected, storage, whenFull = "drop-oldest" } = options ?? {};
		if (typeof client?.sendEx !== "function")
			throw new TypeError("client must be a RecordsClient");
		if (typeof collection !== "string" || collection === "" || collection === "." || collection === "..")
			throw new TypeError("collection must be a collection's name");
		if (typeof storage?.eraseBlock !== "function")
			throw new TypeError("storage must be a RamStorage, a FileStorage or a Flash");
		if (whenFull !== "drop-oldest" && whenFull !== "refuse-newest")
			throw new TypeError('whenFull must be "drop-oldest" or "refuse-newest"');
		if (onRejected !== undefined && typeof onRejected !== "function")
			throw new TypeError("onRejected is not a function");
		this.platform = platform;
		this.limits = completeOutboxLimits(limits);
		this.drop = whenFull === "drop-oldest";
		this.onRejected = onRejected;
		this.log = new Log(storage, this.limits.reading, () => platform.text.encode(platform.origin()));
		const path = "/api/collections/" + encodeURIComponent(collection) + "/records?fields=id";
		const outgoing = new Outgoing(platform.text, path, this.limits.batchBytes);
		this.delivery = new Delivery(client, this.log, outgoing, this.limits, platform.timers, path, this);
		this.flushes = new Flushes(platform.timers, () => ({ now: this.stats(), left: this.opened ? this.log.pending : 0, error: this.fault }));
		this.wait(Math.random() * this.limits.bootJitter, true);
	}

	/**
	 * Stores a reading, to be delivered. It throws nothing; with power lost before it returns, the reading may be lost, and
	 * no other.
	 * @param reading a JSON object without an id, as text or as an object
	 */
	put(reading: string | object): PutResult {
		const { text, fault } = readingText(reading);
		if (fault !== "" || this.closed)
			return refusal(fault === "" ? "the outbox is closed" : fault);
		try {
			return this.store(text);
		}
		catch (error) {
			this.refused++;
			return refusal(faultOf(error));
		}
	}

	/**
	 * Delivers what is pending, now: without a deadline it ends with the first failure that asks for a pause.
	 * @param options `deadline`: milliseconds after which it resolves in any case; until then it tries again after pauses
	 * @returns a promise that is never rejected
	 */
	flush({ deadline }: { readonly deadline?: number } = {}): Promise<FlushResult> {
		const flushed = this.flushes.add(deadline);
		if (this.closed)
			this.flushes.end(true);
		else
			this.deliver();
		return flushed;
	}

	/** Readings that are stored and neither delivered nor rejected. */
	get pending(): number {
		return this.open() ? this.log.pending : 0;
	}

	/** What has happened so far, in a new object. */
	stats(): OutboxStats {
		const { delivery, log, refused, stored } = this;
		const { delivered, rejected, requests } = delivery;
		const { blocks, damaged, dropped, failed } = log;
		return { stored, refused, delivered, rejected, dropped, damaged, requests, writes: blocks.writes, erases: blocks.erases, storageErrors: failed };
	}

	/** Bytes, 44 and the caller's, to keep where they outlive deep sleep: with them `importState` saves reading the storage. */
	exportState(): Uint8Array {
		const bytes = new Uint8Array(STATE_LENGTH);
		if (this.open())
			writeState(bytes, this.log, this.delivery, this.failures);
		return bytes;
	}

	/**
	 * Takes back what `exportState` gave, before anything else is asked of the outbox.
	 * @param bytes not kept
	 * @returns whether it was of use; when it is damaged, or something has been stored since, the storage is read as ever
	 */
	importState(bytes: Uint8Array): boolean {
		if (this.opened || this.closed)
			return false;
		try {
			const failures = readState(bytes, this.log, this.delivery);
			this.opened = failures >= 0;
			this.failures = this.opened ? failures : 0;
		}
		catch {
			// The storage will say it again where it can be told.
		}
		return this.opened;
	}

	/** Ends the delivery and closes the storage. What is pending stays in it; flushes are resolved. May be called more than once. */
	close(): void {
		if (this.closed)
			return;
		this.closed = true;
		this.fault = "the outbox is closed";
		this.platform.timers.clear(this.timer);
		this.delivery.close();
		this.flushes.end(true);
		this.log.close();
	}

	rejected(reading: string, response: ClientResponse): void {
		try {
			this.onRejected?.(reading, response);
		}
		catch {
			this.platform.warn("onRejected has thrown");
		}
	}

	finished(fault: string): void {
		const { delivery, flushes, limits } = this;
		this.fault = fault;
		this.failures = fault === "" ? 0 : this.failures + 1;
		flushes.end(fault === "" || delivery.over);
		if (this.closed || delivery.over)
			return;
		if (fault === "")
			this.plan();
		else
			this.wait(backoff(this.failures, limits.retryBase, limits.retryMaximum, Math.random()), true);
	}

	private store(text: string): PutResult {
		if (!this.open())
			return this.refuse(this.fault);
		const { limits, log } = this;
		let length = this.encode(text);
		if (length > limits.reading)
			return refusal(`reading is longer than limits.reading (${limits.reading} bytes)`);
		if (!log.fits(length)) {
			if (!log.makeRoom(this.drop))
				return this.refuse("the storage is full");
			length = this.encode(text);
		}
		const sequence = log.append(length);
		if (sequence === 0)
			return this.refuse("the storage has not kept the reading");
		this.stored++;
		this.plan();
		const { payload } = log.blocks;
		log.writeId(sequence, payload, 0);
		return { id: this.platform.text.decode(payload, 0, ID_LENGTH) ?? "", stored: true, error: "" };
	}

	/** Writes a reading's text into the log's buffer. Returns its length, more than `limits.reading` when it is too long. */
	private encode(reading: string): number {
		const { blocks } = this.log;
		const { text } = this.platform;
		const length = text.encodeInto(reading, blocks.payload);
		// encodeInto leaves at most three bytes free for want of room.
		if (length < blocks.payload.length - 3 || blocks.payload.length > this.limits.reading + 3)
			return length;
		blocks.reserve(this.limits.reading);
		return text.encodeInto(reading, blocks.payload);
	}

	private refuse(fault: string): PutResult {
		this.refused++;
		return refusal(fault);
	}

	/** Finds what is in storage, once. Returns whether that is known. */
	private open(): boolean {
		if (this.opened || this.closed)
			return this.opened;
		try {
			this.log.open();
			this.opened = true;
		}
		catch (error) {
			this.fault = faultOf(error);
		}
		return this.opened;
	}

	private deliver(): void {
		this.platform.timers.clear(this.timer);
		this.timer = undefined;
		if (this.open())
			this.delivery.run();
		else
			this.finished(this.fault);
	}

	/** Sees to it that pending readings are delivered some time. */
	private plan(): void {
		const { delivery, limits, log, timer } = this;
		if (log.pending === 0 || delivery.running || this.pausing && timer !== undefined)
			return;
		if (log.pending >= limits.count)
			this.wait(0, true);
		else if (timer === undefined)
			this.wait((1 + Math.random()) * limits.age / 2, false);
	}

	/** @param pausing whether more readings don't shorten it */
	private wait(milliseconds: number, pausing: boolean): void {
		const { timers } = this.platform;
		timers.clear(this.timer);
		this.pausing = pausing;
		this.timer = timers.set(this.onTimer, Math.floor(milliseconds));
	}

	private readonly onTimer = (): void => this.deliver();
}

function refusal(error: string): PutResult {
	return { id: "", stored: false, error };
}
