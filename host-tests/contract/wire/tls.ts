import type { RecordsClient } from "../../../lib/client.js";
import type { Limits } from "../../../lib/client-limits.js";
import type { EventName } from "../../../lib/stats.js";
import { failed } from "../spec/devices.js";
import type { TLSOptions } from "../../../lib/tls/tls-options.js";
import { type Case, type Context, testCase } from "../case.js";
import { ANSWERED } from "../patience.js";
import { nextBody, offer, peerHost } from "./scene.js";

/** What the peer's certificates are for. */
const HOST = "127.0.0.1";

interface Secured {
	readonly client: RecordsClient;
	/** Events, in their order. */
	readonly events: readonly string[];
	/** Requests that the peer saw. */
	requests(): Promise<number>;
}

/** A client of a port of the peer's that speaks TLS, or fails to; it trusts the CA of the peer's certificates. */
async function secured(context: Context, behaviour: string, tls: TLSOptions = {}, script = "keep", limits: Partial<Limits> = {}): Promise<Secured> {
	const { url, certificate } = await offer(context, behaviour);
	const run = "r" + Math.random().toString(36).slice(2);
	const events: string[] = [];
	const onEvent = (event: EventName): void => void events.push(event);
	const baseUrl = `${url}/${script}/${run}`;
	// The peer's certificates are for its machine's own name of itself.
	const named = peerHost(context) === HOST ? {} : { serverName: HOST };
	const client = context.client({ baseUrl, onEvent, limits, tls: { ca: Uint8Array.from(certificate), ...named, ...tls } }).collection("readings");
	return {
		client,
		events,
		async requests() {
			const observer = context.client({ baseUrl: `${context.peer}/${script}/${run}` });
			const { body } = await observer.collection("observe").getOneEx("run");
			observer.close();
			return (JSON.parse(body) as { requests: unknown[] }).requests.length;
		}
	};
}

const untrusted = "certificate is not signed by a trusted CA";

/** Ports that no client may trust, and what it says of them. */
const faults: readonly (readonly [behaviour: string, what: string, error: string])[] = [
	["tls-wrong-host", "a certificate for another host", "certificate is for other.test, not 127.0.0.1"],
	["tls-expired", "a certificate that has expired", "certificate has expired"],
	["tls-not-yet-valid", "a certificate that is not yet valid", "certificate is not yet valid, or the clock is not set"],
	["tls-unknown-ca", "a certificate of an unknown CA", untrusted],
	["tls-forged", "a forged certificate", untrusted],
	["tls-self-signed", "a certificate that is self-signed", "certificate is self-signed"],
	["tls-old", "a peer that speaks TLS 1.1 at most", "peer and client have no TLS version in common"],
	["tls-not", "plain HTTP behind https", "peer does not speak TLS"]
];

