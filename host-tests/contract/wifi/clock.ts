import { type Case, testCase } from "../case.js";
import { home } from "./connection.js";

const HOUR = 3_600_000;
const NOW = 1_800_000_000;

/** Sets the clock. */
export const clockCases: readonly Case[] = [
	testCase("wifi: the clock is set at the first address, then once or twice a day, and not at each return of the network", ({ equal, ok }) => {
		const told: boolean[] = [];
		const { air, wifi } = home({ timeServers: ["one"], onChange: () => void told.push(wifi.isClockSet) });
		air.times.set("one", NOW);
		air.pass(10_000);
		equal(air.clock.join(), String(NOW));
		equal(told.join(), "false,true");
		for (let times = 0; times < 10; times++) {
			air.radio.drop();
			air.until(() => wifi.address !== "", HOUR);
			air.pass(100_000);
		}
		equal(air.asked.length, 1);
		air.pass(10 * 24 * HOUR);
		ok(air.asked.length >= 11 && air.asked.length <= 21, `${air.asked.length} times in ten days`);
		equal(air.clock.length, air.asked.length);
	}),
	testCase("wifi: without a network no time server is asked; a day later it is due at the first address", () => home({ timeServers: ["one"] }), ({ air, wifi }, { equal }) => {
		air.times.set("one", NOW);
		air.pass(10_000);
		air.lose();
		air.pass(48 * HOUR);
		equal(air.asked.length, 1);
		air.accessPoints.set("home", "secret-1");
		air.until(() => wifi.address !== "", HOUR);
		equal(air.asked.length, 2);
	}),
	testCase("wifi: time servers are asked in turn, without an answer again after pauses of up to five minutes", () => home({ timeServers: ["one", "two"] }), ({ air, wifi }, { equal, ok }) => {
		air.pass(HOUR);
		equal(wifi.isClockSet, false);
		equal(air.asked.slice(0, 6).join(), "one,two,one,two,one,two");
		ok(air.asked.length >= 16 && air.asked.length < 140, `${air.asked.length} asked in an hour`);
		air.times.set("two", NOW);
		ok(air.until(() => wifi.isClockSet, HOUR) <= 400_000, "too late");
		equal(air.asked.at(-1), "two");
	}),
	testCase("wifi: a time before 2023 is of a server that has none", () => home({ timeServers: ["one", "two"] }), ({ air, wifi }, { equal }) => {
		air.times.set("one", 0);
		air.times.set("two", NOW);
		air.pass(20_000);
		equal(air.clock.join(), String(NOW));
		equal(wifi.isClockSet, true);
	}),
	testCase("wifi: without a network in the middle of the question no other server is asked", () => home({ timeServers: ["one", "two"] }), ({ air }, { equal }) => {
		air.pass(10_000);
		equal(air.asked.join(), "one");
		air.lose();
		air.pass(HOUR);
		equal(air.asked.join(), "one");
	}),
	testCase("wifi: an SNTP client that can't be had costs nothing but the time", ({ equal }) => {
		const { air, wifi } = home({
			timeServers: ["one"],
			sntp: {
				io: class {
					constructor() {
						throw new Error("no socket");
					}

					close(): void {
						throw new Error("it never was");
					}
				}
			}
		});
		air.pass(HOUR);
		equal(wifi.isClockSet, false);
		equal(wifi.address, "192.168.1.20");
	}),
	testCase("wifi: without time servers the clock is left alone", () => home(), ({ air, wifi }, { equal }) => {
		air.pass(HOUR);
		equal(air.asked.length, 0);
		equal(wifi.isClockSet, false);
	})
];
