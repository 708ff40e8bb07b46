/** What the processes of a run say to each other. */
import type { DeviceState } from "../fleet/settings.js";

/** What the devices are told. */
export interface DeviceSettings {
	/** Of what stands before the service; each device has a path of its own below it. */
	readonly url: string;
	/** A token for each device. */
	readonly tokens: readonly string[];
	/** Milliseconds from one reading of a device to the next. */
	readonly interval: number;
}

/** What the enemies are told: a guest, and a device with a token. */
export interface EnemySettings {
	readonly url: string;
	readonly device: { readonly id: string; readonly token: string };
	/** Connections that an attack begins, and milliseconds for which it holds them; the next comes after a quarter of that. */
	readonly connections: number;
	readonly hold: number;
}

/** Times of the deliveries since the last word, in milliseconds, and what has become of each device. */
export interface Deliveries {
	readonly times: readonly number[];
	readonly states: readonly DeviceState[];
}

/** What the devices' process is asked for: what it has seen since the last word, or that, when its readings are delivered and it takes no more. */
export type Question = "next" | "last";
