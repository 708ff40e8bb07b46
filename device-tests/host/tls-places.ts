/** TLS servers for the cases: the service behind each of the tests' certificates, and connections with something wrong. */
import type { AddressInfo, Server } from "node:net";
import { createServer as createPlainServer } from "node:net";
import { randomBytes } from "node:crypto";
import { createServer, type Server as TLSServer, type TLSSocket } from "node:tls";
import { countData, recordHeader, types } from "../../tools/tls/records.js";
import { certificates, type Identity, identityOf, type IdentityName } from "../../tools/tls/certificates.js";
import { leaf, root } from "../../tools/x509/certificate.js";
import { ecKeys } from "../../tools/x509/keys.js";
import { listen } from "../../tools/network/listener.js";
import { byRecord, cutAfter, leadTo, TCPProxy, type Route, watched } from "../../tools/network/proxy.js";
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
	const servers: Record<string, TCPProxy | Server> = {};
	const target = Number(new URL(service).port);
	const { good } = identities;
	const ellipticAuthority = root("Elliptic Test CA", ecKeys());
	const elliptic = identityOf(leaf(ellipticAuthority, ecKeys()), ellipticAuthority);
	servers.elliptic = await listen(tlsServer(elliptic, (socket) => leadTo(target, socket)));
	for (const name of Object.keys(identities) as IdentityName[])
		servers[name] = await listen(tlsServer(identities[name], (socket) => leadTo(target, socket)));
	const wrong = makeWrongIdentities();
	for (const [name, identity] of Object.entries(wrong.identities))
		servers[name] = await listen(tlsServer(identity, (socket) => leadTo(target, socket)));
	const behind = portOf(servers.good);
	for (const [name, chain] of Object.entries(wrong.chains))
		servers[name] = await TCPProxy.open(behind, () => withCertificates(chain));
	const cubeLeaf = portOf(servers["cube-leaf"]);
	servers["forged-key-exchange"] = await TCPProxy.open(cubeLeaf, () => withForgedKeyExchange(wrong.cubeKeys));
	const counts = { handshakes: 0, records: 0 };
	servers.counted = await TCPProxy.open(behind, () => {
		counts.handshakes++;
		return { up: watched(countData(() => counts.records++)) };
	});
	servers.counts = await listen(createPlainServer((socket) => {
		socket.on("error", () => socket.destroy()).end(`${counts.handshakes} ${counts.records}`);
	}));
	servers.cut = await TCPProxy.open(behind, ({ number }) => ({ down: cutAfter(number * step, (to) => to.end()) }));
	servers.reset = await TCPProxy.open(behind, ({ number }) => ({ down: cutAfter(number * step, (to) => to.resetAndDestroy()) }));
	servers.stalled = await TCPProxy.open(behind, ({ number }) => ({ down: cutAfter(number * step, () => undefined) }));
	servers["reset-hello"] = await TCPProxy.open(behind, resetBehindHello);
	const words = portOf(servers.words = await listen(tlsServer(good, (socket) => {
		socket.write("first");
		setImmediate(() => socket.end("second"));
	})));
	servers.echo = await listen(tlsServer(good, (socket) => void socket.pipe(socket)));
	servers.damaged = await TCPProxy.open(words, damageSecond);
	servers.truncated = await TCPProxy.open(words, withoutAlerts);
	for (const [name, route] of sessionRoutes)
		servers[name] = await TCPProxy.open(behind, ({ number }) => route(number));
	const forgetful = tlsServer(good, (socket) => {
		forgetful.setTicketKeys(randomBytes(48));
		leadTo(target, socket);
	});
	servers.forgetful = await listen(forgetful);
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
	servers.plain = await listen(createPlainServer((socket) => {
		socket.on("error", () => socket.destroy()).once("data", () => socket.end("HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n"));
	}));
	// In the clear no record is longer than 16,384 bytes (RFC 5246, 6.2.1); this one is announced, and never comes.
	servers["long-record"] = await listen(createPlainServer((socket) => {
		socket.on("error", () => socket.destroy()).once("data", () => void socket.write(Uint8Array.of(22, 3, 3, 0x40, 1)));
	}));
	const others = [identities["unknown-ca"], elliptic].map(({ chain }) => chain[1]?.der ?? new Uint8Array());
	return {
		config: {
			servers: [...Object.entries(servers).map(([name, server]) => [name, portOf(server)] as const), ...Object.entries({ ...sessions, ...controls, ...curves.ports, ...verifying.ports })].map(([name, port]) => `${name}:${port}`).join(),
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

function tlsServer({ chain, key }: Identity, onSocket: (socket: TLSSocket) => void): TLSServer {
	return createServer({ cert: chain.map(({ pem }) => pem).join("\n"), key, maxVersion: "TLSv1.2" }, (socket) => {
		socket.on("error", () => socket.destroy());
		onSocket(socket);
	});
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

function portOf(server: TCPProxy | Server): number {
	return server instanceof TCPProxy ? server.port : (server.address() as AddressInfo).port;
}
