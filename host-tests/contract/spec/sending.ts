import type { Method } from "../../../lib/call-options.js";
import type { RecordsClient } from "../../../lib/client.js";
import { type Case, testCase } from "../case.js";
import { notSent } from "./devices.js";
import { bytesOf, ScriptedService } from "./scripted-service.js";

const dots = "path must not hold a segment . or ..";
const unusual = "path must begin with / and be percent-encoded";

/** Paths that lead out of the base URL's prefix for a server, or for a proxy that decodes before it resolves, and those that are not encoded. */
const outside: readonly (readonly [path: string, error: string])[] = [
	...[
		"/..", "/../admin", "/a/../../admin", "/.", "/./a", "/a/.", "/a/..", "/a/..?b=c", "/.?a", "/%2e%2e/admin", "/%2E%2E/admin", "/.%2e/admin",
		"/%2e./admin", "/%2E", "/%2e/a", "/a/%2e%2E", "/..%2fadmin", "/a%2F..%2F..%2Fadmin", "/..%5cadmin", "/..\\admin", "/a\\..\\admin", "/..;/admin",
		"/..;a=b/admin", "/%2e%2e%3b/admin", "/..#", "/a/..#b"
	].map((path) => [path, dots] as const),
	["//admin", "path must not begin with //"], ["//", "path must not begin with //"],
	["/a\\b", "path must not hold \\ or #"], ["/\\admin", "path must not hold \\ or #"], ["/a#b", "path must not hold \\ or #"],
	["", unusual], ["admin", unusual], ["../admin", unusual], ["http://other.test/", unusual], ["/a b", unusual], ["/ä", unusual], ["/a\r\nb: c", unusual],
	["/a\0", unusual], ["?a", unusual],
	["/a?filter=value>50%", unusual], ["/a?filter=name~'temp%'", unusual], ["/a?b=%2", unusual], ["/a?b=%20%zz", unusual], ["/a%", unusual], ["/a/%g0?b", unusual],
	["/a?b=c;d", "path must not hold ; in its query: write %3B"], ["/a?filter=name=';'", "path must not hold ; in its query: write %3B"]
];

/** Paths that stay where they are; in the query dots are only dots. */
const inside = [
	"/", "/api/health", "/api/health?a=../..&b=/../", "/a?..", "/...", "/.a", "/a.", "/a..b", "/..a/b", "/a//b", "/a/", "/%252e%252e/a", "/a;b", "/a;b?c=%3B%3b", "/%2ea",
	"/api/collections/a/records?filter=(b%3D'../c')"
];

type Request = readonly [name: string, call: (client: RecordsClient) => unknown, line: string, fields: Readonly<Record<string, string>>, body: string];

function withBody(body: string): Readonly<Record<string, string>> {
	return { "content-type": "application/json", "content-length": String(bytesOf(body).length) };
}

const records = "/api/collections/readings/records";
const json = '{ "sensor": "Zoë 😀" }';
const login = '{"identity":"me","password":"secret"}';

/** Each call's request: its line, all of its header fields but `host`, and its body. */
const requests: readonly Request[] = [
	["createEx is POST /api/collections/{collection}/records with the JSON as given and its type", (client) => client.createEx(json), `POST ${records}`, withBody(json), json],
	["updateEx is PATCH /api/collections/{collection}/records/{id} with the JSON as given and its type", (client) => client.updateEx("abc123", json), `PATCH ${records}/abc123`, withBody(json), json],
	["getOneEx is GET /api/collections/{collection}/records/{id} without a body or a query", (client) => client.getOneEx("abc123"), `GET ${records}/abc123`, {}, ""],
	["deleteRecordEx is DELETE /api/collections/{collection}/records/{id} and sends nothing", (client) => client.deleteRecordEx("abc123"), `DELETE ${records}/abc123`, {}, ""],
	[
		"authWithPassword is POST /api/collections/{collection}/auth-with-password with identity and password",
		(client) => client.collection("users").authWithPassword("me", "secret"), "POST /api/collections/users/auth-with-password", withBody(login), login
	],
	[
		"authRefresh is POST /api/collections/{collection}/auth-refresh with the token and without a body",
		(client) => {
			client.setAuthToken("old");
			return client.collection("users").authRefresh();
		}, "POST /api/collections/users/auth-refresh", { ...withBody(""), authorization: "Bearer old" }, ""
	]
];

/** What each call sends, and sendEx. */
export const sendingCases: readonly Case[] = [
	...requests.map(([name, call, line, fields, body]) => testCase(name, async (context) => {
		const service = new ScriptedService();
		await call(service.client(context).collection("readings"));
		const [{ body: sent, headers, method, path }] = service.sent;
		context.equal(`${method} ${path}`, line);
		const all = Object.entries({ host: "scripted.internal", ...fields });
		context.equal([...headers].map((field) => field.join(": ")).sort().join("\n"), all.map((field) => field.join(": ")).sort().join("\n"), "header fields");
		context.equal(sent, body);
	})),
	testCase("sendEx: a path that leads out of the base URL's prefix, or that is not encoded, makes no request", async (context) => {
		const service = new ScriptedService();
		const client = service.client(context);
		for (const [path, error] of outside) {
			for (const method of ["GET", "POST"] as const)
				notSent(context, await client.sendEx(method, path, "{}"), error);
		}
		for (const path of [undefined, null, 5, {}] as unknown[])
			notSent(context, await client.sendEx("GET", path as string), unusual);
		await context.sleep(5);
		context.equal(service.sent.length, 0, "requests");
	}),
	testCase("sendEx: any other path is sent as it is, again and again, whatever was refused between", async (context) => {
		const service = new ScriptedService();
		const client = service.client(context);
		for (const path of inside) {
			for (let times = 1; times <= 2; times++) {
				context.equal((await client.sendEx("GET", path)).kind, "", path);
				notSent(context, await client.sendEx("GET", "/.."), dots);
			}
		}
		context.equal(service.sent.map(({ path }) => path).join(" "), inside.flatMap((path) => [path, path]).join(" "), "paths");
	}),
	testCase("sendEx: a GET or DELETE with something in place of its body makes no request: it may be the options", async (context) => {
		const service = new ScriptedService();
		const client = service.client(context);
		for (const method of ["GET", "DELETE"] as const) {
			for (const given of [{ headers: { "x-one": "1" } }, "{}", new Uint8Array(2)])
				notSent(context, await client.sendEx(method, "/api/health", given), "GET and DELETE have no requestBody: sendEx(method, path, null, options)");
			for (const none of [undefined, null, ""])
				context.equal((await client.sendEx(method, "/api/health", none, {})).kind, "", method);
		}
		context.equal(service.sent.length, 6, "requests");
	}),
	testCase("sendEx: a method that is none of the five makes no request, whatever the path before", async (context) => {
		const service = new ScriptedService();
		const client = service.client(context);
		await client.sendEx("GET", "/api/health");
		for (const method of ["", "get", "HEAD", "OPTIONS", "GET ", "GET / HTTP/1.1\r\n", undefined, null, 5] as unknown[])
			notSent(context, await client.sendEx(method as Method, "/api/health"), "method must be GET, POST, PUT, PATCH or DELETE");
		context.equal(service.sent.length, 1, "requests");
	})
];
