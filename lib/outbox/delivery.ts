import type { Timers } from "../platform.js";
import type { ClientResponse } from "../response.js";
import type { OutboxLimits } from "./limits.js";
import type { Log } from "./log.js";
import type { Outgoing } from "./outgoing.js";
import { DELIVERED, failedIndex, HELD, judgeBatch, judgeSingle, REJECTED, SPLIT, UNBATCHED } from "./verdict.js";

/** How many others are tried, in one go, after a reading that was refused without a reason. */
const PROBES = 3;

const INTERNAL_ERROR = 500;

/** What sends requests: a `RecordsClient`. */
export interface Sender {
	sendEx(method: string, path: string, requestBody: Uint8Array): Promise<ClientResponse>;
}

/** Whom a delivery tells what becomes of the readings. */
export interface DeliveryOwner {
	/** A reading has left the log because the service will never take it. @param reading its JSON text, with its id */
	rejected(reading: string, response: ClientResponse): void;
	/** The delivery has ended: the log is empty, or `fault` says why it is not. */
	finished(fault: string): void;
}

/**
 * Delivers the readings of a log, one request at a time, the oldest first: in batches, one by one where the service takes
 * none. A reading leaves the log when the service has it, or will never take it. One that ended a batch goes alone. One
 * that was refused without a reason, as guests are, too, is rejected only when the service has taken another since.
 */
export class Delivery {
	running = false;
	/** Whether the sender is closed. */
	over = false;
	/** Since the outbox was made. */
	delivered = 0;
	rejected = 0;
	requests = 0;
	/** Readings in the next batch: halved when it was too large, doubled when it was not. */
	size: number;
	/** Whether the service has said that it takes no batches. */
	unbatched = false;

	private readonly sender: Sender;
	private readonly log: Log;
	private readonly outgoing: Outgoing;
	private readonly limits: OutboxLimits;
	private readonly timers: Timers;
	private readonly path: string;
	private readonly owner: DeliveryOwner;
	/** What the last answer had against the readings. */
	private fault = "";
	/** Whether the service has taken a reading in this run: what it refuses then is the reading's own fault. */
	private accepted = false;
	/** Number before which readings are passed over, to find out whether the service takes any; 0 for none. */
	private from = 0;
	private probes = 0;
	/** Number of a reading that ended a batch. */
	private alone = 0;
	private unbatchedSince = 0;
	private closed = false;

	/** @param path of the collection's records, percent-encoded */
	constructor(sender: Sender, log: Log, outgoing: Outgoing, limits: OutboxLimits, timers: Timers, path: string, owner: DeliveryOwner) {
		this.sender = sender;
		this.log = log;
		this.outgoing = outgoing;
		this.limits = limits;
		this.timers = timers;
		this.path = path;
		this.owner = owner;
		this.size = limits.batch;
	}

	/** Begins, unless it is under way. The owner is told the end, later. */
	run(): void {
		if (this.running)
			return;
		this.running = true;
		this.accepted = false;
		this.probes = 0;
		try {
			this.next();
		}
		catch (error) {
			this.finish(faultOf(error));
		}
	}

	/** Goes on as an outbox before has found it right. @param size readings in the next batch, 0 when the service takes none */
	resume(size: number): void {
		if (size === 0)
			this.unbatch();
		else
			this.size = Math.min(size, this.limits.batch);
	}

	/** Nobody is told anything any more. */
	close(): void {
		this.closed = true;
		this.outgoing.release();
	}

	private get most(): number {
		if (this.from > 0)
			return 1;
		if (this.unbatched)
			this.unbatched = (this.timers.now() - this.unbatchedSince | 0) < this.limits.batchRetry;
		return this.unbatched ? 1 : this.size;
	}

	private next(): void {
		const body = this.outgoing.fill(this.log, this.most, this.from, this.alone);
		if (body === undefined) {
			// None of those that were tried was taken, and there is no other.
			const refused = this.from > 0;
			this.from = 0;
			return this.finish(refused ? this.fault : "");
		}
		this.requests++;
		void this.sender.sendEx("POST", this.outgoing.count === 1 ? this.path : "/api/batch", body).then(this.onResponse);
	}

	private readonly onResponse = (response: ClientResponse): void => this.answered(response);

	private answered(response: ClientResponse): void {
		if (this.closed)
			return;
		const id = this.outgoing.lastId;
		this.fault = response.ok ? "the answer does not name the reading" : response.error;
		this.over = response.kind === "closed";
		try {
			if (this.outgoing.count > 1)
				this.afterBatch(response, judgeBatch(response, id));
			else
				this.afterSingle(response, judgeSingle(response, id));
		}
		catch (error) {
			this.finish(faultOf(error));
		}
	}

	private afterBatch(response: ClientResponse, verdict: number): void {
		const { limits, outgoing } = this;
		switch (verdict) {
			case DELIVERED:
				this.accepted = true;
				this.size = Math.min(limits.batch, this.size * 2);
				this.remove(true);
				break;
			case SPLIT:
				this.split(response);
				break;
			case UNBATCHED:
				this.unbatch();
				break;
			default:
				// It may have been too much for the service's time.
				if (response.kind === "timeout" || response.statusCode >= INTERNAL_ERROR)
					this.size = Math.max(1, outgoing.count >> 1);
				return this.finish(this.fault);
		}
		this.next();
	}

	private split(response: ClientResponse): void {
		const { log, outgoing } = this;
		const index = failedIndex(response);
		if (index < 0 || index >= outgoing.count) {
			this.size = Math.max(1, outgoing.count >> 1);
			return;
		}
		outgoing.fill(log, index + 1, 0, 0);
		this.alone = outgoing.last;
	}

	private unbatch(): void {
		this.unbatched = true;
		this.unbatchedSince = this.timers.now();
	}

	private afterSingle(response: ClientResponse, verdict: number): void {
		switch (verdict) {
			case DELIVERED:
				this.accepted = true;
				// One that was tried is sent again behind those before it, which is harmless.
				if (this.from === 0)
					this.remove(true);
				this.from = 0;
				return this.next();
			case HELD:
				return this.finish(this.fault);
		}
		if (this.from === 0 && (verdict === REJECTED || this.accepted))
			return this.reject(response);
		if (this.probes++ === PROBES)
			return this.finish(this.fault);
		this.from = this.outgoing.last + 1;
		this.next();
	}

	private reject(response: ClientResponse): void {
		const { reading } = this.outgoing;
		this.remove(false);
		this.owner.rejected(reading, response);
		// Whoever was told may have closed the outbox.
		if (!this.closed)
			this.next();
	}

	private remove(delivered: boolean): void {
		const { count, first, last } = this.outgoing;
		const left = this.log.remove(first, last, count);
		if (delivered)
			this.delivered += left;
		else
			this.rejected += left;
	}

	private finish(fault: string): void {
		this.running = false;
		this.outgoing.release();
		this.owner.finished(fault);
	}
}

/** Storage may throw anything. */
export function faultOf(error: unknown): string {
	return "storage: " + (error instanceof Error ? error.message : String(error));
}
