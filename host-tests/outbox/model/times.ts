import type { DeviceClock, Learned, WorldClock } from "./clock.js";
import { Violation } from "./violation.js";

/** When a reading says itself that it was taken; no clock of a world is there. */
export const OWN_TIME = "2001-02-03 04:05:06.789Z";

/** Bytes that an outbox adds to a reading, with the field "taken"; how they begin, and how many follow that. */
export const STAMP_ROOM = 35;
export const STAMP_OPENING = ',"taken":"';
export const STAMP_REST = 26;

/** Milliseconds: a time that was sent before the device was sure of it is not corrected for less. */
const UNCORRECTED = 10_000;

/** A reading as it was sent, as far as it is looked at here. */
export interface Sent {
	readonly id: string;
	/** The reading's serial. */
	readonly value: number;
	/** Null where it is not known. */
	readonly taken?: string | null;
}

/** An outbox from its start to its end. */
export interface Start {
	readonly clock: DeviceClock;
	/** Whether it stamps. */
	readonly stamps: boolean;
	/** Whether it must be in storage when this start was. */
	isKept: boolean;
	/** Whether a write has gone wrong. */
	isBroken: boolean;
}

interface Reading {
	readonly time: number;
	readonly start: Start;
	readonly isOwn: boolean;
	/** What the client had learned last when it was put; undefined for nothing. */
	readonly learned: Learned | undefined;
}

/** Knows when each reading was taken, and in which bounds what the service is told of it has to lie. */
export class Times {
	/** Readings sent that were put with their time; later given it, by their start and by a later one; without. */
	known = 0;
	own = 0;
	earlier = 0;
	unknown = 0;

	readonly #clock: WorldClock;
	readonly #starts: Start[] = [];
	readonly #readings = new Map<number, Reading>();

	constructor(clock: WorldClock) {
		this.#clock = clock;
	}

	get start(): Start {
		return this.#starts[this.#starts.length - 1];
	}

	begin(clock: DeviceClock, stamps: boolean): Start {
		const start: Start = { clock, stamps, isKept: false, isBroken: false };
		this.#starts.push(start);
		// What is put from then on has ticks again, and that they are known is still to be written down.
		clock.onDoubt = () => {
			start.isKept = false;
		};
		return start;
	}

	/** A reading will be put. */
	putting(serial: number, isOwn: boolean): void {
		const { start } = this;
		this.#readings.set(serial, { time: this.#clock.time, start, isOwn, learned: start.clock.now() < 0 ? undefined : start.clock.learned.at(-1) });
	}

	/** Whether the outbox adds a stamp to a reading; not before it was put. */
	isStamped(serial: number): boolean {
		const reading = this.#readings.get(serial);
		return reading !== undefined && reading.start.stamps && !reading.isOwn;
	}

	/** The storage is damaged: what is written down of the time may be lost. */
	damage(): void {
		for (const start of this.#starts) {
			start.isKept = false;
			start.isBroken = true;
		}
	}

	/** A reading is stored without dropping another, or is not because the storage is full. */
	stored(serial: number): void {
		const { learned, start } = this.#readings.get(serial)!;
		start.isKept ||= start.stamps && !start.isBroken && learned !== undefined;
	}

	/** Readings were sent. @param by the start that did @param possible what it can have taken for the time */
	sent(records: readonly Sent[], by: Start, possible: readonly Learned[]): void {
		for (const record of records)
			this.#check(record, by, possible);
	}

	#check({ taken, value }: Sent, by: Start, taught: readonly Learned[]): void {
		const reading = this.#readings.get(value);
		if (reading === undefined)
			return;
		const fail = (why: string): never => {
			throw new Violation(`reading ${value}: ${why}; taken ${taken}`);
		};
		const { isOwn, learned, start } = reading;
		if (isOwn || !start.stamps) {
			if (taken !== (isOwn ? OWN_TIME : undefined))
				fail("changed");
			return;
		}
		const possible = learned !== undefined ? [learned] : start === by ? taught : start.clock.learned;
		const tolerance = learned === undefined && start === by ? UNCORRECTED : 0;
		if (taken === null) {
			if (learned !== undefined || (start === by ? possible.length > 0 : start.isKept))
				fail("its time is known");
			this.unknown++;
			return;
		}
		if (!possible.some((each) => isWithin(parse(taken), reading, each, tolerance)))
			fail(`out of bounds of ${possible.map(({ offset }) => new Date(reading.time + offset).toISOString()).join(" ")}`);
		this[learned !== undefined ? "known" : start === by ? "own" : "earlier"]++;
	}
}

function isWithin(stamp: number, { start, time }: Reading, learned: Learned, tolerance: number): boolean {
	// A Date is cut to whole seconds; two milliseconds for what is rounded.
	const most = Math.abs(start.clock.drift * (learned.time - time)) + 2 + tolerance;
	const off = stamp - (time + learned.offset);
	return off >= -1000 - most && off <= most;
}

/** @throws when it is no time as PocketBase takes one */
function parse(text: string | undefined): number {
	if (text === undefined || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text))
		throw new Violation(`no time: ${text}`);
	return Date.parse(text);
}

/** A reading without what the outbox has added. */
export function withoutStamp(fields: object): object {
	const { taken } = fields as Partial<Sent>;
	return taken === OWN_TIME ? fields : Object.fromEntries(Object.entries(fields).filter(([name]) => name !== "taken"));
}
