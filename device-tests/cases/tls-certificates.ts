import { type Case, testCase } from "../../host-tests/contract/case.js";
import { thrownBy } from "../../host-tests/contract/thrown.js";
import type { SecureOptions } from "../../lib/platform.js";
import { SecureLine, type TLSPlaces } from "../app/secure-line.js";

/** Server, its fault as a person reads it, and options beyond the CA. */
type Fault = readonly [server: string, text: string, secure?: SecureOptions];

const faults: readonly Fault[] = [
	["wrong-host", "certificate is for other.test, not localhost"],
	["expired", "certificate has expired"],
	["not-yet-valid", "certificate is not yet valid, or the clock is not set"],
	["unknown-ca", "certificate is not signed by a trusted CA"],
	["self-signed", "certificate is self-signed"],
	["forged", "certificate is not signed by a trusted CA"],
	["issued-by-leaf", "certificate's issuer is not a CA"],
	["good", "certificate is for localhost, records.test, 127.0.0.1, not other.test", { serverName: "other.test" }],
	["good", "certificate is for localhost, records.test, 127.0.0.1, not 127.0.0.2", { serverName: "127.0.0.2" }],
	["plain", "peer does not speak TLS"],
	["long-record", "peer does not speak TLS"]
];

/** What a socket is made with, and what its constructor then throws. */
const refusals: readonly (readonly [name: string, settings: object, text: string])[] = [
	["TLS 1.3", { secure: { minVersion: "TLSv1.3" } }, "RangeError: secure.minVersion must be TLSv1.2: this platform has TLS 1.2 at most"],
	["a version that is none", { secure: { minVersion: "1.2" } }, "RangeError: secure.minVersion must be TLSv1.2: this platform has TLS 1.2 at most"],
	["a CA certificate in PEM", { secure: { certificate: new Uint8Array([45, 45, 45, 45, 45]) } }, "TLSError: CA certificate is not a certificate in DER"],
	["no CA certificate in an array", { secure: { certificate: [] } }, "TLSError: CA certificate is not a certificate in DER"],
	["no name to look for", { host: undefined }, "host or secure.serverName is required"],
	["no TCP", { TCP: undefined }, "TCP.io is required"]
];

export function certificateCases({ ports, authorities }: TLSPlaces): readonly Case[] {
	const [certificate, other, elliptic, cube, usual, short] = authorities;
	const wrong: readonly Fault[] = [
		["cube-forged", "certificate is not signed by a trusted CA", { certificate: cube }],
		["forged-key-exchange", "TLS handshake is not signed with the certificate's key", { certificate: usual }],
		["integer-for-ca", "certificate is malformed", { certificate: usual }],
		["negative-length", "certificate is malformed", { certificate: usual }],
		["negative-length", "certificate is malformed", { certificate: undefined }],
		["long-key", "certificate is malformed", { certificate: usual }]
	];
	const accepted = (name: string, server: string, secure: SecureOptions) => testCase(name, async (context) => {
		const line = new SecureLine(context, ports[server], secure);
		await line.until("writable");
		line.call((socket) => socket.close());
		await context.sleep(60);
		context.equal(line.events.join(), "writable");
	});
	return [
		accepted("accepts a certificate of the CA", "good", { certificate: certificate }),
		accepted("accepts a certificate for another of its names", "good", { certificate: certificate, serverName: "Records.TEST" }),
		accepted("accepts a certificate for the address", "good", { certificate: certificate, serverName: "127.0.0.1" }),
		accepted("takes several CAs", "good", { certificate: [other, certificate] as Uint8Array[] }),
		accepted("takes several CAs, in any order", "unknown-ca", { certificate: [certificate, other] as Uint8Array[] }),
		accepted("accepts keys on an elliptic curve", "elliptic", { certificate: elliptic }),
		accepted("accepts anything when told so", "self-signed", { verify: false }),
		accepted("accepts a key with exponent 3", "cube-leaf", { certificate: usual }),
		accepted("accepts a signature with a short number", "short-signature", { certificate: short }),
		...[...faults, ...wrong].map(([server, text, secure = {}]) => testCase(`refuses ${server}${"certificate" in secure && secure.certificate === undefined ? " without a CA" : ""}${secure.serverName === undefined ? "" : ` as ${secure.serverName}`}`, async (context) => {
			const line = new SecureLine(context, ports[server], { certificate: certificate, ...secure });
			context.equal(await line.fails(), `TLSError: ${text}`);
			context.equal(line.events.join(), "error");
		})),
		testCase("without a CA the device's own are trusted, and no other", async (context) => {
			const line = new SecureLine(context, ports.good, {});
			context.equal(await line.fails(), "TLSError: certificate is not signed by a trusted CA");
		}),
		testCase("a refused connection keeps its own error", async (context) => {
			const line = new SecureLine(context, 1, { certificate: certificate });
			context.equal(await line.fails(), "");
		}),
		...refusals.map(([name, settings, text]) => testCase(`the constructor refuses ${name}`, (context) => {
			context.equal(thrownBy(() => new SecureLine(context, ports.good, {}, settings)), text);
		}))
	];
}
