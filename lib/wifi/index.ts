/** The public surface of "records-client/wifi", except what each platform's entry binds. */
export { DEFAULT_WIFI_LIMITS, type WiFiLimits } from "./wifi-limits.js";
export type {
	ConnectOptions, InterfaceProvider, NetworkInterface, SNTPCallback, SNTPClient, SNTPProvider, WiFiPlatform
} from "./network-interface.js";
export type { AccessPoint, Flushable, StayConnectedOptions } from "./wifi-options.js";
