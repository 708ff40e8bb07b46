import { TLSSocket } from "records-client";
import { type Case, testCase } from "../case.js";
import { faultOf } from "../thrown.js";

const der = Uint8Array.of(0x30, 0x00);
const notName = "tls.serverName must be a name";
const notText = "tls.serverName must be of type string";
const notVersion = "tls.minVersion must be TLSv1.2 or TLSv1.3";
const notFlag = "tls.insecure must be of type boolean";
const notVersionText = "tls.minVersion must be of type string";
const notCertificate = "tls.certificate must have a P-256 key, in DER, 4,096 bytes at most";
const notObject = "tls must be of type object";

/** Never called: the options are looked at when a client is made, a connection is opened when something is sent. */
function nobody(): never {
	throw new Error("nothing was to be opened");
}

/** Values of the option, by what they throw. */
const wrong: readonly (readonly [error: string, tls: unknown])[] = [
	[notObject, null],
	[notObject, "insecure"],
	[notObject, true],
	["tls.cert is unknown; did you mean tls.certificate?", { cert: der }],
	["tls.CA is unknown; did you mean tls.ca?", { CA: der }],
	["tls.verify is unknown", { verify: false }],
	["tls.toString is unknown", { toString: 1 }],
	[notName, { serverName: "" }],
	[notText, { serverName: 5 }],
	[notText, { serverName: null }],
	[notVersion, { minVersion: "TLSv1" }],
	[notVersion, { minVersion: "1.2" }],
	[notVersionText, { minVersion: 0x303 }],
	[notFlag, { insecure: "true" }],
	[notFlag, { insecure: 1 }],
	[notFlag, { insecure: null }],
	["tls.insecureSocket must be of type boolean", { insecureSocket: 1 }],
	["tls.insecureSocket goes with no other option of tls", { insecureSocket: true, serverName: "records.test" }],
	[notCertificate, { key: der }],
	[notCertificate, { certificate: [], key: der }],
	["tls.session must be of type object", { session: null }],
	["tls.session must have get and set", { session: {} }],
	["tls.session must have get and set", { session: { get: nobody } }],
	["tls.session must have get and set", { session: { get: nobody, set: 5 } }]
];

const dns = { io: nobody };
const network = { http: { dns, socket: { io: nobody } }, https: { dns, socket: { io: TLSSocket } } };
const baseUrl = "https://records.example";

export const tlsOptionCases: readonly Case[] = [
	testCase("tls options that are wrong throw a TypeError that names them", (context) => {
		for (const [error, tls] of wrong)
			context.equal(faultOf(context, { baseUrl, network, tls }), error, error);
	}),
	testCase("tls.ca that is no certificate throws a TypeError that names it", (context) => {
		// Node takes PEM, devices take no text.
		for (const ca of ["", "ca.pem", "-----BEGIN CERTIFICATE-----", [der, "more"], [], [der, 5], [48, 0], null, 5, {}]) {
			const error = faultOf(context, { baseUrl, network, tls: { ca } });
			context.ok(error.startsWith("tls.ca "), error);
		}
		// Bytes that are none, PEM, and a certificate that is cut.
		for (const bytes of [[], [0x30, 0], [45, 45, 45, 45, 45, 66], [0x30, 0x82, 1, 0x30, 0x30, 0x81, 0xd7]]) {
			const error = faultOf(context, { baseUrl, network, tls: { ca: Uint8Array.from(bytes) } });
			context.ok(error.startsWith("tls.ca ") || error.endsWith("TLSError: CA certificate is not a certificate in DER"), `${bytes.join()}: ${error}`);
		}
	}),
	testCase("tls options that are right open nothing and are not changed", (context) => {
		for (const tls of [{}, { serverName: "records.test" }, { minVersion: "TLSv1.2" }, { minVersion: "TLSv1.3" },
			{ insecure: false }, { session: { get: nobody, set: nobody } }, { ca: undefined, serverName: undefined, minVersion: undefined, insecure: undefined, session: undefined }])
			context.equal(faultOf(context, { baseUrl, network, tls: Object.freeze(tls) }), "", Object.keys(tls).join());
	}),
	testCase("tls options with an http base URL throw: nothing would be secure", (context) => {
		context.equal(faultOf(context, { baseUrl: "http://records.example", network, tls: {} }), "tls is given but baseUrl is http");
	})
];
