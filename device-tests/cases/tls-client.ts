import { type Case, type Context, testCase } from "../../host-tests/contract/case.js";
import { faultOf } from "../../host-tests/contract/thrown.js";
import { signECDSA } from "../../lib/tls/ecdsa.js";
import { primitives } from "../../lib/moddable/tls/sdk-primitives.js";
import type { TLSOptions } from "../../lib/tls/tls-options.js";
import type { ClientResponse } from "../../lib/response.js";
import type { TLSPlaces } from "../app/secure-line.js";

/** Where a key in PKCS #8 has its secret number. */
const SECRET_AT = 36, SECRET_END = 68;

/** Servers that take clients with a certificate of one CA alone. */
export function clientCases({ ports, authorities }: TLSPlaces): readonly Case[] {
	const [ca, certificate, intermediate, key, strange, strangers, strangeKey] = authorities.slice(7);
	const own = { certificate: [certificate, intermediate], key };
	const stranger = { certificate: [strange, strangers], key: strangeKey };
	const ask = async (context: Context, name: string, tls: TLSOptions, events: string[] = []): Promise<ClientResponse> => {
		const onEvent = (event: string, value?: number): void => {
			if (event === "resume")
				events.push(`${event} ${value}`);
		};
		const records = context.client({ baseUrl: `https://localhost:${ports[name]}`, onEvent, tls: { ca, ...tls } });
		const response = await records.checkHealth();
		records.close();
		return response;
	};
	/** nginx shakes hands first, and answers 400; Node's server closes over a stranger's certificate without an alert. */
	const refuses = async (context: Context, name: string, tls: TLSOptions, what: string, events?: string[]): Promise<void> => {
		const { error, kind, statusCode } = await ask(context, name, tls, events);
		const isTold = error === "TLS handshake failed" || name === "client openssl" && what !== "none" && error === "peer closed during the TLS handshake";
		context.ok(isTold ? kind === "tls" : statusCode === 400, `${what}: ${kind} ${statusCode} ${error}`);
	};
	return [
		...Object.keys(ports).filter((name) => name.startsWith("client ")).map((name) => testCase(`${name}: a certificate of its CA opens, none and a stranger's do not`, async (context) => {
			context.equal((await ask(context, name, own)).error, "");
			// As long as it may be, which is more than the simulator's socket takes at once.
			const count = Math.floor((4096 - certificate.byteLength - intermediate.byteLength) / strangers.byteLength);
			const chain = [certificate, intermediate, ...Array.from({ length: count }, () => strangers)];
			context.equal((await ask(context, name, { certificate: chain, key })).error, "", `${chain.length} certificates`);
			await refuses(context, name, {}, "none");
			await refuses(context, name, stranger, "a stranger's");
		})),
		testCase("client: a session goes on with the certificate that it was begun with, and with no other", async (context) => {
			let kept: Uint8Array | undefined;
			const session = { get: () => kept, set: (bytes: Uint8Array | undefined) => void (kept = bytes) };
			const events: string[] = [];
			const name = "client openssl";
			for (let time = 0; time < 2; time++)
				context.equal((await ask(context, name, { ...own, session }, events)).error, "");
			context.equal(events.join(), "resume 1");
			const begun = kept;
			context.ok(begun !== undefined, "kept");
			// An offered session would open without the certificate being looked at again.
			await refuses(context, name, { session }, "none", events);
			kept = begun;
			await refuses(context, name, { ...stranger, session }, "a stranger's", events);
			context.equal(events.join(), "resume 1");
		}),
		testCase("client: a signature's arithmetic gets numbers of one length", (context) => {
			const lengths = new Set<number>();
			const secret = new Uint8Array(key).slice(SECRET_AT, SECRET_END);
			for (let count = 0; count < 40; count++) {
				signECDSA(secret, primitives.digest("SHA256", [Uint8Array.of(count)]), { ...primitives, curve(name) {
					const { G, ec, n, orderSize } = primitives.curve(name);
					return { G, n, orderSize, ec: { m: ec.m, b: ec.b, mul2: (one, u, other, v) => ec.mul2(one, u, other, v), mul(point, times) {
						lengths.add(times.toString(2).length);
						return ec.mul(point, times);
					} } };
				} });
			}
			context.equal([...lengths].join(), "320");
		}),
		testCase("client: certificate and key are copied", async (context) => {
			const given = { certificate: [certificate, intermediate].map((one) => new Uint8Array(one).slice()), key: new Uint8Array(key).slice() };
			const records = context.client({ baseUrl: `https://localhost:${ports["client openssl"]}`, tls: { ca, ...given } });
			for (const bytes of [given.key, ...given.certificate])
				bytes.fill(0);
			context.equal((await records.checkHealth()).error, "");
		}),
		testCase("client: certificates and keys that are refused are named", (context) => {
			const damaged = new Uint8Array(key).slice(), zero = damaged.slice();
			damaged[SECRET_AT] ^= 1;
			zero.fill(0, SECRET_AT, SECRET_END);
			for (const [tls, option] of [[{ certificate }, "key"], [{ certificate, key: damaged }, "key"], [{ certificate, key: zero }, "key"], [{ key }, "certificate"], [{ certificate: key, key }, "certificate"], [{ certificate, key: strangeKey }, "key"]] as const) {
				const error = faultOf(context, { baseUrl: "https://records.test", tls });
				context.ok(error.startsWith(`tls.${option} must `), error);
			}
		})
	];
}
