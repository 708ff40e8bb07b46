import test from "ava";
import { startEngine } from "../../tools/xs/engine.js";
import { prepareXS } from "../../tools/xs/install.js";
import { runCasesOnXS } from "../xs/run-cases.js";

const readiness = await prepareXS();

runCasesOnXS(readiness, "dns", () => ({ service: "", peer: "" }));

test[readiness.ready ? "serial" : "skip"]("the client asks the servers that the network has at each connection; without a network it says so at once", async (t) => {
	const xs = await startEngine();
	t.teardown(() => xs.close().catch(() => undefined));
	xs.load("probe", `
		import { RecordsClient } from "records-client";
		const options = { baseUrl: "http://records.example.org", preferences: null, limits: { retries: 0 } };
		const readings = new RecordsClient(options).collection("readings");
		/** What a request comes to while the network has these servers, and which are asked. */
		export async function request(servers) {
			device.datagrams.servers = servers;
			device.datagrams.sent = [];
			const { error, kind } = await readings.getOneEx("one");
			return [kind + ": " + error, ...new Set(device.datagrams.sent)].join();
		}`);
	t.is(await xs.call("probe", "request"), "dns: no network");
	t.is(await xs.call("probe", "request", ["192.0.2.1", "192.0.2.2"]), "dns: no network,192.0.2.1:53,192.0.2.2:53");
	t.is(await xs.call("probe", "request", ["192.0.2.3"]), "dns: no network,192.0.2.3:53");
	t.is(await xs.call("probe", "request", []), "dns: no network,1.1.1.1:53,8.8.8.8:53");
});
