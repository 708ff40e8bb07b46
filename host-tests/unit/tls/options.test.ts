import test from "ava";
import type { Platform, Transport } from "../../../lib/platform.js";
import { secured, type TLSOptions } from "../../../lib/tls/options.js";

const der = Uint8Array.of(0x30, 0x00);
const transport = Object.freeze({ io: nobody, dns: { io: nobody }, socket: Object.freeze({ io: nobody, nagle: 1 }) }) as unknown as Transport;

function nobody(): never {
	throw new Error("nothing was to be opened");
}

/** What becomes of options, and what was warned about. */
function secure(tls: TLSOptions | undefined, given = transport, scheme = "https"): { result: Transport; warnings: string[] } {
	const warnings: string[] = [];
	const result = secured(given, scheme, tls, { warn: (warning: string) => warnings.push(warning) } as unknown as Platform);
	return { result, warnings };
}

test("without options the transport is left as it is, whatever the scheme", (t) => {
	for (const scheme of ["http", "https"])
		t.deepEqual(secure(undefined, transport, scheme), { result: transport, warnings: [] });
	t.is(secure(undefined).result, transport);
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
	t.deepEqual(secure({ insecure: false }), { result: { ...transport, socket: { ...transport.socket, secure: {} } }, warnings: [] });
});

test("what is wrong is found before anything is warned about", (t) => {
	const warnings: string[] = [];
	const platform = { warn: (warning: string) => warnings.push(warning) } as unknown as Platform;
	t.throws(() => secured(transport, "http", { insecure: true }, platform), { instanceOf: TypeError, message: "tls is given but baseUrl is http" });
	t.throws(() => secured(transport, "https", { insecure: true, serverName: "" }, platform), { instanceOf: TypeError, message: "tls.serverName must be a name" });
	t.deepEqual(warnings, []);
});
