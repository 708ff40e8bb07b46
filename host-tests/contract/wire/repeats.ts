import type { Limits } from "../../../lib/client-limits.js";
import type { ClientResponse } from "../../../lib/response.js";
import { type Case, type Context, testCase } from "../case.js";
import { SHORT } from "../patience.js";
import { against, nextBody, offeredUrl, Scene } from "./scene.js";
import { refused, succeeded } from "../spec/devices.js";

type Call = (scene: Pick<Scene, "client">) => Promise<ClientResponse>;

const id = "abcdefghij12345";
const withId = JSON.stringify({ id, value: 1 });

/** Requests with an id that are not creates of a record. */
const paths = ["/api/my/increment", "/api/my-own-path/readings/records", "/api/batch", "/api/collections/readings/records/one", "/api/collections/readings/impersonate/records", "/api/collections//records",
	"/other/api/collections/readings/records", "/api/collections/readings/recordsets"];

const get: Call = ({ client }) => client.getOneEx("one");
const list: Call = ({ client }) => client.getListEx();
const create: Call = ({ client }) => client.createEx('{"value":1}');
const createWithId: Call = ({ client }) => client.createEx(withId);
const createWithIdOfBytes: Call = ({ client }) => client.createEx(Uint8Array.from(withId, (character) => character.charCodeAt(0)));
const update: Call = ({ client }) => client.updateEx("one", withId);
const remove: Call = ({ client }) => client.deleteRecordEx("one");
const logIn: Call = ({ client }) => client.authWithPassword("one", "secret");
const refresh: Call = ({ client }) => client.authRefresh();

const calls = { get, list, create, "create with an own id": createWithId, "create with an own id, by bytes": createWithIdOfBytes, update, delete: remove, login: logIn, refresh } as const;
type Name = keyof typeof calls;
const names = Object.keys(calls) as Name[];
const harmless: readonly Name[] = ["get", "list", "create with an own id", "create with an own id, by bytes"];

interface Failure {
	/** Script whose number is how often it happens. */
	readonly script: string;
	readonly what: string;
	/** What it is when it happens once more than may be. */
	readonly kind: string;
	/** Calls that are sent again. */
	readonly again: readonly Name[];
	readonly firstByte?: number;
}

const failures: readonly Failure[] = [
	{ script: "closes", what: "closes without an answer", kind: "connect", again: harmless },
	{ script: "resets", what: "resets", kind: "connect", again: harmless },
	{ script: "answers-429", what: "answers 429", kind: "http", again: names },
	{ script: "answers-503", what: "answers 503", kind: "http", again: harmless },
	{ script: "answers-500", what: "answers 500", kind: "http", again: [] },
	{ script: "answers-502", what: "answers 502", kind: "http", again: [] },
	{ script: "answers-half", what: "cuts its answer", kind: "protocol", again: [] },
	{ script: "is-silent", what: "never answers", kind: "timeout", again: [], firstByte: SHORT }
];

/** The peer does so again and again: each call is made as often as it may be. */
async function counts(context: Context, { script, kind, again, firstByte }: Failure, retries: number): Promise<void> {
	for (const name of names) {
		const scene = new Scene(context, script + ".99", { retries, retryBase: 1, ...firstByte === undefined ? {} : { firstByte } });
		const response = await calls[name](scene);
		const what = `${name}, retries ${retries}`;
		context.equal(response.kind, kind, `${what}: kind`);
		context.equal(response.ok, false, `${what}: ok`);
		const sent = again.includes(name) ? 1 + retries : 1;
		context.equal((await scene.observe()).requests.length, sent, `${what}: requests`);
		context.equal(scene.client.stats().retries, sent - 1, `${what}: retries that the client counts`);
		scene.client.close();
	}
}

/** A create whose repeat is told that its id is taken. */
async function createTwice(context: Context, script: string, limits: Partial<Limits> = {}, call = createWithId): Promise<{ response: ClientResponse; sent: string }> {
	const scene = new Scene(context, script, { retryBase: 1, ...limits });
	const response = await call(scene);
	const { requests } = await scene.observe();
	return { response, sent: requests.map(({ method, path }) => `${method} ${path.split("/records")[1]}`).join() };
}

