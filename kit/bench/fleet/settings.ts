/** What a run of the fleet is told, and what the devices tell of it. */
import type { RecordsClientOptions } from "records-client";
import type { OutboxLimits } from "records-client/outbox";

/** What a device is told. */
export interface ClientSettings {
	readonly url: string;
	/** Whether each device has a path of its own below the URL, by which a load balancer knows it. */
	readonly ownPaths?: boolean;
	/** How the devices log in: all with one token, or each with its row of a file that `npm run fleet -- add` has written. */
	readonly login: { readonly token: string } | { readonly file: string };
	/** Number of each device's first reading, where it is not 0. */
	readonly first?: number;
	readonly outbox: Partial<OutboxLimits>;
	readonly client?: RecordsClientOptions["limits"];
}

/** What the devices of a fleet are told. */
export interface DeviceSettings extends ClientSettings {
	readonly seed: number;
	readonly devices: number;
	/** Readings that each device takes from when the service is gone on, and milliseconds from one to the next. */
	readonly readings: number;
	readonly interval: number;
	/** `false` makes every pause as long as it can be. */
	readonly jitter: boolean;
	/** Milliseconds after which readings that have not been delivered are given up. */
	readonly patience: number;
}

/** What has become of one device. */
export interface DeviceState {
	readonly stored: number;
	readonly dropped: number;
	readonly rejected: number;
	readonly left: number;
}

/** What the devices' process says. */
export type DeviceLine = { readonly said: "ready" } | { readonly said: "ended"; readonly ends: readonly DeviceState[] };

/** What all readings of a fleet have as their sensor. */
export const sensor = "fleet";

/** What a reading has as its value: it is known by it. */
export function valueOf(device: number, reading: number): number {
	return device * 1000 + reading;
}
