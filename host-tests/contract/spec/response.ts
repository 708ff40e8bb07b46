import { type Case, testCase } from "../case.js";
import { device, failed, guest, onDevice, only, pageOf, recordOf, refused, sensorName, succeeded } from "./devices.js";
import { ScriptedService } from "./scripted-service.js";

/** ClientResponse and the errors: what every method's answer looks like. */
export const responseCases: readonly Case[] = [
	testCase("ClientResponse: a success has ok, the HTTP status, no error, no kind and the raw body", async (context) => {
		const body = "{ \"id\":\"a\",\n\t\"name\":\"Zoë 温度 😀\" }\n";
		const service = new ScriptedService(() => ({ status: 200, body }));
		const response = await service.client(context).collection("readings").getOneEx("a");
		succeeded(context, response, 200);
		context.equal(response.body, body);
	}),
	testCase("ClientResponse: every status from 200 to 299 is a success", async (context) => {
		for (const status of [200, 201, 202, 206, 226, 299]) {
			const service = new ScriptedService(() => ({ status, body: '{"id":"a"}' }));
			const client = service.client(context);
			succeeded(context, await client.collection("readings").createEx("{}"), status);
			client.close();
		}
	}),
	testCase("errors 2: a failed HTTP request has ok=false, the HTTP status and a text", async (context) => {
		for (const status of [300, 301, 304, 400, 401, 403, 404, 409, 413, 422, 429, 500, 502, 503, 599]) {
			const service = new ScriptedService(() => ({ status }));
			const client = service.client(context);
			refused(context, await client.collection("readings").getOneEx("a"), status, `HTTP ${status}`);
			client.close();
		}
	}),
	testCase("errors 2: the text is the service's message", onDevice, async ({ client }, context) => {
		const response = await client.getOneEx("nosuchrecord000");
		refused(context, response, 404, "The requested resource wasn't found.");
		context.equal((JSON.parse(response.body) as { status: number }).status, 404);
	}),
	testCase("errors 2: validation errors of the fields follow the message", onDevice, async ({ client }, context) => {
		refused(context, await client.createEx("{}"), 400, "Failed to create record. sensor: Cannot be blank.");
		refused(context, await client.collection("users").authWithPassword("", ""), 400,
			"An error occurred while validating the submitted data. identity: Cannot be blank.; password: Cannot be blank.");
	}),
	...[
		["MFA's 401 without a message", 401, "{\"mfaId\":\"abc\"}", "the account requires a second factor (MFA)"],
		["a text of the HTTP server", 400, "400 Bad Request\n", "400 Bad Request"],
		["a proxy's page", 502, "<html><body>Bad gateway</body></html>", "HTTP 502"],
		["an empty message", 400, "{\"message\":\"\"}", "HTTP 400"],
		["a message that is no text", 400, "{\"message\":42}", "HTTP 400"],
		["a message only inside data", 400, "{\"data\":{\"message\":\"inner\"},\"status\":400}", "HTTP 400"],
		["JSON that is no object", 500, "[\"message\"]", "HTTP 500"],
		["data that is null", 400, "{\"data\":null,\"message\":\"No.\"}", "No."],
		["an escaped message", 400, "{\"message\":\"\\u00c4 \\\"b\\\"\"}", "Ä \"b\""],
		["413 Request entity too large", 413, "{\"data\":{},\"message\":\"Request entity too large.\",\"status\":413}\n",
			"Request entity too large."],
		["429 without Retry-After", 429, "{\"data\":{},\"message\":\"Too Many Requests.\",\"status\":429}\n", "Too Many Requests."]
	].map(([what, status, body, error]) => (testCase(`errors 2: the text is never empty: ${what}`, async (context) => {
		const service = new ScriptedService(() => ({ status: Number(status), body: String(body) }));
		const response = await service.client(context).collection("users").authWithPassword("device-one", "x");
		refused(context, response, Number(status), String(error));
		context.equal(response.body, String(body));
		context.equal(service.sent.length, 1, "a refused request is not repeated");
	}) satisfies Case)),
	testCase("errors 2: an unknown fields modifier, which the service answers with 200 and no body, is a failure with a text", onDevice, async ({ client }, context) => {
		const record = recordOf(context, await client.createEx(JSON.stringify({ sensor: sensorName("modifier") })));
		for (const response of [
			await client.getOneEx(record.id, null, "sensor:nosuch(1)"),
			await client.getListEx(null, null, null, null, null, null, "sensor:nosuch(1)")
		]) {
			context.equal(response.body, "");
			context.equal(response.ok, false, "ok");
			context.ok(response.error !== "", "a failure has a text");
		}
	}),
	testCase("statusCode is 0 when nothing answers at the address", async (context) => {
		const client = context.client({ baseUrl: "http://127.0.0.1:1" }).collection("readings");
		failed(context, await client.getOneEx("a"), "connect", 0);
		failed(context, await client.createEx("{}"), "connect", 0);
		context.equal(await client.getOne("a"), "");
	}),
	testCase("a create or update whose record is longer than limits.body is a success without the record's fields", async (context) => {
		const client = await device(context, "device-one", { limits: { body: 600 } });
		const sensor = sensorName("long-record");
		const long = JSON.stringify({ sensor, extra: "x".repeat(2000) });
		const made = await client.createEx(long);
		succeeded(context, made, 200);
		context.equal(made.body, "{}");
		context.equal(await client.create(long), "{}");
		const { items } = pageOf(context, await client.getListEx(null, null, null, only(sensor), null, null, "id"));
		context.equal(items.length, 2, "both are stored, each once");
		context.equal(await client.update(items[0].id, "{\"value\":5}"), "{}");
		context.equal(recordOf(context, await client.getOneEx(items[0].id, null, "value")).value, 5);
	}),
	testCase("an answer over limits.body that need not be the service's is no success of a create, nor is a refusal", async (context) => {
		for (const [status, type] of [[200, "text/html"], [200, ""], [400, "application/json"]] as const) {
			const service = new ScriptedService(() => ({ status, type, body: "x".repeat(700) }));
			const client = service.client(context, { limits: { body: 600 } }).collection("readings");
			failed(context, await client.createEx("{}"), "too-large", status);
			context.equal(await client.update("a", "{}"), "");
			client.close();
		}
		const service = new ScriptedService(() => ({ status: 200, type: "application/json", body: "x".repeat(700) }));
		const client = service.client(context, { limits: { body: 600 } }).collection("users");
		failed(context, await client.authWithPassword("me", "secret"), "too-large", 200);
		failed(context, await client.sendEx("POST", "/api/batch", "{}"), "too-large", 200);
		failed(context, await client.getOneEx("a"), "too-large", 200);
	}),
	testCase("each call resolves with a ClientResponse of its own", async (context) => {
		const client = guest(context);
		const first = await client.getOneEx("");
		const second = await client.getOneEx("");
		context.ok(first !== second, "two calls, two objects");
		context.equal(Object.keys(first).sort().join(), "body,error,kind,ok,statusCode");
	})
];
