import test from "ava";
import type { Transport } from "../../../lib/platform.js";
import { secured, type TLSOptions } from "../../../lib/tls/tls-options.js";

const der = Uint8Array.of(0x30, 0x00);
const transport = Object.freeze({ io: nobody, dns: { io: nobody }, socket: Object.freeze({ io: nobody, nagle: 1 }) }) as unknown as Transport;

function nobody(): never {
	throw new Error("nothing was to be opened");
}

const shared = Object.freeze({});

/** What becomes of options, what was warned about, and what the sockets share is made of. */
function secure(tls: TLSOptions | undefined, given = transport): { result: Transport; warnings: string[]; sharing: unknown[] } {
	const warnings: string[] = [];
	const sharing: unknown[] = [];
	const result = secured(given, tls, { warn: (warning: string) => warnings.push(warning) }, (...parts) => {
		sharing.push(...parts);
		return shared;
	});
	return { result, warnings, sharing };
}

test("without options the socket has what its connections share, and nothing else is changed", (t) => {
	t.deepEqual(secure(undefined), { result: { ...transport, socket: { ...transport.socket, secure: {}, shared } }, warnings: [], sharing: [undefined, undefined, undefined] });
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
		t.throws(() => secured(transport, tls, { warn: (warning) => warnings.push(warning) }, share), { instanceOf: TypeError, message });
	t.deepEqual(warnings, []);
});
