import { TLSSocket } from "records-client";
import type { RecordsClient } from "../../../lib/client.js";
import type { FileUrlOptions } from "../../../lib/call-options.js";
import { type Case, type Context, testCase } from "../case.js";
import { thrownBy } from "../thrown.js";
import { guest, refused } from "./devices.js";
import { ScriptedService } from "./scripted-service.js";

const credentials = { collection: "users", identity: "device-one", password: "device-pass-1234" };

/** Arguments of getFileUrl, and the URL without its base. */
const addresses: readonly (readonly [collection: string, recordId: string, filename: string, options: FileUrlOptions | undefined, path: string])[] = [
	["users", "a1", "me.png", undefined, "users/a1/me.png"],
	["users", "a1", "me.png", {}, "users/a1/me.png"],
	["users", "a1", "me.png", { thumb: null, token: undefined, download: false }, "users/a1/me.png"],
	["users", "a1", "me.png", { thumb: "100x300" }, "users/a1/me.png?thumb=100x300"],
	["users", "a1", "me.png", { token: "a.b-c_d", download: true, thumb: "0x50f" }, "users/a1/me.png?thumb=0x50f&token=a.b-c_d&download=true"],
	["a b", "ü", "50 %/#?&.png", { token: "a&b=c" }, "a%20b/%C3%BC/50%20%25%2F%23%3F%26.png?token=a%26b%3Dc"]
];

/** Arguments of getFileUrl, and what its error says. */
const mistakes: readonly (readonly [given: readonly unknown[], error: string])[] = [
	[["", "a1", "me.png"], "collection is required"], [[undefined, "a1", "me.png"], "collection is required"], [[5, "a1", "me.png"], "collection must be text"],
	[["users", "", "me.png"], "recordId is required"], [["users", {}, "me.png"], "recordId must be text"],
	[["users", "..", "me.png"], "recordId must not hold a segment . or .."],
	[["users", "a1"], "filename is required"], [["users", "a1", null], "filename is required"], [["users", "a1", true], "filename must be text"],
	[["users", "a1", "../me.png"], "filename must not hold a segment . or .."], [["users", "a1", "me\n.png"], "filename must not hold CR, LF or NUL"],
	[["users", "a1", "me.png", { thumb: 100 }], "thumb must be text"], [["users", "a1", "me.png", { token: {} }], "token must be text"],
	[["users", "a1", "a".repeat(13_000)], "path and query are too long"]
];

/** A client that sends nothing. */
function silent(context: Context, baseUrl: string): RecordsClient {
	const http = new ScriptedService().network.http!;
	// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-assertion -- devices have another class, with another option
	return context.client({ baseUrl, network: { http, https: { ...http, socket: { io: TLSSocket as never } } } });
}

/** checkHealth and getFileUrl. */
export const servicePathCases: readonly Case[] = [
	testCase("checkHealth: the service says that it is well, to a client that nobody has logged in to", async (context) => {
		const { ok, statusCode, error, body } = await guest(context).checkHealth();
		context.equal(error, "", "error");
		context.ok(ok && statusCode === 200 && body.includes("API is healthy"), body);
	}),
	testCase("checkHealth is GET /api/health, with the token that there is; it waits for no log-in and takes no token", async (context) => {
		const service = new ScriptedService(() => ({ status: 200, body: '{"token":"none of this"}' }));
		const client = service.client(context, { credentials });
		context.equal((await client.checkHealth()).ok, true, "without a token");
		context.equal(client.getAuthToken(), "", "token");
		client.setAuthToken("a.b.c");
		context.equal((await client.collection("readings").checkHealth()).ok, true, "with one");
		context.equal(service.sent.map(({ method, path }) => `${method} ${path}`).join(), "GET /api/health,GET /api/health", "requests");
		context.equal(service.sent.map(({ headers }) => headers.get("authorization") ?? "").join(), ",Bearer a.b.c", "tokens");
	}),
	testCase("checkHealth: a refusal is the answer, and nobody is logged in for it", async (context) => {
		for (const status of [401, 403, 404, 500]) {
			const service = new ScriptedService(() => ({ status, body: '{"message":"Not well."}' }));
			const client = service.client(context, { credentials });
			client.setAuthToken("a.b.c");
			refused(context, await client.checkHealth(), status, "Not well.");
			context.equal(service.sent.length, 1, "requests");
		}
	}),
	testCase("checkHealth and getFileUrl keep the base URL's prefix", async (context) => {
		const service = new ScriptedService();
		const client = context.client({ baseUrl: "http://scripted.internal:8090/pb/", network: service.network });
		await client.checkHealth();
		context.equal(service.sent[0].path, "/pb/api/health", "path");
		context.equal(client.getFileUrl("users", "a1", "b"), "http://scripted.internal:8090/pb/api/files/users/a1/b", "url");
	}),
	testCase("getFileUrl is the address of a record's file; what it is made of is percent-encoded", async (context) => {
		const client = silent(context, "https://records.example.org");
		for (const [collection, recordId, filename, options, path] of addresses)
			context.equal(client.getFileUrl(collection, recordId, filename, options), `https://records.example.org/api/files/${path}`);
		await context.sleep(1);
		context.equal(client.stats().requests, 0, "requests");
	}),
	testCase("getFileUrl names scheme, host and port as the base URL does; a scheme's own port is left out", async (context) => {
		const bases = [
			["http://127.0.0.1:8090", "http://127.0.0.1:8090"], ["HTTPS://records.example.org:443/", "https://records.example.org"],
			["http://records.example.org:443", "http://records.example.org:443"], ["https://[::1]:8090/a/b/", "https://[::1]:8090/a/b"], ["http://[::1]:80", "http://[::1]"]
		];
		for (const [base, found] of bases)
			context.equal(silent(context, base).getFileUrl("c", "r", "f"), found + "/api/files/c/r/f", base);
		await context.sleep(1);
	}),
	testCase("getFileUrl throws a TypeError that names the argument that is missing or wrong", async (context) => {
		const client = silent(context, "http://records.example.org");
		for (const [given, error] of mistakes)
			context.equal(thrownBy(() => client.getFileUrl(...given as Parameters<RecordsClient["getFileUrl"]>)), error, given.join().slice(0, 40));
		await context.sleep(1);
	})
];
