import { AbortController } from "records-client/abort";
import { type Case, type Context, testCase } from "../case.js";
import { faultOf } from "../thrown.js";
import { HEADER_SECRET } from "../secrets.js";
import { ScriptedService } from "../spec/scripted-service.js";
import { expectFields, hostOf } from "./requests.js";
import { against } from "./scene.js";
import { notSent } from "../spec/devices.js";

/** A public name that nobody has (RFC 6761, section 6.4). */
const publicUrl = "http://no-such-host.invalid";
const plainRefusal = "headers would go over plain http to a host that is not known to be private, as localhost, .local, .home.arpa, .internal, 10/8, 127/8, 169.254/16, 172.16/12, 192.168/16, fc00::/7 and fe80::/10 are (allowPlainCredentials)";
const access = { "CF-Access-Client-Id": "5f1e0c7d.access", "CF-Access-Client-Secret": HEADER_SECRET };
const accessFields = { "cf-access-client-id": "5f1e0c7d.access", "cf-access-client-secret": HEADER_SECRET };
const json = "application/json";

/** Headers that are wrong, by what is said of them after the name of the option. */
const wrong: readonly (readonly [fault: string, headers: unknown])[] = [
	[" must be of type object", "x-key: a"],
	[" must be of type object", [["x-key", HEADER_SECRET]]],
	[" must be data, not of class Map", new Map([["x-key", HEADER_SECRET]])],
	[" has a name that no header has", { "": HEADER_SECRET }],
	[" has a name that no header has", { "x key": HEADER_SECRET }],
	[" has a name that no header has", { "x-key:": HEADER_SECRET }],
	[" has a name that no header has", { "x-key\r\nhost": HEADER_SECRET }],
	[" has a name that no header has", { "x-schlüssel": HEADER_SECRET }],
	...["", " ", ` ${HEADER_SECRET}`, `${HEADER_SECRET} `, `${HEADER_SECRET}\r\nx: y`, `${HEADER_SECRET}\n`, `${HEADER_SECRET}\0`, `${HEADER_SECRET}\t`, `ü${HEADER_SECRET}`, undefined, null, 5, [HEADER_SECRET]]
		.map((value) => [".X-Key must be text of visible ASCII, with blanks between only", { "X-Key": value }] as const),
	...["Host", "AUTHORIZATION", "content-type", "Content-Length", "Transfer-Encoding", "connection", "Expect", "Accept-Encoding", "accept", "Range", "upgrade", "TE"]
		.map((name) => [`.${name} is the client's`, { [name]: HEADER_SECRET }] as const),
	[".User-Agent is the client's: the option userAgent sets it", { "User-Agent": HEADER_SECRET }],
	[".x-key is given twice", { "X-Key": "a", "x-key": HEADER_SECRET }],
	[" must have 1024 characters at most, with names", { "x-key": HEADER_SECRET + "x".repeat(1000) }]
];

