import { ServiceClock } from "../../../lib/auth/service-clock.js";
import type { Timers } from "../../../lib/platform.js";

/** As the client does: half a day. */
const KEEPS = 43_200_000;

/** True time, and the service's clock, which need not keep to it. */
export class WorldClock {
	/** Milliseconds since the world began. */
	time = 0;
	/** What the service's clock says more than that. */
	offset = Date.UTC(2026, 0, 1);
}

/** A moment at which a device has learned what the service's clock says. */
export interface Learned {
	readonly time: number;
	readonly offset: number;
}

/** A device from a start to its end: its ticks, which drift, and what its client knows of the service's time. */
export class DeviceClock {
	readonly learned: Learned[] = [];
	readonly world: WorldClock;
	/** How much faster than true time the ticks are. */
	readonly drift: number;

	readonly #timers: Timers;
	readonly #clock = new ServiceClock();

	constructor(world: WorldClock, timers: Timers, drift: number) {
		this.world = world;
		this.drift = drift;
		this.#timers = timers;
	}

	/** An answer of the service has come. */
	learn(): void {
		const { offset, time } = this.world;
		if (this.learned.length > 0 && time - this.learned[this.learned.length - 1].time < KEEPS)
			return;
		this.#clock.learn(Math.floor((time + offset) / 1000), this.#timers.now());
		this.learned.push({ time, offset });
	}

	now(): number {
		return this.#clock.milliseconds(this.#timers.now());
	}
}
