import test, { type ExecutionContext } from "ava";
import { RecordsClient, Resolver, TLSSocket } from "records-client";
import type { Limits } from "../../lib/client-limits.js";
import { ANSWERED, GENEROUS } from "../contract/patience.js";
import { type Offer } from "../../tools/peer/offers.js";
import { type Peer, startPeer } from "../../tools/peer/peer.js";
import type { SeenRequest } from "../../tools/peer/run.js";

let peer: Peer;
test.before(async () => {
	peer = await startPeer();
});
test.after.always(() => peer.close());

async function record(url: string): Promise<any> {
	return (await fetch(url)).json();
}

function offer(behaviour: string): Promise<Required<Offer>> {
	return record(`${peer.url}/keep/offers/api/collections/port/records/${behaviour}`);
}

/** What the peer saw of a run. */
function observe(run: string): Promise<{ connections: number; requests: SeenRequest[]; faults: string[] }> {
	return record(`${peer.url}/keep/${run}/api/collections/observe/records/run`);
}

/** A client that trusts the CA of the peer's certificates, until the test ends. */
function client(t: ExecutionContext, { url, certificate }: Required<Offer>, script: string, run: string, limits: Partial<Limits> = {}): RecordsClient {
	const socket = { io: TLSSocket, secure: { certificate: Uint8Array.from(certificate) } };
	const made = new RecordsClient({
		baseUrl: `${url}/${script}/${run}`,
		network: { https: { dns: { io: Resolver }, socket } },
		preferences: null,
		limits: { ...GENEROUS, ...limits }
	});
	t.teardown(() => made.close());
	return made.collection("readings");
}

test("scripts run over TLS: one connection, one record a request", async (t) => {
	const records = client(t, await offer("tls"), "keep", "kept");
	for (let number = 1; number <= 3; number++)
		t.is((await records.createEx({ number })).body, `{"id":"answer-${number}"}`);
	const { connections, requests, faults } = await observe("kept");
	t.deepEqual(faults, []);
	t.is(connections, 1);
	t.deepEqual(requests.map(({ segments }) => segments), [1, 1, 1]);
});

test("Node's own network trusts no CA of ours", async (t) => {
	const records = new RecordsClient({ baseUrl: `${(await offer("tls")).url}/keep/own`, preferences: null });
	t.teardown(() => records.close());
	t.is((await records.collection("readings").getOneEx("one")).error, "certificate is not signed by a trusted CA");
});

const faults: Readonly<Record<string, string>> = {
	"tls-wrong-host": "certificate is for other.test, not 127.0.0.1",
	"tls-expired": "certificate has expired",
	"tls-not-yet-valid": "certificate is not yet valid, or the clock is not set",
	"tls-unknown-ca": "certificate is not signed by a trusted CA",
	"tls-self-signed": "certificate is self-signed",
	"tls-forged": "certificate is not signed by a trusted CA",
	"tls-issued-by-leaf": "certificate is not signed by a trusted CA",
	"tls-old": "peer and client have no TLS version in common",
	"tls-not": "peer does not speak TLS"
};

for (const [behaviour, text] of Object.entries(faults)) {
	test(`the port "${behaviour}" is told as: ${text}`, async (t) => {
		const response = await client(t, await offer(behaviour), "keep", behaviour).getOneEx("one");
		t.false(response.ok);
		t.is(response.error, text);
	});
}

for (const bytes of [0, 1, 100, 1500]) {
	for (const [behaviour, text] of [["tls-cut", "peer closed during the TLS handshake"], ["tls-reset", "peer closed during the TLS handshake"], ["tls-stall", undefined]] as const) {
		test(`${behaviour} after ${bytes} bytes breaks the first connection, and no other`, async (t) => {
			const run = `${behaviour}-${bytes}`;
			const records = client(t, await offer(`${behaviour}.${bytes}`), "keep", run, behaviour === "tls-stall" ? { timeout: ANSWERED } : {});
			const response = await records.createEx("{}");
			t.is(response.kind === "timeout" ? undefined : response.error, text);
			t.is((await records.createEx("{}")).body, '{"id":"answer-1"}');
			t.is((await observe(run)).requests.length, 1);
		});
	}
}

const damages: Readonly<Record<string, string>> = {
	"damaged": "TLS record is damaged",
	"damaged-in-body": "response ended early",
	"to-end-cut": "response ended early"
};

for (const [script, text] of Object.entries(damages)) {
	test(`the script "${script}" over TLS breaks the first answer: ${text}`, async (t) => {
		const records = client(t, await offer("tls"), script, script);
		const response = await records.createEx("{}");
		t.false(response.ok);
		t.is(response.error, text);
		t.is((await records.createEx("{}")).body, '{"id":"next"}');
		t.is((await observe(script)).connections, 2);
	});
}

for (const script of ["damaged-behind", "damaged-idle", "idle-cut"]) {
	test(`the script "${script}" over TLS leaves the first answer whole, and the next has a connection of its own`, async (t) => {
		const records = client(t, await offer("tls"), script, script);
		t.is((await records.createEx("{}")).body, '{"id":"first"}');
		await new Promise((resolve) => setTimeout(resolve, 100));
		// A GET is repeated, should the connection's end come only now.
		t.is((await records.getOneEx("one")).body, '{"id":"next"}');
		t.is((await observe(script)).connections, 2);
	});
}
