import { type Case, testCase } from "../../host-tests/contract/case.js";
import { Authorities } from "../../lib/tls/authorities.js";
import { SessionKeeper } from "../../lib/tls/session-keeper.js";
import { SecureLine, type TLSPlaces } from "../app/secure-line.js";

/** What a server that has the keys encrypts, and the error's text; "" where it opens. See device-tests/host/tls-keyed-server.ts. */
const faults: readonly (readonly [server: string, opens: boolean, text: string])[] = [
	["keyed-too-long", true, "TLS record is damaged"],
	["keyed-request-beside", false, "TLS handshake failed"],
	["keyed-request-before", false, "TLS handshake failed"],
	["keyed-requests-instead", false, "TLS handshake failed"],
	["keyed-hello-instead", false, "TLS handshake failed"],
	["keyed-many-names", false, "TLS server names too many CAs of client certificates"],
	["keyed-request-behind", true, "peer sent a TLS record that must not come now"],
	["keyed-cipher-behind", true, "peer sent a TLS record that must not come now"]
];

/** Servers that know the keys and break the protocol with them. */
export function keyedCases({ ports, authorities }: TLSPlaces): readonly Case[] {
	const certificate = authorities[6];
	const shared = (): { readonly keeper: SessionKeeper; readonly authorities: Authorities } => ({
		keeper: new SessionKeeper(undefined, { storageErrors: 0, emit: () => undefined }), authorities: new Authorities(certificate)
	});
	return [
		...[["keyed", 5], ["keyed-longest", 16_384]].map(([server = "", size]) => testCase(`${server}: ${size} bytes are received, and the session is kept`, async (context) => {
			const { keeper, authorities: trusted } = shared();
			const line = new SecureLine(context, ports[server], { certificate }, { shared: { keeper, authorities: trusted } });
			await line.until("readable");
			context.equal(line.readable, size);
			line.call((socket) => socket.close());
			context.ok(keeper.get() !== undefined, "kept");
		})),
		...faults.map(([server, opens, text]) => testCase(`${server}: ${text}, and no session is kept`, async (context) => {
			const { keeper, authorities: trusted } = shared();
			const line = new SecureLine(context, ports[server], { certificate }, { shared: { keeper, authorities: trusted } });
			context.equal(await line.fails(), `TLSError: ${text}`);
			context.equal(line.events.join(), opens ? "writable,error" : "error");
			context.equal(keeper.get(), undefined);
		}))
	];
}
