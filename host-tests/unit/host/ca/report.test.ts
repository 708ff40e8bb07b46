/** What the program for CAs says of a server that it has heard. */
import test from "ava";
import { Heard } from "../../../../host/ca/heard.js";
import { KnownAuthorities } from "../../../../host/ca/known-authorities.js";
import { placeOf } from "../../../../host/ca/place.js";
import { type Report, report } from "../../../../host/ca/report.js";
import { intermediate, leaf, type Made, root } from "../../../../tools/x509/certificate.js";
import { ecKeys } from "../../../../tools/x509/keys.js";

const one = root("One", ecKeys());
const middleKeys = ecKeys();
const middle = intermediate("Middle", middleKeys, one);
const own = leaf(middle, ecKeys());

/** A server with a certificate on a curve. */
const withECDSA = 0xc02b;

function reportOf(chain: readonly Made[], authorities: readonly Made[], address = "127.0.0.1"): Report {
	const heard = Object.assign(new Heard("localhost", new Uint8Array(32)), { address, chain: chain.map(({ der }) => der), suite: withECDSA });
	return report(placeOf("localhost"), heard, { authorities: KnownAuthorities.of(authorities.map(({ der }) => der)), origin: "the test", store: undefined, page: "", now: Date.now() });
}

test("of several CAs that the certificates lead to, the nearest is first, and written", (t) => {
	const two = root("Two", ecKeys());
	const asRoot = root("Middle", middleKeys);
	const { authority, isAccepted, lines } = reportOf([own, middle, intermediate("One", one.keys, two)], [two, one, asRoot]);
	t.true(isAccepted);
	t.is(authority, asRoot.der);
	const text = lines.join("\n");
	t.regex(text, /It leads to these CAs of the test:\n {2}1 {2}CN=Middle\n[^]*\n {2}2 {2}CN=One\n[^]*\n {2}3 {2}CN=Two\n/);
	t.regex(text, /A device accepts this server with any one of them\./);
});

test("a CA that has only the name is not the one that it leads to", (t) => {
	const { authority, isAccepted, lines } = reportOf([own, middle], [root("One", ecKeys())]);
	t.false(isAccepted);
	t.is(authority, undefined);
	t.regex(lines.join("\n"), /It names this CA of the test:\n {2}1 {2}CN=One\n[^]*A device refuses this server: certificate is not signed by a trusted CA/);
});

test("a name that leads to IPv6 alone leads no device there", (t) => {
	t.true(reportOf([own, middle], [one]).isAccepted);
	const { isAccepted, lines } = reportOf([own, middle], [one], "::1");
	t.false(isAccepted);
	t.regex(lines.join("\n"), /But no device gets there: localhost has answered by IPv6 alone/);
});

test("bytes that are no certificate are shown as that", (t) => {
	const { isAccepted, lines } = reportOf([{ ...own, der: Uint8Array.of(1, 2, 3) }], [one]);
	t.false(isAccepted);
	t.regex(lines.join("\n"), /1 {2}no certificate that can be read\n\nA device refuses this server: certificate is malformed/);
});
