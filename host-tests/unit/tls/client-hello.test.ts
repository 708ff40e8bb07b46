/** The devices' ClientHello, byte by byte (RFC 5246, 7.4.1.2). */
import test from "ava";
import { clientHello } from "../../../lib/tls/client-hello.js";
import { primitives } from "../../../host/ca/primitives.js";
import { hex, join } from "../../../tools/x509/der.js";

const random = Uint8Array.from({ length: 32 }, (_, at) => at);
const id = new Uint8Array(32).fill(7);
const always = hex("0017 0000  000a 0006 0004 0017 0018  000b 0002 0100  000d 0006 0004 0403 0401");

test("ECDHE with AES-GCM alone is offered, on P-256 rather than P-384, and nothing else unasked", (t) => {
	const { record } = clientHello(random, "", { id, ticket: undefined }, primitives);
	t.deepEqual(Uint8Array.from(record), join(hex("16 0303 0071  01 00006d  0303"), random, hex("20"), id, hex("0006 c02b c02f 00ff  01 00  001e"), always));
});

test("a name and a ticket are what more there can be", (t) => {
	const { record } = clientHello(random, "ab.c", { id: id.subarray(0, 0), ticket: hex("010203") }, primitives);
	t.deepEqual(Uint8Array.from(record), join(hex("16 0303 0065  01 000061  0303"), random, hex("00  0006 c02b c02f 00ff  01 00  0032"), always,
		hex("0000 0009 0007 00 0004 61622e63  0023 0003 010203")));
});

test("an address is not a server name", (t) => {
	for (const address of ["192.0.2.1", "::1", "2001:db8::1", "::ffff:192.0.2.1"])
		t.deepEqual(clientHello(random, address, { id, ticket: undefined }, primitives), clientHello(random, "", { id, ticket: undefined }, primitives));
});
