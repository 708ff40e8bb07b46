import test from "ava";
import type { Offer } from "../../tools/peer/offers.js";
import { startEngine } from "../../tools/xs/engine.js";
import { placesOfFile } from "../contract/places.js";
import { prepareXS } from "../../tools/xs/install.js";

const readiness = await prepareXS();
if (!readiness.ready)
	console.log(`not run: the tests of TLS on XS: ${readiness.why}`);

/** Connects on XS, and tells what comes first: the error, or the answer to two requests. */
const probe = `
	import { RecordsClient } from "records-client";
	const { dns, socket: { io } } = device.network.https;
	function network(secure) {
		return { https: { dns, socket: { io, secure } } };
	}
	export async function ask(baseUrl, certificate, secure) {
		const records = new RecordsClient({ baseUrl, preferences: null, network: network({ certificate: Uint8Array.from(certificate), ...secure }) });
		const responses = [await records.collection("readings").createEx("{}"), await records.createEx("{}")];
		records.close();
		return responses.map(({ ok, body, error }) => ok ? body : error);
	}
	export function fail(port, certificate) {
		return new Promise((resolve) => {
			const socket = new io({
				address: "127.0.0.1", port, host: "localhost", secure: { certificate: certificate.map((one) => Uint8Array.from(one).buffer) },
				onWritable: () => resolve("open"),
				onError(error) {
					socket.close();
					resolve(error.name + ": " + error.message);
				}
			});
		});
	}
	export function refuse(secure, certificate = []) {
		try {
			new io({ address: "127.0.0.1", port: 1, secure: { ...secure, certificate: Uint8Array.from(certificate) } });
		}
		catch (error) {
			return error.name + ": " + error.message;
		}
	}`;

const places = placesOfFile("peer");

async function offer(behaviour: string): Promise<Required<Offer>> {
	const response = await fetch(`${places().peer}/keep/offers/api/collections/port/records/${behaviour}`);
	return await response.json() as Required<Offer>;
}

(readiness.ready ? test : test.skip)("on XS, TLS has Node's as its other side, with options and errors of its own", async (t) => {
	const xs = await startEngine();
	try {
		xs.load("probe", probe);
		const good = await offer("tls");
		const answers = ['{"id":"answer-1"}', '{"id":"answer-2"}'];
		t.deepEqual(await xs.call("probe", "ask", `${good.url}/keep/xs`, good.certificate, {}), answers);
		const expired = await offer("tls-expired");
		t.deepEqual(await xs.call("probe", "ask", `${expired.url}/keep/xs-expired`, expired.certificate, { verify: false }), answers);
		t.deepEqual(await xs.call("probe", "ask", `${good.url}/keep/xs-other`, good.certificate, { serverName: "other.test" }),
			Array(2).fill("certificate is for localhost, records.test, 127.0.0.1, not other.test"));
		const port = (url: string): number => Number(new URL(url).port);
		t.is(await xs.call("probe", "fail", port(expired.url), [expired.certificate]), "TLSError: certificate has expired");
		t.is(await xs.call("probe", "fail", port(good.url), [good.certificate, good.certificate]), "open");
		t.regex(String(await xs.call("probe", "fail", port((await offer("refused")).url), [good.certificate])), /^Error: .*ECONNREFUSED/);
		t.is(await xs.call("probe", "refuse", {}, [1, 2, 3]), "TLSError: CA certificate is not a certificate in DER");
		t.is(await xs.call("probe", "refuse", { minVersion: "TLSv1" }, good.certificate), "RangeError: secure.minVersion is not TLSv1.2 or TLSv1.3");
	}
	finally {
		await xs.close();
	}
});
