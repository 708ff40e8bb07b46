import UDP from "embedded:io/socket/udp";
import ModdableResolver from "embedded:network/dns/resolver/udp";
import type { Case, Context } from "../../host-tests/contract/case.js";
import type { Resolver, ResolverProvider } from "../../lib/platform.js";

const Lookup = ModdableResolver as unknown as new (options: object) => Resolver;

function resolver(): Resolver {
	return new Lookup({ servers: ["127.0.0.1"], socket: { io: UDP } } satisfies Omit<ResolverProvider, "io">);
}

/** Resolves with what is called back, "nothing" after a second. */
async function lookUp(context: Context, host: string): Promise<string> {
	const one = resolver();
	let told = "";
	let inside = true;
	one.resolve({
		host,
		onResolved: (_host, address) => {
			told += inside ? `${address} inside the call` : address;
			one.close();
		},
		onError: () => {
			told += "error";
		}
	});
	inside = false;
	for (let tries = 0; told === "" && tries < 50; tries++)
		await context.sleep(20);
	await context.sleep(50);
	one.close();
	return told || "nothing";
}

/** Names that only a server knows are left out: the question would leave this machine. */
export const resolverCases: readonly Case[] = [
	{ name: "a literal address is its own", async run(context) {
		context.equal(await lookUp(context, "192.0.2.7"), "192.0.2.7");
	} },
	{ name: "localhost is known", async run(context) {
		context.equal(await lookUp(context, "localhost"), "127.0.0.1");
	} },
	{ name: "calls nothing back after close", async run(context) {
		const one = resolver();
		let told = "";
		one.resolve({
			host: "192.0.2.7",
			onResolved: (_host, address) => {
				told += address;
			},
			onError: () => {
				told += "error";
			}
		});
		one.close();
		one.close();
		await context.sleep(100);
		context.equal(told, "");
	} },
	{ name: "the client reaches a peer by name", async run(context) {
		const baseUrl = context.peer.replace("127.0.0.1", "localhost");
		if (baseUrl === context.peer)
			return; // on a board the peer's name is whatever was given
		const answer = await context.client({ baseUrl: `${baseUrl}/keep/by-name` }).collection("any").getOneEx("one");
		context.equal(answer.error, "");
		context.equal(answer.statusCode, 200);
	} }
];
