import type { Transport, Resolver } from "../../../lib/platform.js";
import { type Case, type Context, testCase } from "../case.js";
import { ANSWERED, SHORT } from "../patience.js";
import { offeredUrl, peerHost, Scene } from "./scene.js";
import { failed } from "../spec/devices.js";

/** The platform's network, in which each name has these addresses. */
function network(context: Context, addresses: readonly string[]): { readonly http: Transport } {
	const { http } = context;
	const io = class implements Resolver {
		readonly #resolver = new http.dns.io(http.dns);

		resolve({ host, onResolved }: Parameters<Resolver["resolve"]>[0]): void {
			const onError = (): void => context.ok(false, "a literal address was not resolved");
			this.#resolver.resolve({ host: "127.0.0.1", onResolved: () => onResolved.call(this, host, addresses[0], addresses), onError });
		}

		close(): void {
			this.#resolver.close();
		}
	};
	return { http: { ...http, dns: { io } } };
}

export const addressCases: readonly Case[] = [
	testCase("addresses: where the first refuses, the next is tried, and so on to the last; it counts as one connection", async (context) => {
		const events: string[] = [];
		const scene = new Scene(context, "keep", { retries: 0 }, {
			network: network(context, ["127.0.0.2", "127.0.0.3", peerHost(context)]),
			onEvent: (event) => void events.push(event)
		});
		for (let i = 1; i <= 2; i++)
			scene.expect(await scene.client.createEx("{}"), { kind: "", body: `{"id":"answer-${i}"}` });
		context.equal(events.join(), "connect", "events");
		await scene.expectConnections(1);
	}),
	testCase("addresses: one that never answers has its share of limits.connect; the next is reached in what is left", async (context) => {
		const { peer, unanswered } = context;
		const [url, addresses] = unanswered === undefined ? [await offeredUrl(context, "unanswered-but-second"), ["127.0.0.1", "127.0.0.2"]] : [peer, [unanswered, peerHost(context)]];
		const client = context.client({ baseUrl: `${url}/keep/second-address`, limits: { connect: ANSWERED, retries: 0 }, network: network(context, addresses) });
		context.equal((await client.collection("readings").createEx("{}")).error, "", "error");
		const { connections, timeouts } = client.stats();
		context.equal([connections, timeouts].join(), "1,0", "connections, timeouts");
	}),
	testCase("addresses: one that takes the connection and never answers fails the first call; the next ones go to the address behind it", async (context) => {
		const baseUrl = await offeredUrl(context, "mute-but-second") + "/keep/silent-address";
		const client = context.client({ baseUrl, limits: { firstByte: SHORT, recycleBytes: 1, retries: 0 }, network: network(context, ["127.0.0.1", "127.0.0.2"]) });
		context.equal((await client.collection("readings").createEx("{}")).kind, "timeout", "the first call");
		for (let connections = 2; connections <= 4; connections++) {
			context.equal((await client.collection("readings").createEx("{}")).error, "", `connection ${connections}`);
			context.equal(client.stats().connections, connections, "connections");
		}
	}),
	testCase("addresses: where all refuse, the request is kind \"connect\"; where none answers, limits.connect is told", async (context) => {
		const all = network(context, ["127.0.0.2", "127.0.0.1", "127.0.0.2"]);
		const refused = context.client({ baseUrl: await offeredUrl(context, "refused"), limits: { retries: 1, retryBase: 1 }, network: all });
		for (let i = 0; i < 2; i++)
			context.equal((await refused.collection("readings").createEx("{}")).kind, "connect", "kind");
		context.equal(refused.stats().connections, 4, "connections");
		const silentHost = context.unanswered ?? "127.0.0.1";
		const both = network(context, [silentHost, silentHost]);
		const silent = context.client({ baseUrl: await offeredUrl(context, "unanswered"), limits: { connect: SHORT, retries: 0 }, network: both });
		failed(context, await silent.collection("readings").createEx("{}"), "timeout", 0, `no connection within limits.connect (${SHORT} ms)`);
	})
];
