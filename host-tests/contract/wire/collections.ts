import type { Collection } from "../../../lib/collection.js";
import type { RecordsClient } from "../../../lib/client.js";
import { type Case, testCase } from "../case.js";
import { ScriptedService } from "../spec/scripted-service.js";
import { notSent } from "../spec/devices.js";

const record = '{"id":"a1"}';

/** Each method of an object of a collection, and what it asks for. */
const calls: readonly (readonly [asked: string, call: (collection: Collection) => Promise<unknown>])[] = [
	["GET /records/a1", (collection) => collection.getOneEx("a1")],
	["GET /records/a1?fields=id", (collection) => collection.getOneEx("a1", { fields: "id" })],
	["GET /records/a1", (collection) => collection.getOne("a1")],
	["GET /records?page=1", (collection) => collection.getListEx(1)],
	["GET /records?perPage=5", (collection) => collection.getListEx({ perPage: 5 })],
	["GET /records", (collection) => collection.getList()],
	["POST /records", (collection) => collection.createEx("{}")],
	["POST /records?fields=id", (collection) => collection.createEx("{}", { fields: "id" })],
	["POST /records", (collection) => collection.create({})],
	["PATCH /records/a1", (collection) => collection.updateEx("a1", "{}")],
	["PATCH /records/a1?expand=device&fields=id", (collection) => collection.updateEx("a1", "{}", { fields: "id", expand: "device" })],
	["PATCH /records/a1", (collection) => collection.update("a1", "{}")],
	["DELETE /records/a1", (collection) => collection.deleteRecordEx("a1")],
	["DELETE /records/a1", (collection) => collection.deleteRecordEx("a1", {})],
	["DELETE /records/a1", (collection) => collection.deleteRecord("a1")],
	["POST /auth-with-password", (collection) => collection.authWithPassword("device-one", "device-pass-1234")],
	["POST /auth-refresh", (collection) => collection.authRefresh()],
	["GET /auth-methods", (collection) => collection.authMethods()],
	["POST /request-password-reset", (collection) => collection.requestPasswordReset("owner@example.org")],
	["POST /request-verification", (collection) => collection.requestVerification("owner@example.org")],
	["POST /request-otp", (collection) => collection.requestOTP("owner@example.org")],
	["POST /auth-with-otp", (collection) => collection.authWithOTP("a1", "12345678")]
];

function asked(service: ScriptedService, prefix: string): string {
	return service.sent.map(({ method, path }) => `${method} ${path.startsWith(prefix) ? path.slice(prefix.length) : path}`).join("\n");
}

/** What `at` makes, and what a client's own methods do beside it. */
export const collectionCases: readonly Case[] = [
	testCase("what at makes asks for its own collection, in each of its methods, whatever else the client selects", async (context) => {
		const service = new ScriptedService(() => ({ status: 200, body: record }));
		const client = service.client(context);
		const readings = client.at("readings"), users = client.at("users");
		client.collection("others");
		const called = new Set<string>();
		const watched = new Proxy(readings, { get: (target, name) => {
			called.add(String(name));
			return (Reflect.get(target, name) as () => unknown).bind(target);
		} });
		for (const [, call] of calls)
			await call(watched);
		context.equal(Object.getOwnPropertyNames(Object.getPrototypeOf(readings)).filter((name) => name !== "constructor" && !called.has(name)).join(), "", "methods that were not called");
		context.equal(asked(service, "/api/collections/readings"), calls.map(([text]) => text).join("\n"));
		service.sent.length = 0;
		await Promise.all([users.deleteRecordEx("a1"), readings.deleteRecordEx("a2"), client.deleteRecordEx("a3"), users.deleteRecordEx("a4")]);
		context.equal(asked(service, "/api/collections"), "DELETE /users/records/a1\nDELETE /readings/records/a2\nDELETE /others/records/a3\nDELETE /users/records/a4");
		service.sent.length = 0;
		await client.createEx("{}");
		context.equal(asked(service, "/api/collections"), "POST /others/records", "the client's own");
	}),
	testCase("what at makes shares token, queue and end of the client, and has nothing of its own to close", async (context) => {
		const service = new ScriptedService(() => ({ status: 200, body: record }));
		const client = service.client(context, { limits: { queue: 1 } });
		const readings = client.at("readings"), users = client.at("users");
		client.setAuthToken("aaa.bbb.ccc");
		const responses = await Promise.all([readings.createEx("{}"), users.getOneEx("a1"), readings.createEx("{}")]);
		context.equal(responses.map(({ kind }) => kind).join(), ",,busy", "kinds");
		context.equal(service.sent.map(({ headers }) => headers.get("authorization")).join(), "Bearer aaa.bbb.ccc,Bearer aaa.bbb.ccc", "authorization");
		context.equal(client.stats().connections, 1, "connections");
		context.equal("close" in readings || "collection" in readings || "sendEx" in readings || "select" in readings, false, "other methods");
		client.close();
		context.equal((await readings.createEx("{}")).kind, "closed", "kind");
	}),
	testCase("at with a name that is missing or wrong: each call says so, and makes no request", async (context) => {
		const service = new ScriptedService();
		const client: RecordsClient = service.client(context);
		client.collection("readings");
		for (const [name, error] of [["", "collection is required"], [5, "collection must be text"], ["..", "collection must not hold a segment . or .."], ["a\n", "collection must not hold CR, LF or NUL"]] as const) {
			const made = client.at(name as string);
			for (const response of [await made.createEx("{}"), await made.deleteRecordEx("a1"), await made.authWithPassword("a", "b"), await made.getListEx()])
				notSent(context, response, error);
		}
		await client.at("a/b").getListEx();
		context.equal(service.sent.map(({ path }) => path).join(), "/api/collections/a%2Fb/records", "requests");
	}),
	testCase("isAuthValid: whether a token is there of which nothing bad is known", async (context) => {
		const service = new ScriptedService(() => ({ status: 200, body: "{}" }));
		const client = service.client(context);
		context.equal(client.isAuthValid, false, "without a token");
		client.setAuthToken("aaa.bbb.ccc");
		context.equal(client.isAuthValid, true, "with one");
		client.setAuthToken("a b");
		context.equal(client.isAuthValid, false, "with one that can't be sent");
		client.setAuthToken("aaa.bbb.ccc");
		client.clearAuthToken();
		context.equal(client.isAuthValid, false, "without one again");
		await client.checkHealth();
	})
];
