import type { OutboxStats, PutResult } from "../../../lib/outbox/index.js";
import type { ClientResponse } from "../../../lib/response.js";
import type { Found } from "./content.js";
import type { Reading } from "./readings.js";
import { withoutStamp } from "./times.js";
import { Violation } from "./violation.js";

/** What has become of a reading: it may be told that it is stored, or the power was cut before `put` returned. */
interface Entry extends Reading {
	/** Id that `put` told, or that was found; "" when it is not known. */
	id: string;
	/** Whether it must be in the service in the end. */
	due: boolean;
	/** Whether it may be there. */
	allowed: boolean;
	/** When the service has refused it, counted in requests, and whether it has for being too long. */
	readonly refusals: number[];
	tooLong: boolean;
	/** Whether another device's record has its id. */
	isStolen: boolean;
}

/** Refusals without a reason that may reject a reading, where some more have come from others than the service. */
const LEAST_REFUSALS = 8;

const ID = /^[a-z0-9]{15}$/;

/**
 * Knows of each reading whether it must, may or must not be pending, and be in the service, and is told all that happens
 * to an outbox. Whatever does not agree is thrown as a Violation.
 */
export class Model {
	/** Readings that were stored. */
	stored = 0;
	/** Readings that the power was cut for and that were there afterwards; those that were pending again although they had left. */
	survived = 0;
	repeated = 0;

	readonly #entries = new Map<string, Entry>();
	/** What is pending, in its order. */
	#pending: Entry[] = [];
	/** A reading for which the power was cut before `put` returned. */
	#unsure: Entry | undefined;
	#before: OutboxStats | undefined;
	/** Of the step under way: those that were told as rejected. */
	#rejected: Entry[] = [];
	#requests = 0;
	/** Ids of what the service has taken, and when it has taken something. */
	readonly #taken = new Set<string>();
	readonly #times: number[] = [];
	/** Readings whose own bytes were damaged, until the next start. */
	#hit = new Set<Entry>();
	/** How many readings an outbox may say that are damaged. */
	#mostDamaged = 0;
	/** Readings pending whose damage is not counted yet, -1 until the outbox has told for the first time what is pending. */
	#uncounted = -1;
	/** Power cuts: a write that is torn at its last byte can't be told from a reading that is damaged, as long as it is the last. */
	#torn = 0;
	/** How many writes of the storage may be told to have failed. */
	#flaws = 0;
	#spoiled = false;
	/**
	 * Whether operations have failed for a while: then readings may change their order, and be sent more often. What has left
	 * is not taken from the pending ones, because nobody knows which of them the outbox means.
	 */
	isShaky = false;
	/** Readings dropped since then of which nobody knows which they were: what is held is older than what has made room. */
	#nameless = 0;
	/** Whether there may have been no room, also for what says which readings have left. */
	#full = false;
	/** Readings that were not stored, or not when the power came back. What says so in storage may be damaged: only then may they turn up. */
	readonly #revoked: Reading[] = [];
	/** Readings lost because they were hit. */
	damaged = 0;

	get pending(): number {
		return this.#pending.length;
	}

