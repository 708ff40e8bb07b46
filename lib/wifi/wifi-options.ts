import type { OptionExamples } from "../shared/complete-limits.js";
import type { WiFiLimits } from "./wifi-limits.js";
import type { WiFiPlatform } from "./network-interface.js";

/** A network to connect to. */
export interface AccessPoint {
	/** Its name, at most 32 bytes in UTF-8. */
	readonly ssid: string;
	/** 8 to 63 characters; left out, or "", for an open access point. */
	readonly password?: string;
}

/** Options of `StayConnected`. Parts of the platform can be given in place of the SDK's: `interface: { io: Ethernet }`. */
export interface StayConnectedOptions extends Partial<WiFiPlatform> {
	/** The only access point; `accessPoints` takes several. */
	readonly ssid?: string;
	/** Its password; left out, or "", for an open one. */
	readonly password?: string;
	/**
	 * Access points in the order in which they are tried, from the first on each time that a good connection is lost. Empty for an Ethernet.
	 * Not changed.
	 */
	readonly accessPoints?: readonly AccessPoint[];
	/** Names of time servers, asked in turn until one answers. Default: pool.ntp.org's. Empty: the clock is left alone. */
	readonly timeServers?: readonly string[];
	/** Times that differ from the defaults. */
	readonly limits?: Partial<WiFiLimits>;
	/** Called when `address` has changed and each time that the clock was set, never inside a call. `error` says that it has thrown. */
	readonly onChange?: () => void;
}

/** Examples of an access point's members. */
export const ACCESS_POINT: OptionExamples = Object.freeze({ ssid: "", password: "" });
/** Examples of the options of `StayConnected`. */
export const OPTIONS: OptionExamples = Object.freeze({
	ssid: "", password: "", accessPoints: undefined, timeServers: undefined, limits: null, onChange: Object, interface: null, sntp: null,
	setTime: Object, timers: null, network: null
});

/** Flushed when the network is back: an `Outbox`. */
export interface Flushable {
	/** The promise, where it returns one, is never rejected. */
	flush(): unknown;
}
