import { PASSWORD } from "cases";
import TCP from "embedded:io/socket/tcp";
import ModdableTLS from "embedded:io/socket/tcp/tls";
import { type Network, TLSSocket } from "records-client";
import { StayConnected } from "records-client/wifi";
import ReadyNetwork from "records-client/wifi/ready";
import { type Case, type Context, testCase } from "../../host-tests/contract/case.js";
import { thrownBy } from "../../host-tests/contract/thrown.js";
import type { RecordsClient } from "../../lib/client.js";
import type { RecordsClientOptions } from "../../lib/client-options.js";
import type { SecureOptions } from "../../lib/platform.js";
import { overModdablesTLS, withSocket } from "../app/providers.js";
import type { TLSPlaces } from "../app/secure-line.js";
import { asking } from "./tls-sessions.js";

/** Whoever has the server's certificate and not its key: see device-tests/host/tls-keyed-server.ts. */
const impostors = ["impostor-0", "impostor-4"];
const forged = "tls: TLS handshake failed";

async function throughWiFi(context: Context, network: Network): Promise<Network> {
	const wifi = new StayConnected({ accessPoints: [], interface: { io: ReadyNetwork } });
	while (wifi.address === "")
		await context.sleep(10);
	return wifi.network(network);
}

/** What carries the connections of a client whose app says nothing of TLS. */
const carriers: Readonly<Record<string, (context: Context, secure: SecureOptions) => Network | Promise<Network>>> = {
	"Moddable's client": (_context, secure) => overModdablesTLS(secure),
	"Moddable's client through StayConnected": (context, secure) => throughWiFi(context, overModdablesTLS(secure)),
	"Moddable's TLS socket": (_context, secure) => withSocket(ModdableTLS, secure),
	"Moddable's TLS socket through StayConnected": (context, secure) => throughWiFi(context, withSocket(ModdableTLS, secure)),
	"a socket of the app's": (_context, secure) => withSocket(class extends TLSSocket {}, secure)
};

/** Over https a connection is the library's TLS, whatever carries it. */
export function carrierCases({ authorities: [certificate], ports }: TLSPlaces): readonly Case[] {
	const connect = (context: Context, server: string, network: Network, options: Partial<RecordsClientOptions> = {}): RecordsClient =>
		context.client({ baseUrl: `https://localhost:${ports[server]}`, network, limits: { retries: 0 }, ...options });
	const logIn = async (records: RecordsClient): Promise<string> => {
		const { body, error, kind } = await records.collection("users").authWithPassword("device-one", PASSWORD);
		return kind === "" ? body.includes(PASSWORD) ? "an impostor has the password" : "" : `${kind}: ${error}`;
	};
	return [
		...Object.entries(carriers).flatMap(([name, carrier]): Case[] => [
			...impostors.map((impostor) => testCase(`${name}: ${impostor} does not get the password`, async (context) => {
				context.equal(await logIn(connect(context, impostor, await carrier(context, { certificate }))), forged);
				context.equal(await logIn(connect(context, impostor, await carrier(context, {}), { tls: { ca: certificate } })), forged, "with tls.ca");
			})),
			testCase(`${name}: creates over one connection`, async (context) => {
				const records = connect(context, "good", await carrier(context, { certificate }));
				context.equal(await logIn(records), "");
				for (let value = 0; value < 3; value++)
					context.equal((await records.collection("readings").createEx({ sensor: "temperature", value })).error, "");
				context.equal(records.stats().connections, 1, "connections");
			}),
			testCase(`${name}: its session goes on`, async (context) => {
				await asking(context, ports["session-genuine"], {}, await carrier(context, { certificate })).opens(3, "1,1");
			})
		]),
		...[
			["Moddable's client", overModdablesTLS] as const,
			["Moddable's client through StayConnected", overModdablesTLS] as const
		].map(([name, carrier], index) => testCase(`${name} with tls.insecureSocket: whoever is on the way gets the password, and is not asked for the time`, async (context) => {
			const network = index === 0 ? carrier({ certificate }) : await throughWiFi(context, carrier({ certificate }));
			const records = connect(context, "impostor-4", network, { tls: { insecureSocket: true } });
			context.equal(records.now(), -1);
			context.equal(await logIn(records), "an impostor has the password");
			context.equal(records.now(), -1, "after its answer");
		})),
		testCase("no session goes on between the SDK's TLS and the library's", async (context) => {
			for (const [tls, became] of [[{ insecureSocket: true }, ""], [{}, "1"], [{ insecureSocket: true }, ""]] as const)
				await asking(context, ports["session-genuine"], tls, overModdablesTLS({ certificate })).opens(2, became);
		}),
		testCase("a socket that can't carry the library's TLS is refused by the constructor", (context) => {
			for (const network of [withSocket(TCP, {}, {}), withSocket(ModdableTLS, {}, {})]) {
				context.equal(thrownBy(() => connect(context, "good", network)), "network.https.socket has neither this library's TLSSocket nor a TCP for one; tls.insecureSocket takes it as it is");
			}
		})
	];
}
