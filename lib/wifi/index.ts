/** The public surface of "records-client/wifi", except what each platform's entry binds. */
export {
	type AccessPoint, type ConnectOptions, DEFAULT_WIFI_LIMITS, type Flushable, type InterfaceProvider, type NetworkInterface,
	type SNTPCallback, type SNTPClient, type SNTPProvider, type StayConnectedOptions, type WiFiLimits, type WiFiPlatform
} from "./wifi-options.js";
