import test from "ava";
import { timers } from "../../../host/timers.js";
import type { SecuredTransport, Socket, SocketOptions, SocketProvider, Transport } from "../../../lib/platform.js";
import { secured, type TLSOptions } from "../../../lib/tls/tls-options.js";

const der = Uint8Array.of(0x30, 0x00);

/** This library's TLS socket, and others. */
class Own {
	readonly isOwn = true;
}
class OfOwn extends Own {}
const own = Own as unknown as SocketProvider["io"], ofOwn = OfOwn as unknown as SocketProvider["io"];

const transport = Object.freeze({ io: nobody, dns: { io: nobody }, socket: Object.freeze({ io: Own, nagle: 1 }) }) as unknown as Transport;

function nobody(): never {
	throw new Error("nothing was to be opened");
}

const shared = Object.freeze({});

/** As devices have it. */
function instead(socket: SocketProvider): SocketProvider | undefined {
	return socket.TCP === undefined ? undefined : { ...socket, io: own };
}

/** What becomes of options, what was warned about, and what the sockets share is made of. */
function secure(tls: TLSOptions | undefined, given = transport): { result: SecuredTransport; warnings: string[]; sharing: unknown[] } {
	const warnings: string[] = [];
	const sharing: unknown[] = [];
	const result = secured(given, tls, { timers, warn: (warning: string) => warnings.push(warning) }, { io: own, instead, share: (...parts) => {
		sharing.push(...parts);
		return shared;
	} });
	return { result, warnings, sharing };
}

test("without options the socket has what its connections share, and nothing else is changed", (t) => {
	t.deepEqual(secure(undefined), { result: { ...transport, socket: { ...transport.socket, secure: {}, shared }, isVerified: true }, warnings: [], sharing: [undefined, undefined, undefined] });
	t.is(secure(undefined).result.socket.shared, shared);
});

test("what is shared is made of the CAs that are trusted, of the store of sessions, and of what the client shows", (t) => {
	const session = { get: () => undefined, set: () => undefined };
	t.deepEqual(secure({ ca: der, session }).sharing, [der, session, undefined]);
	const given = { ...transport, socket: { ...transport.socket, secure: { certificate: der } } };
	t.deepEqual(secure({}, given).sharing, [der, undefined, undefined]);
	t.deepEqual(secure({ certificate: der, key: der }).sharing, [undefined, undefined, { certificate: der, key: der }]);
});

test("options become the socket's, under the SDK's names; the transport is not changed", (t) => {
	const { result, warnings } = secure({ ca: der, serverName: "records.test", minVersion: "TLSv1.3" });
	t.deepEqual(result.socket.secure, { certificate: der, serverName: "records.test", minVersion: "TLSv1.3" });
	t.is((result.socket.secure as { certificate: unknown }).certificate, der);
	t.is(result.io, transport.io);
	t.is(result.dns, transport.dns);
	t.is(result.socket.io, transport.socket.io);
	t.is(result.socket.nagle, 1);
	t.is(transport.socket.secure, undefined);
	t.deepEqual(warnings, []);
});

test("options go before those that the socket has, which keep what is not given", (t) => {
	const other = Uint8Array.of(0x30, 0x01, 0x00);
	const given = { ...transport, socket: { ...transport.socket, secure: Object.freeze({ certificate: other, serverName: "one.test", verify: true }) } };
	t.deepEqual(secure({}, given).result.socket.secure, { certificate: other, serverName: "one.test", verify: true });
	t.deepEqual(secure({ ca: [der, other.buffer] }, given).result.socket.secure, { certificate: [der, other.buffer], serverName: "one.test", verify: true });
	t.deepEqual(secure({ serverName: "two.test" }, given).result.socket.secure, { certificate: other, serverName: "two.test", verify: true });
});

test("insecure is warned about, once, and verifies nothing; false leaves verification on", (t) => {
	const { result, warnings } = secure({ insecure: true });
	t.deepEqual(result.socket.secure, { verify: false });
	t.false(result.isVerified);
	t.deepEqual(warnings, ["tls.insecure: the service's certificate is not checked"]);
	t.deepEqual(secure({ insecure: false }).result.socket.secure, {});
	t.deepEqual(secure({ insecure: false }).warnings, []);
});

