import { pauseOf, PAUSES } from "../shared/pauses.js";
import { COLLECTIONS, RECORDS } from "../pocketbase/paths.js";
import type { TimerHandle } from "../platform.js";
import { clientFault } from "../shared/arguments.js";
import { checkOptions, completed } from "../shared/complete-limits.js";
import { textOf } from "../shared/thrown.js";
import { type HealthOptions, type HealthPlatform, LIMITS, OPTIONS } from "./health-options.js";

/** The package's version, as package.json has it. */
const VERSION = "0.1.0";
/** Bytes: with all numbers at their longest, a record fits into the default `limits.reading` of an outbox. */
const LONGEST_FIRMWARE = 32;
/** Milliseconds after which the ticks are looked at, far less than half of those that they wrap after. */
const TICKS_KEEP = 86_400_000;
const CLOSED = "health is closed";

/** Reports at an interval how the device is, what each platform's entry says more of. */
export class Health {
	/** Why the last record was not taken, "" when it was. The next one comes after the interval all the same. */
	error = "";

	private readonly platform: HealthPlatform;
	private readonly options: HealthOptions;
	private readonly interval: number;
	private timer: TimerHandle | undefined;
	/** Looks at the ticks. */
	private watch: TimerHandle | undefined;
	private isClosed = false;
	/** Ticks when they were looked at last, and milliseconds from the start until then: ticks wrap after 49 days. */
	private ticks: number;
	private uptime = 0;

	/**
	 * The first record is put on a turn of its own.
	 * @param platform kept
	 * @param options kept, not changed
	 * @throws TypeError or RangeError that names the option that is missing or wrong
	 */
	constructor(platform: HealthPlatform, options: HealthOptions) {
		const { timers } = platform;
		checkOptions("", options, OPTIONS, LIMITS);
		const isOutbox = !options.outbox || typeof options.outbox.put === "function";
		const fault = clientFault(options.client) || (isOutbox ? "" : "outbox must be an Outbox");
		if (fault)
			throw new TypeError(fault);
		if (!options.firmware || jsonLength(options.firmware) > LONGEST_FIRMWARE)
			throw new TypeError("firmware must have 1 to 32 bytes");
		const interval = this.interval = completed(options.limits ?? {}, LIMITS, {}, LIMITS).interval;
		this.platform = platform;
		this.options = options;
		this.ticks = timers.now();
		const look = (): void => {
			this.watch = timers.set(look, TICKS_KEEP);
			this.look();
		};
		look();
		const report = (): void => {
			this.timer = timers.set(report, interval);
			void this.report();
		};
		if (interval)
			this.timer = timers.set(report, options.outbox ? 0 : pauseOf(PAUSES.health, 1, Math.random()));
	}

	/**
	 * Puts or sends a record now. For a device that sleeps, with `limits.interval` 0.
	 * @returns a promise that is never rejected, fulfilled with `error`
	 * @example const error = await health.report();
	 */
	report(): Promise<string> {
		if (this.isClosed)
			return Promise.resolve(this.error = CLOSED);
		this.look();
		return new Promise<{ readonly error: string }>((resolve) => {
			const outbox = this.options.outbox;
			const sent = this.options.client.stats();
			const put = outbox?.stats();
			const record = {
				sensor: "health", value: this.uptime / 1000 | 0, unit: "s",
				extra: {
					...put, ...sent, storageErrors: sent.storageErrors + (put?.storageErrors ?? 0),
					// Throws when the storage can't be read.
					pending: outbox?.pending,
					firmware: this.options.firmware, library: VERSION, interval: this.interval / 1000, ...this.platform.machine(),
					// With these a record would be too long.
					writes: undefined, erases: undefined
				}
			};
			resolve(outbox ? outbox.put(record) : this.options.client.sendEx("POST", COLLECTIONS + "/readings" + RECORDS, record));
		}).then(({ error }) => this.error = error, (error: unknown) => this.error = textOf(error));
	}

	/** Puts and sends nothing more. May be called more than once. */
	close(): void {
		const { timers } = this.platform;
		this.isClosed = true;
		timers.clear(this.timer);
		timers.clear(this.watch);
	}

	/** Counts the time since the last look. */
	private look(): void {
		const now = this.platform.timers.now();
		this.uptime += now - this.ticks | 0;
		this.ticks = now;
	}
}

/** Bytes that a text has as JSON in UTF-8, without its quotes. */
function jsonLength(text: string): number {
	return encodeURIComponent(JSON.stringify(text)).replace(/%../g, "%").length - 2;
}
