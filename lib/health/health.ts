import type { TimerHandle } from "../platform.js";
import { segmentFault } from "../shared/arguments.js";
import { checkOptions } from "../shared/complete-limits.js";
import { type HealthOptions, type HealthPlatform, OPTIONS } from "./options.js";
import { VERSION } from "./version.js";

const HOUR = 3_600_000;
/** With all numbers at their longest, a record fits into the default `limits.reading` of an outbox. */
const LONGEST_FIRMWARE = 40;
/** Milliseconds: without an outbox, which has a pause of its own, the first record waits for a random time up to this. */
const JITTER = 30_000;

/**
 * Reports at an interval how the device is: firmware, start, uptime, memory, Wi-Fi, what client and outbox have counted. A
 * record is a reading of the sensor "health": the value is the uptime in seconds, `extra` has the rest. What the machine
 * does not know is left out.
 */
export class Health {
	/** Why the last record was not taken, "" when it was. The next one comes after the interval all the same. */
	error = "";

	private readonly platform: HealthPlatform;
	private readonly options: HealthOptions;
	private readonly interval: number;
	private timer: TimerHandle | undefined;
	/** Ticks at the last record, and milliseconds from the start until then: ticks wrap after 49 days. */
	private ticks: number;
	private uptime = 0;

	/**
	 * The first record is put on a turn of its own.
	 * @param options kept, not changed
	 * @throws TypeError or RangeError that names the option that is missing or wrong
	 */
	constructor(platform: HealthPlatform, options: HealthOptions) {
		checkOptions("", options, OPTIONS);
		const { client, collection = "readings", firmware, interval = HOUR, outbox } = options;
		const fault = !client?.stats ? "client is required"
			: outbox && !outbox.put ? "outbox must be an Outbox"
				: !firmware || firmware.length > LONGEST_FIRMWARE ? "firmware must have 1 to 40 characters"
					: segmentFault("collection", collection);
		if (fault)
			throw new TypeError(fault);
		if (!Number.isSafeInteger(interval) || interval < 0 || interval > 0x7fffffff)
			throw new RangeError("interval must be a whole number of 0 or more");
		this.platform = platform;
		this.options = options;
		this.interval = interval;
		this.ticks = platform.timers.now();
		if (interval)
			this.wait(outbox ? 0 : Math.random() * JITTER);
	}

	/**
	 * Puts or sends a record now. For a device that sleeps, with interval 0.
	 * @returns a promise that is never rejected, fulfilled with `error`
	 * @example await health.report();
	 */
	async report(): Promise<string> {
		try {
			const { client, collection = "readings", outbox } = this.options;
			const record = this.record();
			const { error } = outbox ? outbox.put(record)
				: await client.sendEx("POST", "/api/collections/" + encodeURIComponent(collection) + "/records", record);
			this.error = error;
		}
		catch (error) {
			// A storage that can't be read, as `pending` says.
			this.error = String(error);
		}
		return this.error;
	}

	/** Puts and sends nothing more. May be called more than once. */
	close(): void {
		this.platform.timers.clear(this.timer);
	}

	private wait(milliseconds: number): void {
		this.timer = this.platform.timers.set(() => {
			this.wait(this.interval);
			void this.report();
		}, milliseconds);
	}

	private record(): object {
		const { client, firmware, outbox } = this.options;
		const platform = this.platform;
		const now = platform.timers.now();
		this.uptime += now - this.ticks | 0;
		this.ticks = now;
		const { connections, requests, retries, storageErrors, timeouts } = client.stats();
		const extra = {
			firmware, library: VERSION, interval: this.interval / 1000, start: platform.start(), heap: platform.heap(), rssi: platform.rssi(),
			requests, connections, retries, timeouts, storageErrors
		};
		if (outbox) {
			const { badBlocks, damaged, delivered, dropped, rejected, storageErrors: failed } = outbox.stats();
			Object.assign(extra, { pending: outbox.pending, delivered, dropped, rejected, damaged, badBlocks });
			extra.storageErrors += failed;
		}
		return { sensor: "health", value: Math.round(this.uptime / 1000), unit: "s", extra };
	}
}
