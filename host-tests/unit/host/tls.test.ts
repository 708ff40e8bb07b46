import { setTimeout as wait } from "node:timers/promises";
import type { SecureContextOptions } from "node:tls";
import test, { type ExecutionContext } from "ava";
import { primitives } from "../../../host/ca/primitives.js";
import { TLSSocket } from "../../../host/tls.js";
import type { SecureOptions } from "../../../lib/platform.js";
import { Authorities } from "../../../lib/tls/authorities.js";
import { verifyChain } from "../../../lib/tls/chain.js";
import { certificateForOther, TLSError } from "../../../lib/tls/tls-error.js";
import { listen, plain } from "./sockets/wire.js";
import { type Certificates, certificates, identityOf, type IdentityName } from "../../../tools/tls/certificates.js";
import { serverSide } from "../../../tools/tls/server-side.js";
import { address, alternativeNames, basicConstraints, intermediate, keyUsage, leaf, leafExtensions, type Made, root } from "../../../tools/x509/certificate.js";
import { ecKeys } from "../../../tools/x509/keys.js";
import { boolean, integer, pemOf, sequence, time } from "../../../tools/x509/der.js";

let made: Certificates;
test.before(async () => {
	made = await certificates();
});

/** Listens until the test ends, with the certificate of that name. */
async function listenSecured(t: ExecutionContext, name: IdentityName, versions: Pick<SecureContextOptions, "minVersion" | "maxVersion"> = {}): Promise<number> {
	const { port } = await listen(t, { accept: (connection) => void serverSide(connection, made.identities[name], versions) });
	return port;
}

/** Connects, and tells what comes first: "open", or the error's text. */
async function outcome(port: number, secure: SecureOptions, host: string | undefined = "records.test"): Promise<string> {
	const told = await new Promise<unknown>((resolve) => {
		const socket = new TLSSocket({
			address: "127.0.0.1", port, host, secure,
			onWritable: () => end("open"),
			onError: (error) => end(error)
		});
		const end = (value: unknown): void => {
			socket.close();
			resolve(value);
		};
	});
	if (typeof told === "string")
		return told;
	const { name, message } = told as Error;
	return `${name}: ${message}`;
}

test("names and addresses of a certificate are accepted, others are not", async (t) => {
	const port = await listenSecured(t, "good");
	const { der } = made.authority;
	for (const host of ["records.test", "localhost", "127.0.0.1", "RECORDS.TEST", undefined])
		t.is(await outcome(port, { certificate: der }, host), "open", host);
	t.is(await outcome(port, { certificate: der }, "192.168.1.20"), "TLSError: certificate is for localhost, records.test, 127.0.0.1, not 192.168.1.20");
	t.is(await outcome(port, { certificate: der, serverName: "records.test" }, "another.test"), "open");
	t.is(await outcome(port, { certificate: der, serverName: "another.test" }), "TLSError: certificate is for localhost, records.test, 127.0.0.1, not another.test");
});

test("of a certificate's many names the first are told", (t) => {
	t.is(certificateForOther("five", ["one", "two", "three"]), "certificate is for one, two, three, not five");
	t.is(certificateForOther("five", ["one", "two", "three", "four"]), "certificate is for one, two, three, …, not five");
	t.is(certificateForOther("five", []), "certificate is not for five");
});

test("one of several CA certificates is enough; none is no trust; a self-signed one can be trusted by itself", async (t) => {
	const good = await listenSecured(t, "good");
	const selfSigned = await listenSecured(t, "self-signed");
	const unknown = made.identities["unknown-ca"].chain[1].der;
	const own = made.identities["self-signed"].chain[0].der;
	t.is(await outcome(good, { certificate: [unknown, new Uint8Array(made.authority.der).buffer] }), "open");
	t.is(await outcome(good, {}), "TLSError: certificate is not signed by a trusted CA");
	t.is(await outcome(selfSigned, { certificate: own }), "open");
});

test("the least version is held to, and TLS 1.1 is never spoken", async (t) => {
	const { der } = made.authority;
	const twelve = await listenSecured(t, "good", { maxVersion: "TLSv1.2" });
	t.is(await outcome(twelve, { certificate: der, minVersion: "TLSv1.2" }), "open");
	t.is(await outcome(twelve, { certificate: der, minVersion: "TLSv1.3" }), "TLSError: peer and client have no TLS version in common");
	const thirteen = await listenSecured(t, "good", { minVersion: "TLSv1.3" });
	t.is(await outcome(thirteen, { certificate: der, minVersion: "TLSv1.3" }), "open");
	const old = await listenSecured(t, "good", { minVersion: "TLSv1", maxVersion: "TLSv1.1" });
	t.is(await outcome(old, { certificate: der }), "TLSError: peer and client have no TLS version in common");
});

test("a server without a cipher in common is told by that", async (t) => {
	const { port } = await listen(t, { accept: (connection) => void serverSide(connection, made.identities.good, { ciphers: "AES128-GCM-SHA256", maxVersion: "TLSv1.2" }) });
	t.is(await outcome(port, { certificate: made.authority.der }), "TLSError: peer and client have no TLS cipher, curve or kind of key in common");
});

