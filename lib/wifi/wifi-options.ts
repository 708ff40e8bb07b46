import type { Network, Timers } from "../platform.js";
import { PAUSES } from "../shared/pauses.js";
import type { OptionExamples } from "../shared/complete-limits.js";

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

/** Times of `StayConnected` that an app may have a reason to change, in milliseconds. Each can be given to its constructor as `limits`. */
export interface WiFiLimits {
	/** The longest from `connect` to an address; then it disconnects and tries again. Raise it for a slow DHCP server. Default 30,000. */
	readonly connecting: number;
	/**
	 * The longest from an address to the flush of the outbox; the time is random, so that a fleet does not send in one moment. 0 for a single
	 * device. Default 30,000.
	 */
	readonly flushJitter: number;
	/**
	 * @internal The longest pause before it tries again, plus a second; it doubles each time that all access points have failed. Pauses are
	 * random, from 0 on.
	 */
	readonly retryBase?: number;
	/** @internal What that doubling stops at: a network that is back is noticed within five minutes. */
	readonly retryMaximum?: number;
}

/** The limits that hold where none are given. Frozen. */
export const DEFAULT_WIFI_LIMITS: WiFiLimits = Object.freeze({ connecting: 30_000, flushJitter: 30_000 });

/** With the constants, for which `WiFiLimits` has the reasons. Frozen. */
export const ALL_WIFI_LIMITS: Required<WiFiLimits> = Object.freeze({
	...DEFAULT_WIFI_LIMITS, retryBase: PAUSES.wifi.base, retryMaximum: PAUSES.wifi.most
});

/** The seams between `StayConnected` and the machine. Types only: nothing here exists at run time. */

/** Options of `connect` (ECMA-419, Wi-Fi network interface). An Ethernet ignores them. */
export interface ConnectOptions {
	/** Name of the access point. */
	readonly SSID?: string;
	/** Left out for an open access point. */
	readonly password?: string;
}

/** A network interface (ECMA-419), such as the class of the Moddable SDK's "embedded:network/interface/wifi" or ".../ethernet". */
export interface NetworkInterface {
	/** 200 disconnected, 300 connecting, 400 connected to the access point, 500 ready: it has an address. */
	readonly connection: number;
	/** The IP address; undefined without one. The SDK gives the IPv6 link-local one where there is none of IPv4. */
	readonly address: string | undefined;
	/** Begins to connect. @throws when it is connecting already, or refused */
	connect(options: ConnectOptions): void;
	/** Ends the connection, without a call of `onChanged`. */
	disconnect(): void;
	/** Frees the interface; nothing is called back any more. */
	close(): void;
}

/** `{ io: Class, …options }` of a network interface. */
export interface InterfaceProvider {
	/** `onChanged` is called when connection or address have changed, never inside a call. */
	readonly io: new (options: { readonly onChanged: (property: string) => void }) => NetworkInterface;
	readonly [option: string]: unknown;
}

/** A question for the time, under way (the Moddable SDK's module "sntp"). */
export interface SNTPClient {
	/** Ends it without a callback. */
	close(): void;
}

/**
 * Messages of an SNTP client: 1 with the time in seconds since 1970; 2 when it asks once more; -1 when the server gives no
 * time. After 1 and -1 it is closed.
 */
export type SNTPCallback = (message: number, value?: unknown) => void;

/** `{ io: Class }` of the Moddable SDK's module "sntp". The callback is never called inside the constructor. */
export interface SNTPProvider {
	/** Class of the SNTP clients; making one asks the host. */
	readonly io: new (options: { readonly host: string }, callback: SNTPCallback) => SNTPClient;
}

/** What `StayConnected` needs of a platform. */
export interface WiFiPlatform {
	/** The Wi-Fi, or another interface. */
	readonly interface: InterfaceProvider;
	/** Asks for the time. */
	readonly sntp: SNTPProvider;
	/** Sets the machine's clock, in seconds since 1970. */
	readonly setTime: (seconds: number) => void;
	/** Timers for its pauses. */
	readonly timers: Timers;
	/** The default network of `RecordsClient`. */
	readonly network: Network;
}
