import { StayConnected, type StayConnectedOptions } from "records-client/wifi";
import { type Case, testCase } from "../case.js";
import { raise, thrownBy } from "../thrown.js";
import { Air, Radio } from "./air.js";

const HOUR = 3_600_000;
const MINUTE = 60_000;

/** The longest from an access point's return to the address: an attempt that fails, the longest pause, the next attempt. */
const BACK = 30_000 + 301_000 + 10_000;

/** The longest pauses behind one, two, … failures, in milliseconds. */
function longestPause(failures: number): number {
	return 1000 + Math.min(5000 * 2 ** (failures - 1), 300_000);
}

/** A device at home, whose access point is there unless it is said that it is not. */
export function home(more: StayConnectedOptions = {}, isThere = true): { readonly air: Air; readonly wifi: StayConnected } {
	const air = new Air();
	if (isThere)
		air.accessPoints.set("home", "secret-1");
	return { air, wifi: new StayConnected({ ...more.accessPoints === undefined ? { ssid: "home", password: "secret-1" } : {}, timeServers: [], ...air.parts, ...more }) };
}

/** The names that were tried, in order. */
function tried(air: Air): string {
	return air.attempts.map(({ options }) => options?.SSID).join();
}

/** Connects, and stays connected. */
export const connectionCases: readonly Case[] = [
	testCase("wifi: nothing is done inside the constructor; then it connects and tells the address", ({ equal }) => {
		let told = 0;
		const { air, wifi } = home({ onChange: () => told++ });
		equal(air.attempts.length, 0);
		equal(wifi.address, "");
		air.pass(10_000);
		equal(wifi.address, "192.168.1.20");
		equal(told, 1);
		equal(JSON.stringify(air.attempts.map(({ options }) => options)), '[{"SSID":"home","password":"secret-1"}]');
		air.pass(HOUR);
		equal(air.attempts.length, 1);
		equal(told, 1);
	}),
	testCase("wifi: without an access point at boot it tries for ever, rarer and rarer up to five minutes, and connects when there is one", () => home({}, false), ({ air, wifi }, { equal, ok }) => {
		air.pass(24 * HOUR);
		equal(wifi.address, "");
		const times = air.attempts.map(({ at }) => at);
		ok(times.length > 24 * HOUR / 304_000 && times.length < 2000, `${times.length} attempts in a day`);
		times.slice(1).forEach((at, index) => {
			const gap = at - times[index];
			// An attempt takes two seconds, and the air counts in seconds.
			ok(gap >= 3000 && gap <= longestPause(index + 1) + 4000, `${gap} ms behind attempt ${index + 1}`);
		});
		air.accessPoints.set("home", "secret-1");
		ok(air.until(() => wifi.address !== "", HOUR) <= BACK, "too late");
	}),
	testCase("wifi: an access point that is gone for an hour is told at once, and connected to when it is back", ({ equal, ok }) => {
		const addresses: string[] = [];
		const { air, wifi } = home({ onChange: () => void addresses.push(wifi.address) });
		air.pass(10 * MINUTE);
		air.lose();
		equal(addresses.join(), "192.168.1.20,");
		const before = air.attempts.length;
		air.pass(10_000);
		ok(air.attempts.length > before, "the first attempt comes soon");
		air.pass(HOUR);
		air.accessPoints.set("home", "secret-1");
		ok(air.until(() => wifi.address !== "", HOUR) <= BACK, "too late");
		equal(addresses.join(), "192.168.1.20,,192.168.1.20");
	}),
	testCase("wifi: a wrong password is tried for ever, for it looks like a missing access point", () => home(), ({ air, wifi }, { equal, ok }) => {
		air.accessPoints.set("home", "another");
		air.pass(6 * HOUR);
		equal(wifi.address, "");
		ok(air.attempts.length > 60, `${air.attempts.length} attempts`);
		air.accessPoints.set("home", "secret-1");
		ok(air.until(() => wifi.address !== "", HOUR) <= BACK, "too late");
	}),
	testCase("wifi: while DHCP is silent it disconnects after 30 seconds, which nothing tells, and connects anew", () => home(), ({ air, wifi }, { equal, ok }) => {
		air.dhcp = "";
		air.pass(29_000);
		equal(air.disconnects, 0);
		equal(air.radio.connection, 400);
		air.pass(3000);
		equal(air.disconnects, 1);
		ok(air.until(() => air.attempts.length === 2, HOUR) <= 6000, "no second attempt");
		air.dhcp = "192.168.1.21";
		ok(air.until(() => wifi.address !== "", HOUR) <= BACK, "too late");
		equal(wifi.address, "192.168.1.21");
	}),
	testCase("wifi: an attempt that never ends is ended after 30 seconds", () => home(), ({ air, wifi }, { equal, ok }) => {
		air.isMute = true;
		air.pass(31_000);
		equal(air.disconnects, 1);
		air.isMute = false;
		ok(air.until(() => wifi.address !== "", HOUR) <= 20_000, "too late");
	}),
	testCase("wifi: a connect that throws is an attempt that has failed; the error says what it threw", () => home(), ({ air, wifi }, { equal, ok }) => {
		air.refusal = "connect failed";
		air.pass(HOUR);
		ok(wifi.error.includes("connect failed"), wifi.error);
		ok(air.attempts.length > 10 && air.attempts.length < 200, `${air.attempts.length} attempts`);
		air.refusal = "";
		ok(air.until(() => wifi.address !== "", HOUR) <= BACK, "too late");
		equal(wifi.address, "192.168.1.20");
	}),
	testCase("wifi: an access point that is lost each second is tried rarer and rarer, and stayed with when it stays", () => home(), ({ air, wifi }, { ok }) => {
		for (let seconds = 0; seconds < 3600; seconds++) {
			air.pass(1000);
			if (wifi.address !== "")
				air.radio.drop();
		}
		ok(air.attempts.length > 10 && air.attempts.length < 200, `${air.attempts.length} attempts`);
		ok(air.until(() => wifi.address !== "", HOUR) <= BACK, "too late");
		air.pass(HOUR);
		ok(wifi.address !== "", "it is lost");
	}),
	testCase("wifi: an address that changes without a word is told within a minute", ({ equal }) => {
		const addresses: string[] = [];
		const { air, wifi } = home({ onChange: () => void addresses.push(wifi.address) });
		air.pass(10 * MINUTE);
		air.radio.address = "192.168.1.99";
		air.pass(MINUTE);
		equal(addresses.join(), "192.168.1.20,192.168.1.99");
		equal(air.attempts.length, 1);
	}),
	testCase("wifi: an address that is taken away without a word is noticed within a minute, and a new one is got", () => home(), ({ air, wifi }, { equal, ok }) => {
		air.pass(10 * MINUTE);
		// What the ESP32 has then: the connection goes on, the address is the IPv6 link-local one.
		air.radio.address = "fe80::1";
		ok(air.until(() => wifi.address === "", HOUR) <= MINUTE, "not noticed");
		ok(air.until(() => wifi.address !== "", HOUR) <= 20_000, "no new address");
		equal(air.attempts.length, 2);
	}),
	testCase("wifi: access points are tried in their order, soon one after the other; a round without success makes the pause longer", ({ equal, ok }) => {
		const accessPoints = [{ ssid: "first", password: "secret-1" }, { ssid: "second" }, { ssid: "home", password: "secret-1" }];
		const air = new Air();
		const wifi = new StayConnected({ accessPoints, timeServers: [], ...air.parts });
		air.until(() => air.attempts.length >= 30, HOUR * 24);
		const expected = Array.from({ length: 10 }, () => "first,second,home").join();
		equal(tried(air), expected);
		air.attempts.slice(1).forEach(({ at }, index) => {
			const most = (index + 1) % 3 === 0 ? longestPause((index + 1) / 3) : longestPause(1);
			ok(at - air.attempts[index].at <= most + 4000, `pause behind attempt ${index + 1}`);
		});
		equal(JSON.stringify(air.attempts[1].options), '{"SSID":"second"}');
		air.accessPoints.set("second", "");
		ok(air.until(() => wifi.address !== "", HOUR) <= BACK + 2 * 40_000, "too late");
		equal(air.attempts.at(-1)?.options?.SSID, "second");
		// A good connection is lost: from the first on.
		air.pass(10 * MINUTE);
		const before = air.attempts.length;
		air.accessPoints.set("first", "secret-1");
		air.radio.drop();
		air.until(() => wifi.address !== "", HOUR);
		equal(air.attempts.slice(before).map(({ options }) => options?.SSID).join(), "first");
	}),
	testCase("wifi: what is connected already, or connects by itself, is left alone", () => home({}, false), ({ air, wifi }, { equal }) => {
		air.radio.associate();
		air.pass(5000);
		equal(wifi.address, "192.168.1.20");
		air.lose();
		air.radio.associate();
		air.pass(5000);
		equal(wifi.address, "192.168.1.20");
		equal(air.attempts.length, 0);
	}),
	testCase("wifi: an Ethernet is told no access point", ({ equal }) => {
		const air = new Air();
		air.accessPoints.set("cable", "");
		const wifi = new StayConnected({ accessPoints: [], timeServers: [], ...air.parts });
		air.pass(10_000);
		equal(wifi.address, "192.168.1.20");
		equal(air.attempts[0].options, undefined);
		air.lose();
		air.pass(HOUR);
		air.accessPoints.set("cable", "");
		air.pass(BACK);
		equal(wifi.address, "192.168.1.20");
	}),
	testCase("wifi: an interface whose properties and disconnect throw ends nothing", () => home(), ({ air, wifi }, { equal, ok }) => {
		air.pass(10_000);
		const { disconnect } = Radio.prototype;
		Object.defineProperty(air.radio, "address", { configurable: true, get: () => { throw new Error("no address"); } });
		Object.defineProperty(air.radio, "disconnect", { configurable: true, value: () => { throw new Error("no disconnect"); } });
		air.pass(HOUR);
		equal(wifi.address, "");
		ok(wifi.error.includes("no address"), wifi.error);
		Object.defineProperty(air.radio, "address", { configurable: true, writable: true, value: undefined });
		Object.defineProperty(air.radio, "disconnect", { configurable: true, value: disconnect });
		air.radio.disconnect();
		air.pass(BACK);
		equal(wifi.address, "192.168.1.20");
	}),
	testCase("wifi: once closed it does nothing, and calls nobody", ({ equal }) => {
		let told = 0;
		const { air, wifi } = home({ onChange: () => told++, timeServers: ["t"] });
		air.pass(10_000);
		told = 0;
		wifi.close();
		wifi.close();
		equal(wifi.address, "");
		equal(air.closes > 0, true);
		equal(air.timers.waiting, 0, "timers");
		equal(told, 0);
	}),
	testCase("wifi: what onChange throws or rejects with is told, and ends nothing", async ({ equal }) => {
		for (const onChange of [() => raise(new Error("oops")), () => Promise.reject(new Error("oops"))]) {
			const { air, wifi } = home({ onChange, timeServers: ["t"] });
			air.times.set("t", 1_800_000_000);
			air.pass(10_000);
			for (let turn = 0; turn < 5; turn++)
				await Promise.resolve();
			equal(wifi.error, "onChange has thrown");
			equal(wifi.isClockSet, true);
			wifi.close();
		}
	}),
	testCase("wifi: closed inside setTime it calls nobody and leaves no timer", ({ equal }) => {
		const told: string[] = [];
		const { air, wifi } = home({ timeServers: ["t"], onChange: () => void told.push(wifi.address), setTime: () => wifi.close() });
		air.times.set("t", 1_800_000_000);
		air.pass(10_000);
		equal(told.join(), "192.168.1.20");
		equal(air.timers.waiting, 0, "timers");
	}),
	testCase("wifi: a missing ssid and wrong limits are named", ({ ok }) => {
		const faults: (readonly [StayConnectedOptions, string])[] = [
			[{ ssid: "" }, "ssid"],
			[{ ssid: undefined }, "ssid"],
			[{ accessPoints: [{ ssid: "a" }, {} as { ssid: string }] }, "ssid"],
			[{ limits: { connecting: 0 } }, "limits.connecting"],
			[{ limits: { nothing: 1 } as object }, "limits.nothing"]
		];
		for (const [options, name] of faults) {
			const thrown = thrownBy(() => home(options));
			ok(thrown.includes(name), `${JSON.stringify(options)}: ${thrown}`);
		}
	})
];