	/** An outbox begins to work on a storage. @param found what it has to deliver */
	start(found: readonly Found[]): void {
		this.#before = undefined;
		this.#rejected = [];
		this.#flaws = 0;
		this.#uncounted = -1;
		this.#mostDamaged = this.isDamaged ? Infinity : this.#torn;
		const pending = [...new Set(found.map((reading) => this.#entryOf(reading)))];
		if (this.#unsure !== undefined && pending.includes(this.#unsure)) {
			this.survived++;
			this.#unsure.due = this.#unsure.sort === "good";
		}
		else if (this.#unsure !== undefined)
			this.#revoked.push(this.#unsure);
		this.#unsure = undefined;
		const serials = pending.map(({ serial }) => serial);
		if (!this.isShaky && serials.some((serial, at) => at > 0 && serial <= serials[at - 1]))
			throw new Violation(`readings are out of order: ${serials.join(" ")}`);
		const gone = this.#pending.filter((entry) => entry.due && !pending.includes(entry) && !this.#taken.has(entry.id));
		const lost = gone.filter((entry) => !this.#isRefusable(entry) && !this.#hit.has(entry));
		this.#miss(lost, "lost");
		for (const entry of gone)
			entry.due = false;
		this.damaged += gone.filter((entry) => this.#hit.has(entry)).length;
		this.#hit.clear();
		this.repeated += pending.filter((entry) => !this.#pending.includes(entry)).length;
		this.#pending = pending;
	}

	/** Whether the storage has been damaged. */
	get isDamaged(): boolean {
		return this.#mostDamaged === Infinity;
	}

	/** Readings that wait, by id. */
	get waiting(): ReadonlyMap<string, Reading> {
		return new Map(this.#pending.map((entry) => [entry.id, entry]));
	}

	/**
	 * The storage is damaged, and the device starts anew.
	 * @param hit ids of the readings whose bytes are not all there any more
	 */
	damage(hit: readonly string[]): void {
		for (const id of hit)
			this.#hit.add(this.#entries.get(id)!);
		// What is known of the delivered may be lost, too: then readings are missing that have left.
		this.#mostDamaged = Infinity;
	}

	/** A write of the storage will go wrong. */
	flaw(): void {
		this.#flaws++;
	}

	/** A block has gone bad: writes may fail from now on, also of what says which readings have left: then these may count as damaged. */
	spoiled(): void {
		this.#spoiled = true;
	}

	/** Another device has a record with a reading's id. */
	stolen(id: string): void {
		const entry = this.#entries.get(id)!;
		entry.isStolen = true;
		entry.due = entry.allowed = false;
	}

	/** From now on, until there is room and the device starts anew, there may be no room. */
	full(): void {
		this.#full = true;
	}

	/** `put` has returned, with power. */
	put(reading: Reading, { error, id, stored }: PutResult): void {
		if (stored !== (error === "") || stored !== ID.test(id) || !stored && id !== "")
			throw new Violation(`put contradicts itself: ${JSON.stringify({ error, id, stored })}`);
		if (!stored) {
			if (reading.sort !== "refused")
				this.#revoked.push(reading);
			return;
		}
		if (reading.sort === "refused")
			throw new Violation(`stored although it is no good reading: ${reading.serial}`);
		if (this.#entries.has(id))
			throw new Violation(`id ${id} again`);
		this.stored++;
		this.#pending.push(this.#enter(reading, id, reading.sort === "good"));
	}

	/** The power was cut before `put` returned. @param dropped readings that had to make room for it */
	cutPut(reading: Reading, dropped: number): void {
		if (reading.sort !== "refused")
			this.#unsure = this.#enter(reading, "", false);
		this.#drop(dropped);
	}

	/** The power was cut in an operation of the storage. */
	cut(): void {
		this.#torn++;
	}

	/** `onRejected` was called. */
	rejected(text: string, response: ClientResponse): void {
		const { id, ...fields } = JSON.parse(text) as { id: string };
		const entry = this.#entryOf({ id, fields: JSON.stringify(withoutStamp(fields)) });
		if (response.kind === "closed")
			throw new Violation(`rejected by ${response.kind}: ${nameOf(entry)}`);
		this.#rejected.push(entry);
	}

	/** The service has answered to a request for readings, whether or not that has arrived. */
	answered(ids: readonly string[], { body, ok, statusCode }: ClientResponse): void {
		this.#requests++;
		const { id, requests } = statusCode === 400 ? (JSON.parse(body) as { data: { id?: object; requests?: object } }).data : {};
		// One that is there already is told so only to a device that is logged in.
		if (ok || id !== undefined && !this.#entries.get(ids[0])!.isStolen) {
			ids.forEach((taken) => this.#taken.add(taken));
			this.#times.push(this.#requests);
		}
		else if (statusCode === 413 && ids.length === 1)
			this.#entries.get(ids[0])!.tooLong = true;
		else if (statusCode === 400)
			this.#entries.get(ids[Number(Object.keys(requests ?? { 0: 0 })[0])])?.refusals.push(this.#requests);
	}

	/** A step is done, with power, in a storage of which operations fail, or have failed. @param pending what the outbox says */
	#checkShaky(stats: OutboxStats, pending: number): void {
		const { dropped } = differences(this.#before, stats);
		this.#before = stats;
		for (const entry of this.#rejected.splice(0)) {
			if (this.#pending.includes(entry))
				this.#reject(entry);
		}
		this.#drop(dropped);
		const least = this.#undelivered.length - this.#nameless;
		if (pending < least)
			throw new Violation(`${pending} pending, though ${least} must be`);
		if (pending === 0) {
			this.#miss(this.#undelivered, "lost");
			this.#pending = [];
		}
	}

	/** Readings that wait and must be in the service in the end. */
	get #undelivered(): Entry[] {
		return this.#pending.filter(({ due, id }) => due && !this.#taken.has(id));
	}

	/** Readings that had to be there are not: as many as were dropped without a name may be those. */
	#miss(entries: readonly Entry[], fault: string): void {
		if (entries.length > this.#nameless)
			throw new Violation(`${fault}, of ${this.#nameless} that may be: ${entries.map(nameOf).join(", ")}`);
		this.#nameless -= entries.length;
		for (const entry of entries)
			entry.due = false;
	}

	/** A step is done, with power. @param pending what the outbox says */
	check(stats: OutboxStats, pending: number): void {
		if (this.isShaky)
			return this.#checkShaky(stats, pending);
		const { delivered, damaged, dropped, rejected, storageErrors } = differences(this.#before, stats);
		this.#before = stats;
		this.#flaws -= storageErrors;
		this.#mostDamaged -= damaged;
		if (!this.#full && !this.#spoiled && (this.#mostDamaged < 0 || this.#flaws < 0))
			throw new Violation(`${damaged} readings damaged, ${storageErrors} errors of storage`);
		this.#drop(dropped);
		// One that had to make room while it was under way counts as dropped.
		const rejections = this.#rejected.filter((entry) => this.#pending.includes(entry));
		this.#rejected = [];
		if (rejected !== rejections.length)
			throw new Violation(`${rejected} rejected, but ${rejections.length} were told`);
		for (const entry of this.#pending.splice(0, delivered + rejected)) {
			if (!rejections.includes(entry) && !this.#taken.has(entry.id))
				throw new Violation(`counted as delivered, but the service hasn't taken it: ${nameOf(entry)}`);
			if (rejections.includes(entry))
				this.#reject(entry);
		}
		// What is damaged is pending until it is its turn, and counts as damaged from then on.
		if (this.#uncounted < 0) {
			this.#uncounted = pending - this.#pending.length;
			if (this.#uncounted > (this.#full || this.#spoiled ? Infinity : this.#mostDamaged))
				throw new Violation(`${this.#uncounted} pending that nobody has put`);
		}
		else
			this.#uncounted -= damaged;
		if (this.#uncounted < 0 || pending !== this.#pending.length + this.#uncounted)
			throw new Violation(`${pending} pending instead of ${this.#pending.length} and ${this.#uncounted} that are damaged`);
	}

	/** All is delivered that can be. @param records what the service has, by id, as JSON text */
	end(records: ReadonlyMap<string, string>): void {
		this.#miss(this.#undelivered, "never delivered");
		for (const [id, fields] of records) {
			const entry = this.#entryOf({ id, fields });
			if (!entry.allowed)
				throw new Violation(`in the service, though it must not be: ${nameOf(entry)}`);
		}
		const entries = [...this.#entries.values()];
		const missing = entries.filter((entry) => entry.due && !records.has(entry.id));
		if (missing.length > 0)
			throw new Violation(`not in the service: ${missing.map(nameOf).join(", ")}`);
		const serials = new Set([...records.keys()].map((id) => this.#entries.get(id)!.serial));
		if (serials.size !== records.size)
			throw new Violation("a reading is in the service twice");
	}

	#enter(reading: Reading, id: string, due: boolean): Entry {
		const entry = { ...reading, id, due, allowed: reading.sort === "good", refusals: [], tooLong: false, isStolen: false };
		if (id !== "")
			this.#entries.set(id, entry);
		return entry;
	}

	/** The one that a reading is which has turned up somewhere. */
	#entryOf({ fields, id }: Found): Entry {
		let entry = this.#entries.get(id);
		if (entry === undefined && this.#unsure?.id === "" && this.#unsure.fields === fields) {
			entry = this.#unsure;
			entry.id = id;
			this.#entries.set(id, entry);
		}
		const revoked = (this.isDamaged || this.isShaky) && entry === undefined ? this.#revoked.find((reading) => reading.fields === fields) : undefined;
		if (revoked !== undefined)
			entry = this.#enter(revoked, id, false);
		if (entry?.fields !== fields)
			throw new Violation(`nobody has put ${id} ${fields}`);
		return entry;
	}

	#drop(count: number): void {
		if (this.isShaky) {
			this.#nameless += count;
			return;
		}
		if (count > this.#pending.length)
			throw new Violation(`${count} dropped of ${this.#pending.length}`);
		for (const entry of this.#pending.splice(0, count))
			entry.due = false;
	}

	#reject(entry: Entry): void {
		if (!this.#isRefusable(entry))
			throw new Violation(`rejected without a reason: ${nameOf(entry)}`);
		entry.due = false;
	}

	/** Whether the service's answers say that it will never take a reading. */
	#isRefusable({ isStolen, refusals, sort, tooLong }: Entry): boolean {
		return sort !== "good" || tooLong || isStolen
			|| refusals.length >= LEAST_REFUSALS && this.#times.some((time) => time > refusals[0] && time < refusals[refusals.length - 1]);
	}
}

function differences(before: OutboxStats | undefined, now: OutboxStats): OutboxStats {
	const names = Object.keys(now) as (keyof OutboxStats)[];
	return Object.fromEntries(names.map((name) => [name, now[name] - (before?.[name] ?? 0)])) as unknown as OutboxStats;
}

function nameOf({ fields, id, serial }: Entry): string {
	return `reading ${serial} (${id === "" ? "id unknown" : id}, ${fields.length > 60 ? `${fields.slice(0, 60)}…` : fields})`;
}
