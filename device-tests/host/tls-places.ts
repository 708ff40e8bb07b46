/** TLS servers for the cases: the service behind each of the tests' certificates, and connections with something wrong. */
import { randomBytes } from "node:crypto";
import { countData, recordHeader, types } from "../../tools/tls/records.js";
import { certificates, identityOf } from "../../tools/tls/certificates.js";
import { leaf, root } from "../../tools/x509/certificate.js";
import { ecKeys } from "../../tools/x509/keys.js";
import { Listener } from "../../tools/network/listener.js";
import { byRecord, cutAfter, leadTo, TCPProxy, type Route, watched } from "../../tools/network/proxy.js";
import { SecureListener } from "../../tools/tls/secure-listener.js";
import { startCurveServers } from "../../tools/curve-servers.js";
import { startVerifyingServers } from "../../tools/verifying-servers.js";
import { startRealServers } from "../../tools/real-servers.js";
import { bindsSecret } from "./tls-probe.js";
import { startImpostors, startKeyedServers } from "./keyed-servers.js";
import { sessionRoutes } from "./tls-sessions.js";
import { withCertificates, withForgedKeyExchange } from "./tls-replaced.js";
import { makeWrongIdentities } from "./wrong-identities.js";

const serverHelloDone = 14;

/** Bytes of the server's flight between one cut and the next; odd, so that cuts come everywhere in its messages. */
const step = 89;

/** Where the cases find TLS. */
export interface TLSPlaces {
	readonly config: {
		/** `name:port` for each server, separated by commas. */
		readonly servers: string;
		/**
		 * DER in hexadecimal, separated by commas: of the CA to trust, of another, of that with a key on a curve, and of those
		 * of the wrong identities; of the servers by curves; of those that ask for a client's certificate. Then such a certificate, its
		 * CA's and its key; and the same three from a CA that these servers do not know.
		 */
		readonly authorities: string;
	};
	/** Servers whose sessions can't be tried, and why. */
	readonly missing: readonly string[];
	close(): Promise<void>;
}

/** @param service base URL of what is behind the TLS servers */
export async function startTLS(service: string): Promise<TLSPlaces> {
	const { authority, identities } = await certificates();
	const servers: Record<string, Listener> = {};
	const target = Number(new URL(service).port);
	const { good } = identities;
	const ellipticAuthority = root("Elliptic Test CA", ecKeys());
	const elliptic = identityOf(leaf(ellipticAuthority, ecKeys()), ellipticAuthority);
	const wrong = makeWrongIdentities();
	for (const [name, identity] of Object.entries({ elliptic, ...identities, ...wrong.identities }))
		servers[name] = await new SecureListener(identity, target).open();
	const behind = servers.good.port;
	for (const [name, chain] of Object.entries(wrong.chains))
		servers[name] = await new TCPProxy(behind, () => withCertificates(chain)).open();
	servers["forged-key-exchange"] = await new TCPProxy(servers["cube-leaf"].port, () => withForgedKeyExchange(wrong.cubeKeys)).open();
	const counts = { handshakes: 0, records: 0 };
	servers.counted = await new TCPProxy(behind, () => {
		counts.handshakes++;
		return { up: watched(countData(() => counts.records++)) };
	}).open();
	servers.counts = await new Listener((socket) => void socket.end(`${counts.handshakes} ${counts.records}`)).open();
	servers.cut = await new TCPProxy(behind, ({ number }) => ({ down: cutAfter(number * step, (to) => to.end()) })).open();
	servers.reset = await new TCPProxy(behind, ({ number }) => ({ down: cutAfter(number * step, (to) => to.resetAndDestroy()) })).open();
	servers.stalled = await new TCPProxy(behind, ({ number }) => ({ down: cutAfter(number * step, () => undefined) })).open();
	servers["reset-hello"] = await new TCPProxy(behind, resetBehindHello).open();
	servers.words = await new SecureListener(good, (socket) => {
		socket.write("first");
		setImmediate(() => socket.end("second"));
	}).open();
	const words = servers.words.port;
	servers.echo = await new SecureListener(good, (socket) => void socket.pipe(socket)).open();
	servers.damaged = await new TCPProxy(words, damageSecond).open();
	servers.truncated = await new TCPProxy(words, withoutAlerts).open();
	for (const [name, route] of sessionRoutes)
		servers[name] = await new TCPProxy(behind, ({ number }) => route(number)).open();
	const forgetful = new SecureListener(good, (socket) => {
		forgetful.server.setTicketKeys(randomBytes(48));
		leadTo(target, socket);
	});
	servers.forgetful = await forgetful.open();
	const real = await startRealServers(target, good);
	const curves = await startCurveServers();
	Object.assign(servers, await startKeyedServers(curves.authority), await startImpostors(good.chain.map(({ der }) => der)));
	const verifying = await startVerifyingServers(target);
	const { client, stranger } = verifying;
	const missing = [...real.missing, ...verifying.missing.map((name) => `${name} with certificates of clients`)].map((name) => `${name}: it is not installed`);
	const sessions: Record<string, number> = {};
	const controls: Record<string, number> = {};
	for (const [name, port] of Object.entries(real.ports)) {
		if (await bindsSecret(port)) {
			sessions[name] = port;
			Object.assign(controls, Object.fromEntries(Object.entries(real.controls).filter(([control]) => control.startsWith(`${name}-`))));
		}
		else
			missing.push(`${name} ${real.versions[name]}: it has no extended master secret`);
	}
	servers.plain = await new Listener((socket) => socket.once("data", () => socket.end("HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n"))).open();
	// In the clear no record is longer than 16,384 bytes (RFC 5246, 6.2.1); this one is announced, and never comes.
	servers["long-record"] = await new Listener((socket) => socket.once("data", () => void socket.write(Uint8Array.of(22, 3, 3, 0x40, 1)))).open();
	const others = [identities["unknown-ca"], elliptic].map(({ chain }) => chain[1]?.der ?? new Uint8Array());
	return {
		config: {
			servers: [...Object.entries(servers).map(([name, { port }]) => [name, port] as const), ...Object.entries({ ...sessions, ...controls, ...curves.ports, ...verifying.ports })].map(([name, port]) => `${name}:${port}`).join(),
			authorities: [
				authority.der, ...others, ...wrong.authorities, curves.authority.der, verifying.authority.der, ...client.certificate, client.key, ...stranger.certificate, stranger.key
			].map((der) => Buffer.from(der).toString("hex")).join()
		},
		missing,
		close: () => {
			Object.values(servers).forEach((server) => server.close());
			return Promise.all([real.close(), curves.close(), verifying.close()]).then(() => undefined);
		}
	};
}

/** The second record with data is not what the server sent. It goes out with the first. */
function damageSecond(): Route {
	let first: Buffer | undefined;
	return {
		down: byRecord((record) => {
			if (record[0] !== types.data)
				return record;
			if (first === undefined) {
				first = record;
				return undefined;
			}
			const last = record.length - 1;
			record[last] = (record[last] ?? 0) ^ 1;
			return Buffer.concat([first, record]);
		})
	};
}

/** Resets the connection when the server's first part of the handshake is out: the client's is written to nobody. */
function resetBehindHello(): Route {
	let isOut = false;
	const send = byRecord((record) => {
		isOut ||= record[recordHeader] === serverHelloDone;
		return record;
	});
	return {
		down: (bytes, to) => {
			send(bytes, to);
			if (isOut)
				to.resetAndDestroy();
		}
	};
}

/** TCP ends, but TLS does not. */
function withoutAlerts(): Route {
	return { down: byRecord((record) => record[0] === types.alert ? undefined : record) };
}
