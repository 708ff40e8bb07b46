import { ServiceClock } from "../../../lib/auth/service-clock.js";
import type { Timers } from "../../../lib/platform.js";
import type { ClientResponse } from "../../../lib/response.js";
import { Exchange } from "../../../lib/request/exchange.js";

/** True time, and the service's clock, which need not keep to it. */
export class WorldClock {
	/** Milliseconds since the world began. */
	time = 0;
	/** What the service's clock says more than that. */
	offset = Date.UTC(2026, 0, 1);
	/** Whether the service shows a certificate. */
	isVerified = false;
	/** Strangers that have dated an answer so far. */
	strangers = 0;
}

/** A moment at which a device has learned what the service's clock says. */
export interface Learned {
	readonly time: number;
	readonly offset: number;
}

/** Who has written the Date of an answer: the service; a proxy or portal, by a clock of its own; nobody whom a client believes, as it has an Age. */
export type Dater = "service" | "stranger" | "cache";

/** A device from a start to its end: its ticks, which drift, and what its client knows of the service's time. */
export class DeviceClock {
	/** What it has been sure of. */
	readonly learned: Learned[] = [];
	readonly world: WorldClock;
	/** How much faster than true time the ticks are. */
	readonly drift: number;
	/** Told when what it was sure of is contradicted. */
	onDoubt = (): void => {};

	readonly #timers: Timers;
	readonly #clock: ServiceClock;
	/** What the client has taken for the time last. */
	#taken: Learned | undefined;

	constructor(world: WorldClock, timers: Timers, drift: number) {
		this.world = world;
		this.drift = drift;
		this.#timers = timers;
		this.#clock = new ServiceClock(world.isVerified);
		this.#clock.ask(timers.now());
	}

	/** What it would stamp by, sure or not. */
	get taken(): Learned | undefined {
		return this.#taken;
	}

	/** An answer has come. */
	learn(request: { readonly method: string; readonly path: string }, response: ClientResponse, dater: Dater): void {
		const clock = this.#clock;
		const ticks = this.#timers.now();
		clock.look(false, ticks);
		if (!clock.countRequest() || dater === "cache")
			return;
		const { world } = this;
		const offset = dater === "service" ? world.offset : strange(world);
		const wasSure = this.now() >= 0;
		const before = clock.milliseconds(ticks, true);
		clock.hear(Object.assign(new Exchange(), request), response, new Date(world.time + offset).toUTCString(), ticks);
		const after = clock.milliseconds(ticks, true);
		if (after >= 0 && (after !== before || this.#taken === undefined))
			this.#taken = { time: world.time, offset };
		const isSure = this.now() >= 0;
		if (isSure && this.#taken !== undefined && this.learned.at(-1) !== this.#taken)
			this.learned.push(this.#taken);
		if (wasSure && !isSure)
			this.onDoubt();
	}

	now(unconfirmed = false): number {
		return this.#clock.milliseconds(this.#timers.now(), unconfirmed);
	}
}

/** By how much a stranger's clock is ahead of true time: days, years or for ever, each stranger's by something else. */
function strange(world: WorldClock): number {
	const kind = ++world.strangers % 4;
	const off = (world.strangers + 1) * 100_000_000;
	if (kind === 0)
		return -world.time;
	return world.offset + (kind === 1 ? -off : kind === 2 ? off : 31_536_000_000 + off);
}
