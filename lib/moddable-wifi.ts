/** The entry "records-client/wifi" for devices and the simulator. */
import WiFi from "embedded:network/interface/wifi";
import SNTP from "sntp";
import Time from "time";
import { network, timers } from "./moddable.js";
import type { SNTPProvider } from "./wifi/network-interface.js";
import type { StayConnectedOptions } from "./wifi/options.js";
import { StayConnected as PlainStayConnected } from "./wifi/stay-connected.js";

export * from "./wifi/index.js";

/** Stays connected to a network, with the Moddable SDK's Wi-Fi, SNTP, clock and timers. */
export class StayConnected extends PlainStayConnected {
	/** @throws TypeError or RangeError that names the option that is missing or wrong; what the interface throws */
	constructor(options: StayConnectedOptions) {
		super({ interface: { io: WiFi }, sntp: { io: SNTP } as unknown as SNTPProvider, setTime: Time.set, timers, network, ...options });
	}
}