export const repeatCases: readonly Case[] = [
	testCase("a POST with an id to any other path than that of a collection's records is not sent again; one there is, with a query too", async (context) => {
		for (const [path, sent] of [...paths.map((path) => [path, 1] as const), ["/api/collections/readings/records", 2], ["/api/collections/r%20s/records?fields=id", 2]] as const) {
			for (const script of ["closes.1", "answers-503.1"]) {
				const scene = new Scene(context, script, { retryBase: 1 });
				const { ok } = await scene.client.sendEx("POST", path, withId);
				context.equal(ok, sent === 2, `${script} ${path}`);
				context.equal((await scene.observe()).requests.length, sent, `${script} ${path}: requests`);
				scene.client.close();
			}
		}
	}),
	...failures.map((failure) => testCase(`a peer that ${failure.what}: ${failure.again.length === 0 ? "nothing is" : failure.again.length === names.length ? "everything is" : "what has no effect twice is"} sent again, as often as limits.retries says`, async (context) => {
		for (const retries of failure.firstByte === undefined ? [0, 1, 2] : [2])
			await counts(context, failure, retries);
	})),
	testCase("a refused connection: everything is tried again, as often as limits.retries says", async (context) => {
		const baseUrl = await offeredUrl(context, "refused");
		for (const retries of [0, 1, 2]) {
			for (const name of names) {
				const client = context.client({ baseUrl, limits: { retries, retryBase: 1 } }).collection("readings");
				context.equal((await calls[name]({ client })).kind, "connect", `${name}: kind`);
				context.equal(client.stats().connections, 1 + retries, `${name}: connections tried`);
				client.close();
			}
		}
	}),
	testCase("a repeat that is answered is all that the caller sees", async (context) => {
		for (const name of harmless) {
			const scene = new Scene(context, "closes.2", { retryBase: 1 });
			scene.expect(await calls[name](scene), { kind: "", body: nextBody }, name);
			const { requests } = await scene.expectConnections(3);
			context.equal(requests[2].head, requests[0].head, "head of the repeat");
			context.equal(requests[2].body, requests[0].body, "body of the repeat");
			context.equal(scene.client.stats().requests, 1, "requests that the client counts");
			scene.client.close();
		}
	}),
	testCase("an id is a create's own only as 15 to 255 letters, digits, - and _: others are not sent again", async (context) => {
		const others = ["{}", '{"id":""}', '{"id":"abcdefghij1234"}', '{"id":"abcdefghij/2345"}', '{"id":"abcdefghij 2345"}', `{"id":"${"a".repeat(256)}"}`,
			'{"id":123456789012345}', `{"id":["${id}"]}`, `{"record":{"id":"${id}"}}`, `[{"id":"${id}"}]`, `{"id":"${id}"`, "null", `"${id}"`];
		for (const body of others) {
			const scene = new Scene(context, "closes.1", { retryBase: 1 });
			scene.expect(await scene.client.createEx(body), { kind: "connect" }, body);
			context.equal((await scene.observe()).requests.length, 1, `requests for ${body}`);
			scene.client.close();
		}
	}),
	testCase("a create with an id of another form, a UUID or 20 characters, is sent again too", async (context) => {
		for (const other of ["01932c07-209c-7d36-8c1d-2f1b7a9a3c5e", "abcdefghij1234567890", "ABCDEFGHIJ12345"]) {
			const scene = new Scene(context, "closes.1", { retryBase: 1 });
			scene.expect(await scene.client.createEx(JSON.stringify({ id: other })), { kind: "", body: nextBody }, other);
			context.equal((await scene.observe()).requests.length, 2, "requests");
			scene.client.close();
		}
	}),
	testCase("a repeated create that is told that its id is taken resolves with the record", async (context) => {
		for (const script of ["made", "made-unavailable"]) {
			for (const call of [createWithId, createWithIdOfBytes]) {
				const { response, sent } = await createTwice(context, script, {}, call);
				succeeded(context, response, 200);
				context.equal(response.body, `{"id":"${id}","value":1}`, "body");
				context.equal(sent, `POST ,POST ,GET /${id}`, "requests");
			}
		}
	}),
	testCase("a repeated create whose record may not be read, or is too long, is ok, without the record's fields", async (context) => {
		for (const script of ["made-unseen", "made-large"]) {
			const { response, sent } = await createTwice(context, script, { body: 24_576 });
			succeeded(context, response, 200);
			context.equal(response.body, "{}", `${script}: body`);
			context.equal(sent, `POST ,POST ,GET /${id}`, `${script}: requests`);
		}
	}),
	testCase("a repeated create whose record somebody else answers for is not ok, and not refused either", async (context) => {
		const strangers = {
			"made-portal": "protocol 200 the answer is not JSON", "made-portal-empty": "protocol 200 the answer holds no record",
			"made-portal-large": "too-large 200 the answer's body is longer than limits.body (24576 bytes)",
			"made-gateway": "protocol 502 HTTP 502", "made-page-404": "protocol 404 HTTP 404"
		};
		for (const [script, outcome] of Object.entries(strangers)) {
			const { response, sent } = await createTwice(context, script, { body: 24_576 });
			const { kind, statusCode, error } = response;
			context.equal(`${kind} ${statusCode} ${error.replace("a record with the create's id is there and could not be read: ", "").replace(/: limits.* would do/, "")}`, outcome, script);
			context.ok(error.includes("could not be read"), error);
			context.equal(sent, `POST ,POST ,GET /${id}`, `${script}: requests`);
		}
	}),
	testCase("an id that is taken is a refusal when no create before can have been done", async (context) => {
		for (const script of ["taken", "made-refused"]) {
			const { response, sent } = await createTwice(context, script);
			refused(context, response, 400);
			context.equal(sent, script === "taken" ? "POST " : "POST ,POST ", `${script}: requests`);
		}
	}),
	testCase("a pause that would outlast limits.timeout is not begun: the failure is told", against("closes.99", { timeout: 30_000, retryBase: 0x7fffffff, retryMaximum: 0x7fffffff }), async (scene, context) => {
		scene.expect(await get(scene), { kind: "connect" });
		context.equal((await scene.observe()).requests.length, 1, "requests");
		context.equal(scene.client.stats().retries, 0, "retries that the client counts");
	})
];
