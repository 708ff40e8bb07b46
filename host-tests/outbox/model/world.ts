import type { ClientResponse } from "../../../lib/response.js";
import type { Random } from "../../../tools/random.js";
import { contentOf } from "./content.js";
import { type Learned, WorldClock } from "./clock.js";
import { type Blocks, hitBy, type Stored } from "./damage.js";
import { type BadBlock, Flaky, type Flaw, stick } from "./flaky.js";
import { Life, type Settings } from "./life.js";
import type { LocalService } from "./local-service.js";
import type { Geometry, Machine } from "./machine.js";
import { Model } from "./model.js";
import { type Reading, readingOf } from "./readings.js";
import { type Sent, STAMP_OPENING, STAMP_REST, type Start, Times } from "./times.js";
import type { TransientFault } from "./transient.js";
import { Violation } from "./violation.js";
import { type Fate, Wire } from "./wire.js";

/** Milliseconds that a device is off at the most. */
const MOST_OFF = 90_000_000;
/** 100 ppm, more than a crystal's. */
const MOST_DRIFT = 0.0001;

/** Bytes of a block beside its only reading: what each block needs, and what says when a start was. */
const ROOM_BESIDE = 119 + 48;

/** A power cut to come. */
export interface Cut {
	/** Which of the storage's operations it is in, from 0. */
	readonly operation: number;
	/** Bytes of a write that arrive; undefined for as many as chance has it. */
	readonly bytes?: number | undefined;
}

/** What a life has come to. */
export interface Lived {
	readonly world: World;
	/** What was wrong, "" for nothing. */
	readonly fault: string;
}

/** One device: its storage, the outbox that lives on it, and the model that is told all about both. */
export class World {
	readonly model = new Model();
	readonly clock = new WorldClock();
	readonly times = new Times(this.clock);
	/** All that has happened, a line each. */
	readonly story: string[] = [];
	/** Power cuts that came. */
	cuts = 0;
	/** The cut that comes after the next one, counted from the start behind that. */
	again: Cut | undefined;
	settings: Settings;

	/** Times that the storage was damaged; attempts to use it with another geometry, or by two at once. */
	damages = 0;
	intrusions = 0;
	/** Blocks that have gone bad. */
	spoils = 0;

	readonly #machine: Machine;
	/** Blocks that have gone bad, for good. */
	readonly #bad: BadBlock[] = [];
	/** What the outbox has in place of the machine's storage. */
	#storage: Flaky | undefined;
	/** What the storage held at starts since the last damage. */
	#copies: Blocks[] = [];
	readonly #service: LocalService;
	#life!: Life;
	#serial = 0;
	/** The cut that is to come, its operation counted from the machine's first. */
	#armed: Cut | undefined;
	#violation: Violation | undefined;

	constructor(machine: Machine, service: LocalService, settings: Settings) {
		this.#machine = machine;
		this.#service = service;
		this.settings = settings;
	}

	get life(): Life {
		return this.#life;
	}

	/** Lets the power fail in an operation from now. */
	arm({ bytes, operation }: Cut): void {
		this.#machine.cutAt(operation, bytes);
		this.#armed = { bytes, operation: operation + this.#machine.operations };
	}

	/** The power won't fail any more. */
	disarm(): void {
		this.#armed = undefined;
		this.#machine.cutAt(Number.MAX_SAFE_INTEGER);
	}

