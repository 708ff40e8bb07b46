import { text } from "../../../host/text.js";
import type { BlockStorage, FlushResult, OutboxLimits, OutboxOptions } from "../../../lib/outbox/index.js";
import { Outbox } from "../../../lib/outbox/outbox.js";
import { SetTimers } from "../../../tools/set-timers.js";
import { DeviceClock, WorldClock } from "./clock.js";
import { type Fate, turn, type Wire } from "./wire.js";

/** Requests that one delivery may take at the most before it counts as endless. */
const ENDLESS = 3000;

/** Ticks that wrap around soon, as a device's do every 25 days. */
const FIRST_TICK = 0x7fff0000;

/** Milliseconds: a request waits on the wire as long as it is told to. Ticks are looked at when it is given up. */
const FOREVER = 0x40000000;

/** What may differ from one start of the firmware to the next. */
export interface Settings {
	readonly limits: Partial<OutboxLimits>;
	readonly whenFull: NonNullable<OutboxOptions["whenFull"]>;
	/** The field that is filled in. */
	readonly stamp?: "taken";
}

/** An outbox from a start to the end of its power. Time passes when it is told to. */
export class Life {
	readonly outbox: Outbox;
	readonly wire: Wire;
	readonly clock: DeviceClock;
	/** Results of flushes, as they come. */
	readonly results: FlushResult[] = [];
	/** Flushes that have not come to their end. */
	flushing = 0;

	readonly #timers = new SetTimers(FIRST_TICK);
	readonly #collection = "readings";

	/** @param drift how much faster than true time the ticks are */
	constructor(wire: Wire, storage: BlockStorage, { limits, stamp, whenFull }: Settings, onRejected: NonNullable<OutboxOptions["onRejected"]>,
		world = new WorldClock(), drift = 0) {
		this.wire = wire;
		this.clock = wire.clock = new DeviceClock(world, this.#timers, drift);
		const platform = { text, timers: this.#timers, origin: () => String(Math.random()) };
		this.outbox = new Outbox(platform, { client: wire, collection: this.#collection, storage, limits: { response: FOREVER, ...limits }, whenFull, onRejected, ...stamp && { stamp } });
	}

	flush(deadline?: number): void {
		this.flushing++;
		void this.outbox.flush(deadline === undefined ? {} : { deadline }).then((result) => {
			this.flushing--;
			this.results.push(result);
		});
	}

	/**
	 * Lets requests come to their end as long as there are any.
	 * @param fateOf what becomes of the next; with "late" it waits
	 * @throws Error when there is no end
	 */
	async settle(fateOf: () => Fate): Promise<void> {
		await turn();
		for (let requests = 0; this.wire.busy; requests++) {
			const fate = fateOf();
			if (fate === "late")
				return;
			await this.wire.settle(fate);
			if (requests === ENDLESS)
				throw new Error(`${ENDLESS} requests without an end`);
		}
	}

	/** Lets time pass. */
	pass(milliseconds: number): void {
		const { drift, world } = this.clock;
		world.time += milliseconds;
		this.#timers.pass(Math.round(world.time * (1 + drift)) - Math.round((world.time - milliseconds) * (1 + drift)));
		// The client looks at the ticks before they wrap.
		this.clock.now();
	}
}

/** Flushes, with the fates one after the other and the last again and again. Returns what that came to. */
export async function flush(life: Life, ...fates: Fate[]): Promise<FlushResult> {
	life.flush();
	await life.settle(() => fates.length > 1 ? fates.shift()! : fates[0] ?? "answered");
	return life.results.splice(0)[0];
}
