import type { RecordsClient } from "../../../lib/client.js";
import { type Case, testCase } from "../case.js";
import { faultOf, thrownBy } from "../thrown.js";
import { scripted, ScriptedService } from "../spec/scripted-service.js";
import { notSent } from "../spec/devices.js";

const records = "/api/collections/readings/records";

/** Calls with options by name, and the path that they ask for. */
const calls: readonly (readonly [path: string, call: (client: RecordsClient) => Promise<unknown>])[] = [
	[records, (client) => client.getListEx({})],
	[`${records}?page=2&perPage=5&sort=-value&filter=value%3E1&skipTotal=1&expand=device&fields=id`, (client) => client.getListEx({
		fields: "id", expand: "device", skipTotal: true, filter: "value>1", sort: "-value", perPage: 5, page: "2"
	})],
	[`${records}?page=1`, (client) => client.getListEx({ page: 1, perPage: null, sort: undefined, skipTotal: false })],
	[`${records}?skipTotal=1`, (client) => client.getList({ skipTotal: "1" })],
	[`${records}/a1?expand=device&fields=id`, (client) => client.getOneEx("a1", { fields: "id", expand: "device" })],
	[`${records}/a1?fields=id`, (client) => client.getOne("a1", { fields: "id" })],
	[`${records}/a1`, (client) => client.getOneEx("a1", {})]
];

/** Options by name that are wrong, by the error. */
const mistakes: readonly (readonly [error: string, call: (client: RecordsClient) => ReturnType<RecordsClient["getListEx"]>])[] = [
	["options.perpage is unknown; did you mean options.perPage?", (client) => client.getListEx({ perpage: 5 } as object)],
	["options.field is unknown; did you mean options.fields?", (client) => client.getOneEx("a1", { field: "id" } as object)],
	["options.filter is unknown", (client) => client.getOneEx("a1", { filter: "a=1" } as object)],
	["options must be of type object", (client) => client.getListEx([1, 30] as object)],
	["page must be a whole number of 1 or more", (client) => client.getListEx({ page: 0 })],
	["perPage must be 500 at most", (client) => client.getListEx({ perPage: 501 })],
	["sort must be text; options by name are one object: getListEx({ page, perPage, sort })", (client) => client.getListEx(1, 30, { sort: "-created" } as unknown as string)],
	["sort must be text", (client) => client.getListEx({ sort: 5 } as object)],
	["skipTotal must be text", (client) => client.getListEx({ skipTotal: 1 } as object)],
	["recordId is required", (client) => client.getOneEx("", { fields: "id" })]
];

/** Options by name beside positions, the header User-Agent, and a response's JSON. */
export const namedCases: readonly Case[] = [
	testCase("getListEx, getList, getOneEx and getOne take options by name", scripted(), async ({ client, service }, context) => {
		for (const [, call] of calls)
			await call(client);
		context.equal(service.sent.map(({ path }) => path).join(" "), calls.map(([path]) => path).join(" "));
	}),
	testCase("getListEx and getOneEx: options by name that are unknown or wrong make no request and say so", scripted(), async ({ client, service }, context) => {
		for (const [error, call] of mistakes)
			notSent(context, await call(client), error);
		context.equal(service.sent.length, 0, "requests");
	}),
	testCase("getFileUrl: options that are unknown or wrong throw", (context) => {
		const client = new ScriptedService().client(context);
		for (const [error, options] of [["options.tumb is unknown; did you mean options.thumb?", { tumb: "1x1" }], ["download must be true or false", { download: "yes" }]] as const)
			context.equal(thrownBy(() => client.getFileUrl("users", "a1", "me.png", options as object)), error);
	}),
	testCase("userAgent is sent with every request; without it the header is not there", async (context) => {
		const service = new ScriptedService();
		const named = service.client(context, { userAgent: "greenhouse/1.2 (ESP32)" }).collection("readings");
		await named.createEx("{}");
		await named.getOneEx("a1");
		await service.client(context).collection("readings").createEx("{}");
		context.equal(service.sent.map(({ headers }) => headers.get("user-agent") ?? "none").join(), "greenhouse/1.2 (ESP32),greenhouse/1.2 (ESP32),none");
		context.equal(service.sent.map(({ headers }) => headers.get("host") ?? "none").join(), "scripted.internal,scripted.internal,scripted.internal");
	}),
	testCase("userAgent that could bring a header line of its own, is empty or too long, throws a TypeError that names it", (context) => {
		const baseUrl = "http://127.0.0.1";
		for (const userAgent of ["", " a", "a ", "a\r\nx: y", "a\n", "ä", "a\tb", "x".repeat(129)])
			context.equal(faultOf(context, { baseUrl, userAgent }), "userAgent must be 1 to 128 characters of visible ASCII and blanks", userAgent);
		context.equal(faultOf(context, { baseUrl, userAgent: 5 }), "userAgent must be of type string");
		for (const userAgent of ["a", "ab", "a b", "x".repeat(128)])
			context.equal(faultOf(context, { baseUrl, userAgent }), "", userAgent);
	}),
	testCase("a response's json() is the value of its body, undefined for none", async (context) => {
		const deep = "[".repeat(17) + "]".repeat(17);
		const bodies = ['{"value":21.4}', deep];
		const service = new ScriptedService(() => ({ status: 200, body: bodies.shift() ?? "" }));
		const client = service.client(context).collection("readings");
		const first = await client.getOneEx("a1");
		context.equal(first.json<{ value: number }>()?.value, 21.4, "value");
		context.ok(first.json() !== first.json(), "parsed each time");
		context.equal((await client.getOneEx("a1")).json(), undefined, "nested too deeply");
		context.equal((await client.sendEx("DELETE", "/api/any")).json(), undefined, "empty");
	})
];
