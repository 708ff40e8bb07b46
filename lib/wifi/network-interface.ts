/** The seams between `StayConnected` and the machine. Types only: nothing here exists at run time. */
import type { Network, Timers } from "../platform.js";

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