test("what is wrong is found before anything is warned about", (t) => {
	const warnings: string[] = [];
	const share = (): never => {
		throw new TypeError("no CA");
	};
	for (const [tls, message] of [[{ insecure: true, serverName: "" }, "tls.serverName must be a name"], [{ insecure: true }, "no CA"]] as const)
		t.throws(() => secured(transport, tls, { timers, warn: (warning) => warnings.push(warning) }, { io: own, instead, share }), { instanceOf: TypeError, message });
	t.deepEqual(warnings, []);
});

test("a socket that verifies nothing by its own options is warned about, too", (t) => {
	const { result, warnings } = secure(undefined, withSocket({ io: Own, secure: { verify: false } }));
	t.false(result.isVerified);
	t.deepEqual(warnings, ["network.https.socket.secure.verify: the service's certificate is not checked"]);
});

/** A transport with a socket of the app's. */
function withSocket(socket: object): Transport {
	return { ...transport, socket } as unknown as Transport;
}

test("another TLS socket gives its TCP to the library's, with or without options of TLS; a class of the library's stays", (t) => {
	const TCP = { io: nobody };
	for (const tls of [undefined, {}, { serverName: "records.test" }, { insecureSocket: false }]) {
		const { result, warnings } = secure(tls, withSocket({ io: nobody, TCP, nagle: 1 }));
		t.is(result.socket.io, own);
		t.is(result.socket.TCP, TCP);
		t.is(result.socket.nagle, 1);
		t.true(result.isVerified);
		t.deepEqual(warnings, []);
		t.is(secure(tls, withSocket({ io: ofOwn, TCP })).result.socket.io, ofOwn);
	}
});

test("a socket that can't carry the library's TLS is refused", (t) => {
	const error = { instanceOf: TypeError, message: "network.https.socket has neither this library's TLSSocket nor a TCP for one; tls.insecureSocket takes it as it is" };
	for (const io of [nobody, () => {}]) {
		for (const tls of [undefined, {}, { insecure: true }])
			t.throws(() => secure(tls, withSocket({ io })), error);
	}
});

test("insecureSocket takes the socket as it is, is warned about, and goes with nothing else", (t) => {
	const foreign = withSocket({ io: nobody, secure: { certificate: der } });
	const { result, sharing, warnings } = secure({ insecureSocket: true, ca: undefined }, foreign);
	t.deepEqual(result, { ...foreign, isVerified: false });
	t.is(result.socket, foreign.socket);
	t.deepEqual(sharing, []);
	t.deepEqual(warnings, ["tls.insecureSocket: whoever is on the way can be the service"]);
	for (const other of [{ ca: der }, { serverName: "records.test" }, { insecure: false }, { session: { get: () => undefined, set: () => {} } }])
		t.throws(() => secure({ insecureSocket: true, ...other }, foreign), { instanceOf: TypeError, message: "tls.insecureSocket goes with no other option of tls" });
});

test("with insecureSocket, what a socket with a TCP of its own throws at that is an error of TLS", (t) => {
	const errors: unknown[] = [];
	let wire!: SocketOptions;
	class Throwing {
		constructor(options: SocketOptions & { readonly TCP: SocketProvider }) {
			new options.TCP.io({ ...options, onReadable: () => {
				throw new Error("certificate: auth err");
			} });
		}
		close(): void {
			// Nothing is open.
		}
	}
	const TCP = { io: function (options: SocketOptions): Socket {
		wire = options;
		return { read: () => undefined, write: () => undefined, close: () => {} };
	} };
	const { socket } = secure({ insecureSocket: true }, withSocket({ io: Throwing, TCP })).result;
	new socket.io({ ...socket, address: "127.0.0.1", port: 1, onError: (error: unknown) => errors.push(error) });
	wire.onReadable?.(1);
	t.deepEqual(errors.map(String), ["TLSError: certificate: auth err"]);
});
