import { StayConnected, type StayConnectedOptions } from "records-client/wifi";
import { type Case, testCase } from "../case.js";
import { thrownBy } from "../thrown.js";
import { home } from "./connection.js";

/** Options that are wrong, by what they throw. */
const wrong: readonly (readonly [error: string, options: object])[] = [
	["pasword is unknown; did you mean password?", { pasword: "secret-1" }],
	["SSID is unknown; did you mean ssid?", { SSID: "home" }],
	["onchange is unknown; did you mean onChange?", { onchange: () => undefined }],
	["ssid must be of type string", { ssid: 5 }],
	["ssid is required", { ssid: "" }],
	["password must be of type string", { password: 12345678 }],
	["ssid and accessPoints are both given", { ssid: "home", accessPoints: [] }],
	["accessPoints and timeServers must be arrays", { ssid: undefined, password: undefined, accessPoints: "home" }],
	["accessPoints and timeServers must be arrays", { timeServers: "pool.ntp.org" }],
	["accessPoints[].pasword is unknown; did you mean accessPoints[].password?", { ssid: undefined, password: undefined, accessPoints: [{ ssid: "home", pasword: "a" }] }],
	["accessPoints[] must be of type object", { ssid: undefined, password: undefined, accessPoints: ["home"] }],
	["limits must be of type object", { limits: null }],
	["limits.flushjitter is unknown; did you mean limits.flushJitter?", { limits: { flushjitter: 0 } }],
	["interface must be of type object", { interface: "wifi" }]
];

/** The options of `StayConnected`. */
export const optionCases: readonly Case[] = [
	...wrong.map(([error, options]) => testCase(`wifi: options that are wrong throw a TypeError that names them: ${error} (${JSON.stringify(options)})`, ({ equal }) => {
		equal(thrownBy(() => home(options)), error);
	})),
	testCase("wifi: without options a TypeError says so", ({ equal }) => {
		for (const options of [undefined, null])
			equal(thrownBy(() => new StayConnected(options as unknown as StayConnectedOptions)), "options must be of type object");
	})
];
