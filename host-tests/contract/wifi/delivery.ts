import type { Resolver, Socket, SocketOptions, Transport } from "../../../lib/platform.js";
import { type Case, type Context, testCase } from "../case.js";
import { PASSWORD } from "../../../tools/password.js";
import { home } from "./connection.js";
import { failed } from "../spec/devices.js";

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

/** Sockets whose peer never answers, and what was done with them. */
class Silence {
	made = 0;
	written = 0;
	closed = 0;

	/** @param isOpen whether there is a peer */
	provider(isOpen = true): Transport["socket"] {
		// eslint-disable-next-line @typescript-eslint/no-this-alias -- a class is made that has a `this` of its own
		const silence = this;
		return {
			io: class implements Socket {
				readonly target: unknown;

				constructor({ onWritable, target }: SocketOptions) {
					silence.made++;
					this.target = target;
					if (isOpen)
						void Promise.resolve().then(() => onWritable?.call(this, 1000));
				}

				read(): undefined {
					return undefined;
				}

				write(): number {
					silence.written++;
					return 1000;
				}

				close(): void {
					silence.closed++;
				}
			}
		};
	}
}

/** Tells client and outbox. */
export const deliveryCases: readonly Case[] = [
	testCase("wifi: an outbox is flushed within half a minute behind each return of the network, at random", ({ equal, ok }) => {
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
	}),
	testCase("wifi: a network that is lost again before the flush is not flushed over", ({ equal }) => {
		let flushes = 0;
		const { air, wifi } = home({ limits: { flushJitter: 0x7fffffff } });
		wifi.outbox = { flush: () => flushes++ };
		air.until(() => wifi.address !== "", HOUR);
		air.lose();
		air.timers.pass(0x7fffffff);
		equal(flushes, 0);
	}),
	testCase("wifi: an outbox is flushed once more when the clock is set for the first time: certificates may have been refused", ({ equal }) => {
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
	}),
	testCase("wifi: a client looks nothing up while there is no network, fails at once, and sends when there is one", async (context) => {
		const { equal } = context;
		const { air, wifi } = home({}, false);
		const { lookUps, transport } = counting(context);
		const client = context.client({ baseUrl: context.service, network: wifi.network({ http: transport }), limits: { retries: 0 } });
		air.pass(10_000);
		const { error, kind } = await client.sendEx("GET", "/api/health");
		// The service's host is a literal address: there was no name to resolve.
		equal(`${kind}: ${error}`, "dns: no network");
		equal(lookUps(), 0);
		air.accessPoints.set("home", "secret-1");
		air.until(() => wifi.address !== "", HOUR);
		equal((await client.sendEx("GET", "/api/health")).error, "");
		equal(lookUps(), 1);
	}),
	testCase("wifi: a kept connection ends with the network and with its address; the next request fails at once, or opens another", async (context) => {
		const { equal } = context;
		const { air, wifi } = home();
		const { lookUps, transport } = counting(context);
		const client = context.client({ baseUrl: context.service, network: wifi.network({ http: transport }), limits: { retries: 0 } });
		air.until(() => wifi.address !== "", HOUR);
		for (let times = 0; times < 2; times++)
			equal((await client.sendEx("GET", "/api/health")).error, "");
		equal(client.stats().connections, 1, "connections");
		air.radio.address = "192.168.1.99";
		air.until(() => wifi.address === "192.168.1.99", HOUR);
		equal((await client.sendEx("GET", "/api/health")).error, "", "with another address");
		equal([client.stats().connections, lookUps()].join(), "2,2", "connections, look-ups");
		air.lose();
		equal((await client.sendEx("GET", "/api/health")).kind, "dns", "without a network");
		equal(lookUps(), 2, "look-ups");
		air.accessPoints.set("home", "secret-1");
		air.until(() => wifi.address !== "", HOUR);
		equal((await client.sendEx("GET", "/api/health")).error, "", "with a network again");
	}),
	testCase("wifi: a request in flight ends with the network, whether its connection is open or not; closed sockets are forgotten", async (context) => {
		for (const isOpen of [true, false]) {
			const { air, wifi } = home();
			const { transport } = counting(context);
			const silence = new Silence();
			const network = wifi.network({ http: { ...transport, socket: silence.provider(isOpen) } });
			const client = context.client({ baseUrl: context.service, network, limits: { retries: 0 } });
			air.until(() => wifi.address !== "", HOUR);
			for (let times = 1; times <= 3; times++) {
				const response = client.sendEx("GET", "/api/health");
				while ((isOpen ? silence.written : silence.made) < times)
					await context.sleep(1);
				air.radio.drop();
				failed(context, await response, "connect", 0, "the network is lost");
				context.equal(silence.closed, times, "closed");
				air.until(() => wifi.address !== "", HOUR);
			}
		}
	}),
	testCase("wifi: a network that is lost in the middle of a look-up has no connection begun", () => home(), async ({ air, wifi }, context) => {
		let tell: (() => void) | undefined;
		const dns = class implements Resolver {
			resolve({ host, onResolved }: Parameters<Resolver["resolve"]>[0]): void {
				tell = () => onResolved(host, "192.0.2.1", ["192.0.2.1", "192.0.2.2"]);
			}

			close(): void {
				// Nothing is held.
			}
		};
		const silence = new Silence();
		const network = wifi.network({ http: { dns: { io: dns }, socket: silence.provider() } });
		const client = context.client({ baseUrl: context.service, network, limits: { retries: 0 } });
		air.until(() => wifi.address !== "", HOUR);
		const response = client.sendEx("GET", "/api/health");
		while (tell === undefined)
			await context.sleep(1);
		air.radio.drop();
		tell();
		failed(context, await response, "connect", 0, "the network is lost");
		context.equal(silence.made, 0, "sockets");
	}),
	testCase("wifi: close() in an event of a client whose connection is lost calls nobody and leaves no timer", async (context) => {
		const told: string[] = [];
		const { air, wifi } = home({ onChange: () => void told.push(wifi.address) });
		const { transport } = counting(context);
		const silence = new Silence();
		const network = wifi.network({ http: { ...transport, socket: silence.provider() } });
		const onEvent = (event: string): void => {
			if (event === "retry")
				wifi.close();
		};
		const client = context.client({ baseUrl: context.service, network, limits: { retries: 1, retryBase: 1 }, onEvent });
		air.until(() => wifi.address !== "", HOUR);
		const response = client.sendEx("GET", "/api/health");
		while (silence.written === 0)
			await context.sleep(1);
		air.radio.drop();
		context.equal((await response).kind, "dns");
		context.equal(told.join(), "192.168.1.20");
		context.equal(air.timers.waiting, 0, "timers");
	}),
	testCase("wifi: with credentials, too, a client logs in when there is a network", () => home({}, false), async ({ air, wifi }, context) => {
		const credentials = { collection: "users", identity: "device-one", password: PASSWORD };
		const { lookUps, transport } = counting(context);
		const client = context.client({ baseUrl: context.service, credentials, network: wifi.network({ http: transport }), limits: { retries: 0 } });
		air.pass(10_000);
		context.equal((await client.collection("readings").getListEx(1, 1)).kind, "dns");
		context.equal(lookUps(), 0);
		air.accessPoints.set("home", "secret-1");
		air.until(() => wifi.address !== "", HOUR);
		context.equal((await client.collection("readings").getListEx(1, 1)).error, "");
	})
];