	/**
	 * The power comes, or the firmware starts anew, as often as the power fails while it does.
	 * @param opens whether the outbox looks into the storage at once
	 */
	async start(opens = false): Promise<void> {
		const machine = this.#machine;
		machine.restart();
		this.#copies = [...this.#copies.slice(-4), machine.contents()];
		const found = await contentOf(new Flaky(machine.open(), this.#bad));
		machine.restart();
		if (this.#armed !== undefined)
			machine.cutAt(this.#armed.operation - machine.operations, this.#armed.bytes);
		const wire = new Wire(this.#service.carrier, (records, response, possible) => this.#answered(records, response, start, possible));
		const { transient } = this.#storage ?? {};
		this.#storage = new Flaky(machine.open(), this.#bad);
		this.#storage.transient = transient;
		this.clock.time += Math.floor(Math.random() * 2) * Math.floor(Math.random() * MOST_OFF);
		const drift = (Math.floor(Math.random() * 3) - 1) * MOST_DRIFT;
		const life = this.#life = new Life(wire, this.#storage, this.settings, (text, response) => this.#rejected(life, text, response), this.clock, drift);
		const start = this.times.begin(life.clock, this.settings.stamp !== undefined);
		if (machine.room !== undefined && machine.room !== Infinity)
			this.model.full();
		start.isBroken ||= this.#bad.length > 0;
		const pending = opens && transient === undefined ? this.#ask(() => life.outbox.pending) : -1;
		if (pending === undefined)
			return this.#powerCut();
		this.model.start(found);
		this.story.push(`started: ${this.model.pending} pending`);
		if (pending >= 0)
			await this.#check();
	}

	/** Puts a reading. Returns whether it is stored. */
	async put(reading: Reading): Promise<boolean> {
		const { outbox } = this.#life;
		const before = outbox.stats().dropped;
		const wasBlank = this.settings.whenFull === "drop-oldest" && this.#isBlockBlank;
		this.times.putting(reading.serial, reading.isOwn === true);
		const result = outbox.put(reading.put);
		const dropped = outbox.stats().dropped - before;
		this.story.push(`put ${reading.serial}, ${reading.sort}, ${reading.fields.length} characters: ${result.stored ? result.id : result.error}${dropped > 0 ? `, ${dropped} dropped` : ""}`);
		if (!this.#machine.isOn) {
			this.model.cutPut(reading, dropped);
			await this.#powerCut();
			return false;
		}
		this.model.put(reading, result);
		// What is damaged, or torn by a power cut, may take all the room.
		if (result.error.endsWith("-28") && !this.model.isDamaged && this.cuts === 0 && this.settings.whenFull === "drop-oldest" && this.#machine.room! - this.#heldRoom > 1)
			throw new Violation("not stored, although the oldest can make room");
		if (dropped > 0 && wasBlank)
			throw new Violation("readings are dropped while a block is blank");
		// Where the longest reading fills a block, it takes the room of what says when its start was.
		if (dropped === 0 && (result.stored || result.error === "the storage is full" && this.#keepsRoom))
			this.times.stored(reading.serial);
		await this.#check();
		return result.stored;
	}

	/** Blocks of a file system's room that bad files hold for good: those that are not empty and that nothing erases. */
	get #heldRoom(): number {
		return this.#machine.contents().filter((content, index) => content !== undefined && content.length > 0
			&& this.#bad.some(({ block, fault }) => block === index && (fault === "unreadable" || fault === "not erasable"))).length;
	}

	/**
	 * Whether a block is blank that nothing keeps from being begun: it works, and there is room for it. Where a write goes wrong, the
	 * rest of the block may be too short for the reading.
	 */
	get #isBlockBlank(): boolean {
		const hasRoom = this.#machine.room === undefined || this.#machine.room === Infinity;
		return hasRoom && this.#storage!.transient === undefined && this.#storage!.flaw === undefined && this.#machine.contents().slice(0, this.#storage!.status().blocks).some((content, index) =>
			(content ?? []).every((byte) => byte === 255) && !this.#bad.some(({ block }) => block === index));
	}

	/** Whether the storage always has room for what says when a start was. */
	get #keepsRoom(): boolean {
		const { blockLength } = this.#machine.open().status();
		return (this.settings.limits.reading ?? 512) + ROOM_BESIDE <= blockLength && this.#machine.room === undefined;
	}

	/** A reading out of dice, fit for the outbox as it is set. */
	reading(random: Random): Reading {
		return readingOf(random, this.nextSerial(), this.settings.limits.reading ?? 512, this.settings.stamp !== undefined, this.#service.sensors);
	}

	nextSerial(): number {
		return ++this.#serial;
	}

	/** Requests come to their end, with fates out of dice. */
	async settle(fateOf: () => Fate): Promise<void> {
		const life = this.#life;
		await life.settle(() => {
			const chosen = this.#machine.isOn ? fateOf() : "late";
			const fate = chosen === "refused" && life.wire.isBehindProof ? "answered" : chosen;
			this.story.push(`request: ${fate}`);
			return fate;
		});
		if (!this.#machine.isOn)
			return this.#powerCut();
		if (life.wire.fault !== "")
			throw new Violation(life.wire.fault);
		await this.#check();
		for (const { delivered, dropped, error, left, rejected } of life.results.splice(0)) {
			this.story.push(`flushed: ${delivered} delivered, ${rejected} rejected, ${dropped} dropped, ${left} left ${error}`);
			// Where the log can't be looked for, nothing is known to be left.
			if (left > 0 ? error === "" : error !== "" && this.#storage!.transient === undefined)
				throw new Violation(`flush leaves ${left} and says: ${error}`);
		}
	}

	/**
	 * The storage is damaged while the power is off.
	 * @param name of the damage
	 * @param change gets all blocks, and copies of them from moments before; returns them as they are then
	 */
	async damage(name: string, change: (blocks: Blocks, copies: readonly Blocks[]) => Blocks): Promise<void> {
		// Where the storage is shaken, what it says of what it holds may be only there.
		if (this.model.isShaky)
			return;
		const machine = this.#machine;
		this.disarm();
		machine.restart();
		const before = machine.contents();
		const readable = this.#contents();
		const after = change(before, this.#copies);
		// A block that is known as bad is not read: no flash moves another's bytes there.
		if (name === "swapped" && this.#bad.some(({ block }) => after[block] !== before[block]))
			return this.start();
		// All of them: with the newest block gone, an older one goes on, of which an erase may have been cut.
		for (const [block, content] of after.entries())
			machine.replaceBlock(block, content);
		this.damages++;
		this.#copies = [];
		const hit = hitBy(readable, this.#contents(), this.#stored());
		this.times.damage();
		this.story.push(`damage: ${name}; ${hit.length} readings hit`);
		this.model.damage(hit);
		await this.start();
	}

	/** A block goes bad while the power is off. It stays so. Two blocks at least stay good: of one alone a power cut in the erase takes all. */
	async spoil(bad: BadBlock): Promise<void> {
		const machine = this.#machine;
		const { blockLength, blocks, volatile } = { ...machine.open().status(), volatile: machine.open().volatile };
		if (volatile === true || this.model.isShaky || this.#bad.length > 0 || blocks < 3 || bad.block >= blocks || bad.at >= blockLength)
			return;
		this.disarm();
		machine.restart();
		const before = this.#contents();
		this.#bad.push(bad);
		const hit = hitBy(before, this.#contents(), this.#stored());
		this.story.push(`block ${bad.block} is ${bad.fault}, bit ${bad.bit} of byte ${bad.at}; ${hit.length} readings hit`);
		this.spoils++;
		this.times.damage();
		if (bad.fault === "unreadable" || bad.fault.startsWith("stuck"))
			this.model.damage(hit);
		// No later damage brings back what it held.
		if (bad.fault === "unreadable")
			machine.replaceBlock(bad.block, undefined);
		this.model.spoiled();
		this.#copies = [];
		await this.start();
	}

	/** What can be read. */
	#contents(): Blocks {
		return this.#machine.contents().map((content, block) => {
			const bytes = content?.slice();
			for (const bad of this.#bad) {
				if (bad.block === block && bad.fault === "unreadable")
					return undefined;
				if (bad.block === block && bytes !== undefined)
					stick(bytes, bad);
			}
			return bytes;
		});
	}

	/** Operations of the storage fail from now on, over starts, or do so no more. */
	shake(transient: TransientFault | undefined): void {
		this.story.push(transient === undefined ? "all operations work" : transient.name);
		this.#storage!.transient = transient;
		this.times.start.isBroken = true;
		this.times.damage();
		this.model.isShaky = true;
	}

	/** A write of the storage goes wrong. */
	flaw(flaw: Flaw | undefined): void {
		// RAM has no such flaws, and marks nothing before it drops something.
		if (this.#storage!.volatile)
			return;
		this.story.push(`next write: ${flaw ?? "good"}`);
		this.#storage!.flaw = flaw;
		this.times.start.isBroken = true;
		this.times.start.isKept = false;
		this.model.flaw();
	}

	/** Others take room of the file system, or give it back. */
	setRoom(room: number): void {
		if (this.#machine.room === undefined)
			return;
		this.story.push(`room for ${room} blocks`);
		this.#machine.room = room;
		this.model.full();
	}

	/** Firmware with another number of blocks, where there may be one. Returns whether there may. */
	async reshape(blocks: number): Promise<boolean> {
		if (this.#machine.reshape === undefined)
			return false;
		this.story.push(`${blocks} blocks`);
		this.#life.outbox.close();
		this.#machine.reshape(blocks);
		await this.start();
		return true;
	}

	/** Another device has a record with the id of a reading that waits. */
	steal(random: Random): void {
		const ids = [...this.model.waiting.keys()];
		const id = ids.length > 0 ? random.pick(ids) : "";
		if (id === "" || !this.#service.steal(id))
			return;
		this.story.push(`another device has ${id}`);
		this.model.stolen(id);
	}

	/** The service's clock is set. */
	jump(milliseconds: number): void {
		this.story.push(`the service's clock jumps by ${milliseconds} ms`);
		this.clock.offset += milliseconds;
	}

	/** Another outbox, with the same storage or another geometry, must be refused and change nothing. */
	async intrude(other: Geometry | undefined): Promise<void> {
		const machine = this.#machine;
		if (other !== undefined) {
			this.#life.outbox.close();
			machine.restart();
		}
		else if (this.#ask(() => this.#life.outbox.pending) === undefined)
			return this.#powerCut();
		const before = machine.operations;
		const isEmpty = this.model.pending === 0 || this.model.isDamaged;
		const life = new Life(new Wire(this.#service.carrier, () => {}), other === undefined ? this.#storage! : new Flaky(machine.open(other)), this.settings, () => {});
		const fault = refusalOf(() => life.outbox.pending);
		this.story.push(`intruder${other === undefined ? "" : ` with ${other.blocks} of ${other.blockLength}`}: ${fault}`);
		this.intrusions++;
		if (fault === "" && (other === undefined || !isEmpty))
			throw new Violation("an intruder was let in");
		if (fault !== "") {
			const { error, stored } = life.outbox.put('{"sensor":"t","value":0}');
			life.flush();
			await life.settle(() => "answered");
			if (stored || error !== fault || life.results[0]?.error !== fault)
				throw new Violation(`an intruder was told ${error} and ${life.results[0]?.error}`);
		}
		life.outbox.close();
		if (machine.operations !== before)
			throw new Violation("an intruder has changed the storage");
		if (other !== undefined)
			await this.start();
	}

	/**
	 * A second object of one partition has an outbox, too, and puts a reading: the first must notice it before it overwrites
	 * anything, as long as they write into the same block.
	 */
	async twin(reading: Reading): Promise<void> {
		const machine = this.#machine;
		const { blockLength, blocks, volatile } = { ...machine.open().status(), volatile: machine.open().volatile };
		// FileStorage knows its like (the unit tests of claims), and RamStorage is one object.
		if (volatile === true || this.model.isShaky || machine.room !== undefined || this.#bad.length > 0 || reading.sort !== "good")
			return;
		this.disarm();
		if (this.#ask(() => this.#life.outbox.pending) === undefined)
			return this.#powerCut();
		const { limits } = this.settings;
		const twin = new Life(new Wire(this.#service.carrier, () => {}), new Flaky(machine.open({ blockLength, blocks })), { limits, whenFull: "refuse-newest" }, () => {});
		const result = twin.outbox.put(reading.put);
		this.story.push(`a twin puts ${reading.serial}: ${result.id}${result.error}`);
		if (result.stored && twin.outbox.stats().erases === 0) {
			const before = machine.operations;
			const { error, stored } = this.#life.outbox.put('{"sensor":"t","value":0}');
			// It may be too long, or find no room.
			if (stored || machine.operations !== before)
				throw new Violation(`beside a twin a put writes: ${stored} ${error}`);
			this.intrusions += error.includes("in use by another outbox") ? 1 : 0;
		}
		twin.outbox.close();
		this.#life.outbox.close();
		this.model.put(reading, result);
		await this.start();
	}

	/** What is in the service must be what the model says. */
	end(): void {
		this.model.end(this.#service.records());
	}

	async #powerCut(): Promise<void> {
		this.cuts++;
		this.model.cut();
		this.story.push(`power cut in the last; ${this.#machine.cutLength} bytes`);
		this.#armed = undefined;
		const { again } = this;
		this.again = undefined;
		if (again !== undefined)
			this.arm(again);
		await this.start(again !== undefined);
	}

	async #check(): Promise<void> {
		const { outbox } = this.#life;
		const { faults } = this.#machine;
		if (faults.length > 0)
			throw new Violation(`flash: ${faults.join(", ")}`);
		if (this.#violation !== undefined)
			throw this.#violation;
		let pending;
		try {
			pending = this.#ask(() => outbox.pending);
		}
		catch (error) {
			// It is looked for again.
			if (this.#storage!.transient !== undefined)
				return;
			throw error;
		}
		if (pending === undefined)
			return this.#powerCut();
		this.model.check(outbox.stats(), pending);
	}

	/** Asks what may be the reason to look into the storage. Returns undefined when the power has failed in that. */
	#ask<Told>(question: () => Told): Told | undefined {
		try {
			const told = question();
			return this.#machine.isOn ? told : undefined;
		}
		catch (error) {
			if (!this.#machine.isOn)
				return undefined;
			throw error;
		}
	}

	#answered(records: readonly Sent[], response: ClientResponse, by: Start, possible: readonly Learned[]): void {
		const ids = records.map(({ id }) => id);
		this.story.push(`to ${ids.join(" ")}: ${response.statusCode} ${response.error}`);
		this.model.answered(ids, response);
		this.times.sent(records, by, possible);
	}

	/** How the readings that wait stand in storage. */
	#stored(): Map<string, Stored> {
		return new Map([...this.model.waiting].map(([id, { fields, serial }]) => {
			const stamped = this.times.isStamped(serial);
			const text = stamped ? fields.slice(0, -1) + STAMP_OPENING : fields;
			return [id, { text, length: Buffer.byteLength(text) + (stamped ? STAMP_REST : 0) }];
		}));
	}

	#rejected(life: Life, text: string, response: ClientResponse): void {
		if (life !== this.#life || !this.#machine.isOn)
			return;
		this.story.push(`rejected: ${response.error}`);
		try {
			this.model.rejected(text, response);
		}
		catch (error) {
			// The outbox bears whatever is thrown here.
			this.#violation ??= error as Violation;
		}
	}
}

function refusalOf(question: () => unknown): string {
	try {
		question();
		return "";
	}
	catch (error) {
		return (error as Error).message;
	}
}
