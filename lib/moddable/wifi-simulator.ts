/** What simulators have in place of "embedded:network/interface/wifi": the machine keeps both network and clock. */
import Timer from "timer";
import type { SNTPCallback, SNTPClient } from "../wifi/wifi-options.js";
import ReadyNetwork from "../wifi/ready-network.js";

/** Reports the machine's time. The SDK's SNTP client can end an app on simulators: their UDP socket calls it when it is closed. */
class SystemClock implements SNTPClient {
	private readonly timer: unknown;

	constructor(_options: object, callback: SNTPCallback) {
		this.timer = Timer.set(() => callback(1, Math.floor(Date.now() / 1000)), 0);
	}

	close(): void {
		Timer.clear(this.timer as Timer);
	}
}

/** A network that is there, and a clock that is set. */
export default class SimulatorNetwork extends ReadyNetwork {
	static readonly SNTP = SystemClock;
}