export const headerCases: readonly Case[] = [
	testCase("headers are in every request of the client, once each, after the client's own", against("keep", {}, { headers: access, userAgent: "greenhouse/1.2" }), async (scene, context) => {
		const { client } = scene;
		const host = hostOf(context);
		await client.createEx('{"value":1}');
		await client.createEx('{"value":2}');
		await client.getOneEx("one");
		await client.deleteRecordEx("one");
		await client.authWithPassword("device-one", "device-pass-1234");
		await client.checkHealth();
		const { requests } = await scene.observe();
		const given = { host, "user-agent": "greenhouse/1.2", ...accessFields };
		for (const at of [0, 1])
			expectFields(context, requests[at], { ...given, "content-type": json, "content-length": "11" });
		for (const at of [2, 3, 5])
			expectFields(context, requests[at], given);
		expectFields(context, requests[4], { ...given, "content-type": json, "content-length": String(requests[4].bodyBytes) });
		context.equal(requests.map(({ segments }) => segments).join(), "1,1,1,1,1,1", "segments");
		const own = new Set(requests.flatMap(({ fields }) => fields.map(([name]) => name)).filter((name) => !(name in accessFields)));
		for (const name of own)
			context.ok(faultOf(context, { baseUrl: "http://127.0.0.1", headers: { [name]: "a" } }) !== "", `headers takes ${name}, which the client writes itself`);
	}),
	testCase("headers of a call of sendEx are in that request alone, beside those of the client, with each kind of body", against("keep", {}, { headers: { "X-Gate": "a b" } }), async (scene, context) => {
		const { client } = scene;
		const host = hostOf(context);
		const headers = { "X-Key": HEADER_SECRET, "Idempotency-Key": "7!" };
		const fields = { host, "x-gate": "a b", "x-key": HEADER_SECRET, "idempotency-key": "7!" };
		const bodies = ['{"value":"ü"}', { value: 1 }, new Uint8Array([123, 125]), new Uint8Array([123, 125]).buffer];
		client.setAuthToken("aaa.bbb.ccc");
		for (const body of bodies)
			context.equal((await client.sendEx("POST", "/api/any", body, { headers })).error, "", "error");
		context.equal((await client.sendEx("GET", "/api/any", null, { headers })).error, "", "error");
		context.equal((await client.sendEx("GET", "/api/any")).error, "", "error");
		context.equal((await client.createEx("{}")).error, "", "error");
		const { requests } = await scene.observe();
		const authorization = "Bearer aaa.bbb.ccc";
		[14, 11, 2, 2].forEach((length, at) => expectFields(context, requests[at], { ...fields, authorization, "content-type": json, "content-length": String(length) }));
		context.equal(requests.slice(0, 4).map(({ body }) => body).join(), '{"value":"ü"},{"value":1},{},{}', "bodies");
		expectFields(context, requests[4], { ...fields, authorization });
		expectFields(context, requests[5], { host, "x-gate": "a b", authorization });
		expectFields(context, requests[6], { host, "x-gate": "a b", authorization, "content-type": json, "content-length": "2" });
	}),
	testCase("headers of a call are in its repeat too, and a signal ends it", against("second-closes"), async (scene, context) => {
		const headers = { "x-key": HEADER_SECRET };
		await scene.client.getOneEx("one");
		scene.expect(await scene.client.sendEx("GET", "/api/any", null, { headers }), { kind: "", body: '{"id":"next"}' });
		const { requests } = await scene.observe();
		const keys = requests.map(({ fields }) => fields.find(([name]) => name === "x-key")?.[1] ?? "none");
		context.equal(keys.join(), `none,${HEADER_SECRET},${HEADER_SECRET}`, "x-key");
		const controller = new AbortController();
		controller.abort();
		context.equal((await scene.client.sendEx("GET", "/api/any", null, { headers, signal: controller.signal })).kind, "closed", "kind");
	}),
	testCase("headers that are wrong throw a TypeError, which names them and shows no value", (context) => {
		for (const [fault, headers] of wrong)
			context.equal(faultOf(context, { baseUrl: "http://127.0.0.1", headers }), `headers${fault}`);
		for (const good of [{}, { "x-key": "a" }, { "!#$%&'*+-.^_`|~09azAZ": "! ~" }, { "x-key": "x".repeat(1015) }, { host2: "a", cookie: "a=b" }])
			context.equal(faultOf(context, { baseUrl: "http://127.0.0.1", headers: good }), "", JSON.stringify(good));
	}),
	testCase("headers of a call that are wrong make no request and say so", async (context) => {
		const service = new ScriptedService();
		const client = service.client(context, { headers: { "X-Gate": "a" } });
		for (const [fault, headers] of [...wrong, [".x-gate is given twice", { "x-gate": HEADER_SECRET }] as const])
			notSent(context, await client.sendEx("POST", "/api/any", "{}", { headers: headers as Record<string, string> }), `options.headers${fault}`);
		notSent(context, await client.sendEx("GET", "/api/any", null, { header: access } as object), "options.header is unknown; did you mean options.headers?");
		context.equal((await client.collection("readings").createEx("{}", { headers: access } as object)).kind, "argument", "a create");
		context.equal(service.sent.length, 0, "requests");
	}),
	testCase("headers go over plain http to a host that is not known to be private only where allowPlainCredentials says so", async (context) => {
		context.equal(faultOf(context, { baseUrl: publicUrl, headers: access }), plainRefusal);
		context.equal(faultOf(context, { baseUrl: publicUrl, headers: {} }), "", "none");
		context.equal(faultOf(context, { baseUrl: publicUrl, headers: access, allowPlainCredentials: true }), "", "allowed");
		const client = context.client({ baseUrl: publicUrl, limits: { retries: 0 } });
		notSent(context, await client.sendEx("GET", "/api/any", null, { headers: access }), plainRefusal);
		context.equal(client.stats().connections, 0, "connections");
		const allowed = context.client({ baseUrl: publicUrl, allowPlainCredentials: true, limits: { retries: 0 } });
		context.equal((await allowed.sendEx("GET", "/api/any", null, { headers: access })).kind, "dns", "kind");
	}),
	testCase("headers and a token that limits.send has no room for: the token is refused, not cut", async (context: Context) => {
		const service = new ScriptedService();
		const client = service.client(context, { headers: { "x-key": "x".repeat(1000) }, limits: { send: 1536 } });
		client.setAuthToken("a".repeat(500));
		context.equal((await client.sendEx("GET", "/api/any")).error, "token is too long for limits.send", "error");
		client.setAuthToken("a".repeat(250));
		context.equal((await client.sendEx("GET", "/api/any")).error, "", "error");
	})
];
