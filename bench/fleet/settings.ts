/** What a run of the fleet is told, and what the devices tell of it. */
import type { RecordsClientOptions } from "records-client";
import type { OutboxOptions } from "records-client/outbox";

/** What the devices are told. */
export interface DeviceSettings {
	readonly url: string;
	readonly token: string;
	readonly seed: number;
	readonly devices: number;
	/** Readings of each device while the service is gone, and milliseconds from one to the next. */
	readonly readings: number;
	readonly interval: number;
	/** `false` makes every pause as long as it can be. */
	readonly jitter: boolean;
	/** Milliseconds after which readings that have not been delivered are given up. */
	readonly patience: number;
	readonly outbox: OutboxOptions["limits"];
	readonly client: RecordsClientOptions["limits"];
}

/** What has become of one device. Times are milliseconds (Date.now). */
export interface DeviceEnd {
	/** When it was connected first since the service was gone, and when nothing was pending any more; 0 for never. */
	readonly returned: number;
	readonly drained: number;
	readonly stored: number;
	readonly delivered: number;
	readonly dropped: number;
	readonly rejected: number;
	/** Connections that it has begun, those that were refused among them. */
	readonly connections: number;
	readonly left: number;
}

/** What the devices' process says. */
export type DeviceLine = { readonly said: "ready" } | { readonly said: "ended"; readonly ends: readonly DeviceEnd[] };

/** The first value that a device sends; a reading is known by it. */
export function valueOf(device: number, reading: number): number {
	return device * 1000 + reading;
}