export const tlsCases: readonly Case[] = [
	...faults.map(([behaviour, what, error]) => testCase(`${what} is kind "tls", for each request; nothing is sent, nothing is tried again`, async (context) => {
		const { client, events, requests } = await secured(context, behaviour);
		client.setAuthToken("aaa.bbb.ccc");
		for (const response of await Promise.all([client.getOneEx("one"), client.createEx("{}")]))
			failed(context, response, "tls", 0, error);
		context.equal(await requests(), 0, "requests");
		context.equal(client.stats().connections, 2, "connections");
		context.equal(events.join(), "", "events");
	})),
	testCase("one handshake serves any number of requests, and is told", async (context) => {
		const { client, events, requests } = await secured(context, "tls");
		for (let i = 1; i <= 3; i++)
			context.equal((await client.createEx("{}")).body, `{"id":"answer-${i}"}`, "body");
		context.equal(events.join(), "connect,handshake", "events");
		context.equal(client.stats().connections, 1, "connections");
		context.equal(await requests(), 3, "requests");
	}),
	testCase("tls.serverName is looked for in the certificate instead of the host", async (context) => {
		const other = await secured(context, "tls-wrong-host", { serverName: "other.test" });
		context.equal((await other.client.createEx("{}")).error, "", "the name that the certificate is for");
		const { client } = await secured(context, "tls", { serverName: "other.test" });
		failed(context, await client.createEx("{}"), "tls", 0, "certificate is for localhost, records.test, 127.0.0.1, not other.test");
	}),
	testCase("a name that ends in a dot is looked for in the certificate without it", async (context) => {
		const { client: named } = await secured(context, "tls", { serverName: "records.test." });
		context.equal((await named.createEx("{}")).error, "", "error");
		const { client: other } = await secured(context, "tls", { serverName: "other.test." });
		failed(context, await other.createEx("{}"), "tls", 0, "certificate is for localhost, records.test, 127.0.0.1, not other.test");
	}),
	testCase("a host that ends in a dot is resolved with it, and looked for in the certificate without it", async (context) => {
		const { url, certificate } = await offer(context, "tls");
		// From a board the peer is another host, which has no name.
		if (!url.includes("//127.0.0.1:"))
			return;
		const client = context.client({ baseUrl: url.replace("127.0.0.1", "localhost.") + "/keep/dot", tls: { ca: Uint8Array.from(certificate) } });
		context.equal((await client.collection("readings").createEx("{}")).error, "", "error");
	}),
	testCase("a TLS record with 16,384 bytes of data is read; one with a byte more is damaged: kind \"tls\"", async (context) => {
		for (const [bytes, kind, error] of [[16_384, "", ""], [16_385, "tls", "TLS record is damaged"]] as const) {
			const { client } = await secured(context, `tls-long.${bytes}`, {}, "keep", { body: 20_000 });
			const response = await client.createEx("{}");
			context.equal(response.error, error, `${bytes} bytes: error`);
			context.equal(response.kind, kind, `${bytes} bytes: kind`);
			context.equal(response.ok, kind === "", `${bytes} bytes: ok`);
			client.close();
		}
	}),
	testCase("a name counts only where it is an alternative name of the certificate, not as its subject", async (context) => {
		const { client, events, requests } = await secured(context, "tls-common-name", { serverName: "records.test" });
		failed(context, await client.createEx("{}"), "tls", 0, "certificate is not for records.test");
		context.equal(await requests(), 0, "requests");
		context.equal(events.join(), "", "events");
	}),
	testCase("tls.insecure takes any certificate", async (context) => {
		for (const behaviour of ["tls-expired", "tls-self-signed", "tls-wrong-host"]) {
			const { client } = await secured(context, behaviour, { insecure: true });
			context.equal((await client.createEx("{}")).error, "", behaviour);
			client.close();
		}
	}),
	...["tls-cut", "tls-reset"].map((behaviour) => testCase(`a handshake that the peer cuts off anywhere (${behaviour}) is kind "tls"; nothing has been sent, and the next request works`, async (context) => {
		for (const bytes of [0, 1, 100, 1500]) {
			const { client, requests } = await secured(context, `${behaviour}.${bytes}`);
			failed(context, await client.createEx("{}"), "tls", 0, "peer closed during the TLS handshake");
			context.equal((await client.createEx("{}")).error, "", "the next request");
			context.equal(await requests(), 1, "requests");
			client.close();
		}
	})),
	testCase("a handshake that stands still ends after limits.connect and is tried again, whatever the request", async (context) => {
		const { client, requests } = await secured(context, "tls-stall.1500", {}, "keep", { connect: ANSWERED, retryBase: 1 });
		context.equal((await client.createEx("{}")).error, "", "error");
		const { connections, timeouts } = client.stats();
		context.equal([connections, timeouts].join(), "2,1", "connections, timeouts");
		context.equal(await requests(), 1, "requests");
	}),
	testCase("a damaged record before the answer is kind \"tls\", inside it \"protocol\"; a create is not sent again, the next request works", async (context) => {
		for (const [script, kind] of [["damaged", "tls"], ["damaged-in-body", "protocol"], ["to-end-cut", "protocol"]] as const) {
			const { client, requests } = await secured(context, "tls", {}, script);
			const response = await client.createEx("{}");
			context.equal(response.kind, kind, `${script}: ${response.error}`);
			context.equal((await client.createEx("{}")).body, nextBody, "the next request");
			context.equal(await requests(), 2, "requests");
			client.close();
		}
	})
];