/** Servers' certificates, and the CA that is given: its root is not. */
function givenCases(): readonly (readonly [what: string, chain: readonly Made[], given: Made])[] {
	const top = root("Top", ecKeys());
	const middle = intermediate("Middle", ecKeys(), top);
	const lower = intermediate("Lower", ecKeys(), middle);
	const own = leaf(middle, ecKeys()), deep = leaf(lower, ecKeys());
	const noCA = intermediate("No CA", ecKeys(), top, { extensions: [basicConstraints(sequence())] });
	const old = intermediate("Old", ecKeys(), top, { to: time(Date.now() - 1000) });
	const narrow = intermediate("Narrow", ecKeys(), top, { extensions: [basicConstraints(sequence(boolean(0xff), integer(0))), keyUsage(0x06, 1)] });
	const below = intermediate("Below", ecKeys(), narrow);
	return [
		["an intermediate", [own], middle],
		["an intermediate that is sent, too", [own, middle], middle],
		["an intermediate whose root is sent", [own, middle, top], middle],
		["an intermediate above another", [deep, lower], middle],
		["the server's own certificate", [own, middle], own],
		["another certificate of the same CA", [own], leaf(middle, ecKeys())],
		["an intermediate of another", [own, middle], lower],
		["a certificate that is no CA's", [leaf(noCA, ecKeys())], noCA],
		["an intermediate that has expired", [leaf(old, ecKeys())], old],
		["an intermediate that allows none below", [leaf(below, ecKeys()), below], narrow],
		["an intermediate of an own certificate that has expired", [leaf(middle, ecKeys(), { to: time(Date.now() - 1000) })], middle]
	];
}

/** Whether a device accepts it. */
function isAccepted(chain: readonly Made[], given: Made): boolean {
	try {
		verifyChain(chain.map(({ der }) => der), { name: "localhost", authorities: new Authorities(given.der) }, primitives);
	}
	catch {
		return false;
	}
	return true;
}

for (const [what, chain, given] of givenCases()) {
	test(`${what}, as the CA that is given, is judged as on devices`, async (t) => {
		const { port } = await listen(t, { accept: (connection) => void serverSide(connection, identityOf(...chain as [Made, ...Made[]])) });
		const told = await outcome(port, { certificate: given.der }, "localhost");
		t.is(told === "open", isAccepted(chain, given), told);
	});
}

test("wrong options throw before anything is acquired", async (t) => {
	let connections = 0;
	const { port } = await listen(t, plain, () => {
		connections += 1;
	});
	const create = (secure: unknown) => () => new TLSSocket({ address: "127.0.0.1", port, secure });
	t.throws(create("yes"), { instanceOf: TypeError, message: "secure is not an object" });
	t.throws(create({ serverName: "" }), { instanceOf: TypeError, message: "secure.serverName is not a name" });
	t.throws(create({ verify: 0 }), { instanceOf: TypeError, message: "secure.verify is not a boolean" });
	t.throws(create({ minVersion: "TLSv1" }), { instanceOf: RangeError, message: "secure.minVersion is not TLSv1.2 or TLSv1.3" });
	for (const certificate of ["text", [], new Uint8Array(10), Uint8Array.from([...made.authority.der, 0])])
		t.throws(create({ certificate }), { instanceOf: TLSError, message: "CA certificate is not a certificate in DER" });
	await wait(50);
	t.is(connections, 0);
});

test("close at any time is silent", async (t) => {
	const port = await listenSecured(t, "good");
	const bad = await listenSecured(t, "expired");
	const fail = (): void => t.fail();
	for (let delay = 0; delay < 30; delay++) {
		for (const to of [port, bad]) {
			let closed = false;
			const socket = new TLSSocket({
				address: "127.0.0.1", port: to, secure: { certificate: made.authority.der },
				onWritable: () => closed && fail(),
				onError: () => closed && fail(),
				onReadable: fail
			});
			await wait(delay / 3);
			socket.close();
			socket.close();
			closed = true;
		}
	}
	await wait(50);
	t.pass();
});

test("an IPv6 address is looked for in the certificate, however it is written", async (t) => {
	const authority = root("Root", ecKeys());
	const address6 = [0x20, 1, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0xab, 0xcd, 0, 1];
	const own = leaf(authority, ecKeys(), { extensions: [...leafExtensions().slice(0, 2), alternativeNames(address(...address6))] });
	const identity = { chain: [{ der: new Uint8Array(own.der), pem: pemOf(own.der) }], key: own.keys.privateKey.export({ type: "pkcs8", format: "pem" }) as string };
	const { port } = await listen(t, { accept: (connection) => void serverSide(connection, identity) });
	for (const host of ["2001:db8::abcd:1", "2001:DB8::ABCD:1", "2001:0db8:0:0:0:0:abcd:0001"])
		t.is(await outcome(port, { certificate: authority.der }, host), "open", host);
	t.is(await outcome(port, { certificate: authority.der }, "2001:db8::abcd:2"), "TLSError: certificate is for 2001:db8:0:0:0:0:abcd:1, not 2001:db8::abcd:2");
});
