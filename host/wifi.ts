/**
 * The entry "records-client/wifi" for Node, where the system keeps both network and clock.
 * @module records-client/wifi (Node)
 */
import ReadyNetwork from "records-client/wifi/ready";
import type { SNTPCallback, SNTPClient, StayConnectedOptions } from "../lib/wifi/wifi-options.js";
import { StayConnected as PlainStayConnected } from "../lib/wifi/stay-connected.js";
import { network, timers } from "./internal.js";

export * from "../lib/wifi/index.js";

/** Reports the system's time. */
class SystemClock implements SNTPClient {
	readonly #turn: NodeJS.Immediate;

	constructor(_options: object, callback: SNTPCallback) {
		this.#turn = setImmediate(() => callback(1, Math.floor(Date.now() / 1000)));
	}

	close(): void {
		clearImmediate(this.#turn);
	}
}

/** As on devices, with Node's timers, a network that is always there unless an `interface` is given, and the system's clock, which it leaves alone. */
export class StayConnected extends PlainStayConnected {
	/** @throws TypeError or RangeError that names the option that is missing or wrong */
	constructor(options: StayConnectedOptions) {
		super({ interface: { io: ReadyNetwork }, sntp: { io: SystemClock }, setTime: () => {}, timers, network }, options);
	}
}
