/**
 * The entry "records-client/wifi" for devices and the simulator.
 * @module records-client/wifi
 */
import WiFi from "embedded:network/interface/wifi";
import SNTP from "sntp";
import Time from "time";
import { network, timers } from "./internal.js";
import type { SNTPProvider, StayConnectedOptions } from "../wifi/wifi-options.js";
import { StayConnected as PlainStayConnected } from "../wifi/stay-connected.js";

export * from "../wifi/index.js";

/**
 * Keeps a device connected: connects again for ever, notices a network that is lost, sets the clock, and informs
 * client and outbox; with the Moddable SDK's Wi-Fi, SNTP, clock and timers.
 * @example
 * ```ts
 * import { RecordsClient } from "records-client";
 * import { StayConnected } from "records-client/wifi";
 *
 * const wifi = new StayConnected({ ssid: "name of the access point", password: "its password" });
 * const records = new RecordsClient({ baseUrl: "http://192.168.1.10:8090", network: wifi.network() });
 * ```
 */
export class StayConnected extends PlainStayConnected {
	/** @throws TypeError or RangeError that names the option that is missing or wrong; what the interface throws */
	constructor(options: StayConnectedOptions) {
		const sntp = { io: WiFi.SNTP ?? SNTP } as unknown as SNTPProvider;
		super({ interface: { io: WiFi }, sntp, setTime: Time.set, timers, network }, options);
	}
}
