import WiFi from "embedded:network/interface/wifi";
import { StayConnected } from "records-client/wifi";
import { type Case, testCase } from "../../host-tests/contract/case.js";

/** What a simulator has in place of a Wi-Fi; nothing on a board. */
export const simulatorCases: readonly Case[] = WiFi.SNTP === undefined ? [] : [
	testCase("a simulator's network is there, and its clock is the machine's: nobody is asked", async (context) => {
		const before = Date.now();
		await new Promise<void>((resolve) => {
			const wifi = new StayConnected({ accessPoints: [], onChange() {
				if (!wifi.isClockSet)
					return;
				context.equal(wifi.address, "127.0.0.1");
				wifi.close();
				resolve();
			} });
		});
		context.ok(Date.now() - before < 60_000, "the clock was not set to another time");
	})
];
