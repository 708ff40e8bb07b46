import test from "ava";
import { text } from "../../../host/text.js";
import type { Transport } from "../../../lib/platform.js";
import { makeConfiguration } from "../../../lib/scheduler/configuration.js";
import { MemoryResolver, MemorySocket } from "../../../tools/connection/memory-machine.js";
import { SetTimers } from "../../../tools/set-timers.js";

const network = { http: { dns: { io: MemoryResolver }, socket: { io: MemorySocket } } };
const platform = { network, text, timers: new SetTimers(), secured: (transport: Transport) => ({ ...transport, isVerified: true }), warn: () => {}, preferences: { get: () => undefined, set: () => {}, delete: () => {} } };

test("the longest token leaves room in the send buffer for the rest of a head", (t) => {
	for (const [baseUrl, beside] of [["http://127.0.0.1", "host: 127.0.0.1\r\n"], ["http://127.0.0.1:8090/pb", "host: 127.0.0.1:8090\r\n/pb"]]) {
		const { session } = makeConfiguration(platform, { baseUrl, preferences: null, limits: { send: 1024 } });
		const longest = 1024 - 168 - beside.length;
		t.is(session.faultOf("x".repeat(longest)), "", baseUrl);
		t.is(session.faultOf("x".repeat(longest + 1)), "token is too long for limits.send", baseUrl);
	}
});

test("what the client writes into a head by itself, and by its options, is refused in headers", (t) => {
	const options = { baseUrl: "http://127.0.0.1", preferences: null, userAgent: "a" };
	const { headers } = makeConfiguration(platform, options);
	const names = headers.split("\r\n").slice(0, -1).map((line) => line.split(":")[0]);
	t.deepEqual(names, ["host", "user-agent"]);
	for (const name of names)
		t.throws(() => makeConfiguration(platform, { ...options, headers: { [name]: "b" } }), { message: RegExp(`^headers\\.${name} is the client's`) });
});

test("an IPv6 address is warned of where the platform's own network does not take it, and only there", (t) => {
	const warnings: string[] = [];
	const warning = { ...platform, addressWarning: "no IPv6", warn: (text: string) => void warnings.push(text) };
	const configure = (baseUrl: string, own: object = {}, on = warning): void => void makeConfiguration(on, { baseUrl, preferences: null, ...own });
	configure("http://127.0.0.1");
	configure("http://records.local:8090");
	configure("http://[::1]", { network: { http: { ...network.http } } });
	configure("http://[::1]", {}, { ...warning, addressWarning: undefined as unknown as string });
	t.deepEqual(warnings, []);
	configure("http://[::1]:8090/pb");
	t.deepEqual(warnings, ["no IPv6"]);
});
