import type { Case, Context } from "../../host-tests/contract/case.js";
import type { TLSOptions } from "../../lib/tls/tls-options.js";
import type { ClientResponse } from "../../lib/response.js";
import type { TLSPlaces } from "../app/secure-line.js";

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
		const records = context.client({ baseUrl: `https://localhost:${ports[name]}`, onEvent, tls: { ca, ...tls }, limits: { connect: 15_000, timeout: 30_000 } });
		const response = await records.checkHealth();
		records.close();
		return response;
	};
	// The simulator's TCP does not always report that a server resets the connection after its alert.
	const refuses = (context: Context, { error, kind, ok, statusCode }: ClientResponse, name: string): void =>
		context.ok(!ok && (kind === "tls" || kind === "timeout" || statusCode === 400), `${name}: ${kind} ${statusCode} ${error}`);
	return [
		...Object.keys(ports).filter((name) => name.startsWith("client ")).map((name): Case => ({
			name: `${name}: a certificate of its CA opens, none and a stranger's do not`, async run(context) {
				context.equal((await ask(context, name, own)).error, "");
				refuses(context, await ask(context, name, {}), "none");
				refuses(context, await ask(context, name, stranger), "a stranger's");
			}
		})),
		{ name: "client: a session goes on with the certificate that it was begun with, and with no other", async run(context) {
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
			refuses(context, await ask(context, name, { session }, events), "without");
			kept = begun;
			refuses(context, await ask(context, name, { ...stranger, session }, events), "with another");
			context.equal(events.join(), "resume 1");
		} },
		{ name: "client: certificates and keys that are refused are named", run(context) {
			for (const [tls, option] of [[{ certificate }, "key"], [{ key }, "certificate"], [{ certificate: key, key }, "certificate"], [{ certificate, key: strangeKey }, "key"]] as const) {
				let error: unknown;
				try {
					context.client({ baseUrl: "https://records.test", tls });
				}
				catch (fault) {
					error = fault;
				}
				context.ok(error instanceof TypeError && error.message.startsWith(`tls.${option} must `), String(error));
			}
			return Promise.resolve();
		} }
	];
}
