import type { Resolver, Transport } from "../../../lib/platform.js";
import type { Case, Context } from "../case.js";
import { PASSWORD } from "../spec/devices.js";
import { home } from "./connection.js";

const HOUR = 3_600_000;
const NOW = 1_800_000_000;

/** The platform's transport, which counts its look-ups. */
function counting({ http }: Context): { readonly transport: Transport; lookUps(): number } {
	let count = 0;
	const { dns, socket } = http;
	const io = function (): Resolver {
		count++;
		return new dns.io(dns);
	} as unknown as Transport["dns"]["io"];
	return { transport: { dns: { io }, socket }, lookUps: () => count };
}

/** Tells client and outbox. */
export const deliveryCases: readonly Case[] = [
	{ name: "wifi: an outbox is flushed within half a minute behind each return of the network, at random", run: ({ equal, ok }) => {
		const waits = new Set<number>();
		for (let times = 0; times < 20; times++) {
			let flushes = 0;
			const { air, wifi } = home();
			wifi.outbox = { flush: () => flushes++ };
			air.until(() => wifi.address !== "", HOUR);
			waits.add(air.until(() => flushes > 0, HOUR));
			equal(flushes, 1);
			air.pass(HOUR);
			equal(flushes, 1, "flushes without a change");
			air.radio.drop();
			air.until(() => wifi.address !== "", HOUR);
			air.pass(31_000);
			equal(flushes, 2, "flushes behind the return");
		}
		ok(Math.max(...waits) <= 31_000, `${Math.max(...waits)} ms`);
		ok(waits.size > 5, `${waits.size} of 20 waits differ`);
		return Promise.resolve();
	} },
	{ name: "wifi: a network that is lost again before the flush is not flushed over", run: ({ equal }) => {
		let flushes = 0;
		const { air, wifi } = home({ limits: { flushJitter: 0x7fffffff } });
		wifi.outbox = { flush: () => flushes++ };
		air.until(() => wifi.address !== "", HOUR);
		air.lose();
		air.timers.pass(0x7fffffff);
		equal(flushes, 0);
		return Promise.resolve();
	} },
	{ name: "wifi: an outbox is flushed once more when the clock is set for the first time: certificates may have been refused", run: ({ equal }) => {
		let flushes = 0;
		const { air, wifi } = home({ timeServers: ["one"] });
		wifi.outbox = { flush: () => flushes++ };
		air.pass(120_000);
		equal(flushes, 1);
		air.times.set("one", NOW);
		air.pass(HOUR);
		equal(flushes, 2);
		air.pass(48 * HOUR);
		equal(flushes, 2);
		return Promise.resolve();
	} },
	{ name: "wifi: a client looks nothing up while there is no network, fails at once, and sends when there is one", run: async (context) => {
		const { equal } = context;
		const { air, wifi } = home({}, false);
		const { lookUps, transport } = counting(context);
		const client = context.client({ baseUrl: context.service, network: wifi.network({ http: transport }), limits: { retries: 0 } });
		air.pass(10_000);
		const response = await client.sendEx("GET", "/api/health");
		equal(response.kind, "dns");
		equal(lookUps(), 0);
		air.accessPoints.set("home", "secret-1");
		air.until(() => wifi.address !== "", HOUR);
		equal((await client.sendEx("GET", "/api/health")).error, "");
		equal(lookUps(), 1);
	} },
	{ name: "wifi: with credentials, too, a client logs in when there is a network", run: async (context) => {
		const { air, wifi } = home({}, false);
		const credentials = { collection: "users", identity: "device-one", password: PASSWORD };
		const { lookUps, transport } = counting(context);
		const client = context.client({ baseUrl: context.service, credentials, network: wifi.network({ http: transport }), limits: { retries: 0 } });
		air.pass(10_000);
		context.equal((await client.collection("readings").getListEx(1, 1)).kind, "dns");
		context.equal(lookUps(), 0);
		air.accessPoints.set("home", "secret-1");
		air.until(() => wifi.address !== "", HOUR);
		context.equal((await client.collection("readings").getListEx(1, 1)).error, "");
	} }
];
