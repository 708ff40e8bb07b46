import { Batch } from "records-client/batch";
import { download, upload } from "records-client/files";
import { Health } from "records-client/health";
import { eachRecord, getFirst } from "records-client/lists";
import { LiveRecords } from "records-client/live";
import { Outbox } from "records-client/outbox";
import { RamStorage } from "records-client/outbox/ram";
import type { RecordsClient } from "../../../lib/client.js";
import type { ClientResponse } from "../../../lib/response.js";
import { type Case, type Context, testCase } from "../case.js";

/** Answers that are JSON, and not what was asked for: members that are missing, doubled or of another type. */
const shapes: readonly string[] = [
	"null", "true", "0", "-1e999", "\"text\"", "[]", "[null]", "[null,null]", "[[],[]]", "[1,2]", "[{},{}]", "[{\"status\":null},{\"body\":null}]", "{}", "{\"\":null}", "{\"__proto__\":null}", "{\"toString\":5,\"length\":-1}",
	"{\"items\":null}", "{\"items\":5}", "{\"items\":\"text\"}", "{\"items\":{}}", "{\"items\":{\"length\":2}}", "{\"items\":[null]}", "{\"items\":[5,\"a\"]}", "{\"items\":[[]]}", "{\"items\":[{}]}", "{\"items\":[{\"id\":null}]}",
	"{\"items\":[{\"id\":{\"toString\":5},\"updated\":[]}]}", "{\"items\":[],\"items\":null}", "{\"items\":null,\"items\":[]}", "{\"perPage\":null,\"items\":[{\"id\":5}]}", "{\"perPage\":1e99,\"page\":-1,\"items\":[[[]]]}",
	"{\"id\":null}", "{\"id\":5}", "{\"id\":{}}", "{\"id\":[\"a\"]}", "{\"id\":5,\"id\":null}", "{\"token\":null}", "{\"token\":5,\"record\":null}", "{\"token\":{},\"record\":[]}", "{\"token\":\"\",\"record\":5}", "{\"token\":{\"toString\":5}}",
	"{\"message\":null}", "{\"message\":5,\"data\":[null],\"status\":\"400\"}", "{\"message\":\"No.\",\"data\":null}", "{\"message\":\"No.\",\"data\":{\"value\":null},\"status\":400}", "{\"message\":\"No.\",\"data\":{\"value\":{\"code\":5,\"message\":[]}},\"status\":400}",
	"{\"message\":\"No.\",\"data\":\"text\",\"status\":401}", "{\"data\":{\"requests\":null}}", "{\"data\":{\"requests\":5}}", "{\"data\":{\"requests\":[null]}}", "{\"data\":{\"requests\":{\"0\":null}},\"status\":400}", "{\"data\":{\"requests\":{\"0\":{\"response\":null},\"x\":{\"response\":5}}},\"status\":400}",
	"{\"mfaId\":null}", "{\"mfaId\":{}}", "{\"code\":null}", "{\"password\":null,\"otp\":5}"
];
const statuses = [200, 400, 401, 404];

/** What a case does with a client that gets one of them to each request. */
interface Asked {
	readonly context: Context;
	readonly client: RecordsClient;
	/** Status and body of each answer. */
	readonly status: number;
	readonly shape: string;
}

type Use = (asked: Asked) => Promise<void>;

let runs = 0;

/** Asks with each shape and status, with a client of its own each: with the statuses of a shape at once, because the Moddable SDK's simulator looks at a socket fifty times a second alone. */
function each(use: Use): Case["run"] {
	return async (context) => {
		for (const shape of shapes) {
			const said = Array.from(shape, (character) => character.charCodeAt(0).toString(16)).join("");
			await Promise.all(statuses.map(async (status) => {
				const client = context.client({ baseUrl: `${context.peer}/says/shape${++runs}/${status}/${said}`, limits: { retries: 0 } });
				await use({ context, client: client.collection("readings"), status, shape });
				client.close();
			}));
		}
	};
}

/** Each answer to a request is a response that says so. */
function answers(send: (client: RecordsClient) => Promise<ClientResponse>, mayBeOk: (asked: Asked) => boolean = () => true): Use {
	return async (asked) => {
		const { context, client, shape, status } = asked;
		const { body, error, kind, ok } = await send(client);
		context.ok(ok === (error === "") && ok === (kind === "") && typeof body === "string", `${status} ${shape}: ${error}`);
		context.ok(!ok || status === 200 && mayBeOk(asked), `${status} ${shape} is no success`);
	};
}

function never(): boolean {
	return false;
}

/** Whether it is a page of records for who reads all of it, or one that doubles members. */
function isPage({ shape }: Asked): boolean {
	const value = JSON.parse(shape) as { items?: unknown } | null;
	return Array.isArray(value?.items) || shape.includes("\"items\":[]");
}

const bytes = 100;

/** What an app calls, by its name. */
const uses: Readonly<Record<string, Use>> = {
	"createEx": answers((client) => client.createEx({ value: 1 }), never),
	"createEx with an id": answers((client) => client.createEx({ id: "abcdefghijklmno", value: 1 }), never),
	"updateEx": answers((client) => client.updateEx("abcdefghijklmno", { value: 1 }), never),
	"deleteRecordEx": answers((client) => client.deleteRecordEx("abcdefghijklmno")),
	"getOneEx": answers((client) => client.getOneEx("abcdefghijklmno")),
	"getListEx": answers((client) => client.getListEx(1, 10)),
	"sendEx": answers((client) => client.sendEx("POST", "/api/own", { value: 1 })),
	"checkHealth": answers((client) => client.checkHealth()),
	"authWithPassword": answers((client) => client.collection("users").authWithPassword("one", "two"), never),
	"authWithOTP": answers((client) => client.collection("users").authWithOTP("one", "two"), never),
	"authRefresh": answers((client) => client.collection("users").authRefresh(), never),
	"authMethods": answers((client) => client.collection("users").authMethods()),
	"requestOTP": answers((client) => client.collection("users").requestOTP("a@example.org")),
	"requestPasswordReset": answers((client) => client.collection("users").requestPasswordReset("a@example.org")),
	"eachRecord": answers((client) => eachRecord({ client, collection: "readings", perPage: 2 }, () => undefined), isPage),
	"eachRecord with texts": answers((client) => eachRecord({ client, collection: "readings", perPage: 2, raw: true }, () => undefined), isPage),
	"getFirst": answers((client) => getFirst({ client, collection: "readings" }), isPage),
	"upload": answers((client) => upload({ client, collection: "readings", field: "file", filename: "a.txt", length: bytes }, (view) => view.length), never),
	"upload to a record": answers((client) => upload({ client, collection: "readings", recordId: "abcdefghijklmno", field: "file", filename: "a.txt", length: bytes }, (view) => view.length), never),
	"download": answers((client) => download({ client, collection: "readings", recordId: "one", filename: "a.txt" }, () => undefined)),
	"download of a protected file": answers((client) => download({ client, collection: "readings", recordId: "one", filename: "a.txt", isProtected: true }, () => undefined), never),
	async "a log-in of the client's own"({ context, shape, status }) {
		const said = Array.from(shape, (character) => character.charCodeAt(0).toString(16)).join("");
		const client = context.client({
			baseUrl: `${context.peer}/says/shape${++runs}/${status}/${said}`, limits: { retries: 0 }, credentials: { collection: "users", identity: "one", password: "two" }
		}).collection("readings");
		const { error, ok } = await client.createEx({ value: 1 });
		context.ok(!ok && error !== "", `${status} ${shape}: ${error}`);
		client.close();
	},
	async "Batch"({ context, client, shape, status }) {
		const { response, results } = await new Batch(client).collection("readings").create({ value: 1 }).delete("abcdefghijklmno").send();
		context.ok(response.ok === (response.error === ""), `${status} ${shape}: ${response.error}`);
		for (const { index } of results)
			context.ok(index === 0 || index === 1, `${status} ${shape}: result ${index}`);
		if (response.ok)
			context.equal(results.length, 2, `${status} ${shape}: results`);
	},
	async "LiveRecords"({ context, client, shape, status }) {
		let states = "";
		const live = new LiveRecords({
			client, collection: "readings", every: 1_000_000, stream: true, onRecord: () => undefined,
			onState(part, { error }) {
				states += `${part}: ${error}\n`;
			}
		});
		while (!states.includes("records: "))
			await context.sleep(1);
		const { requests } = client.stats();
		live.poll();
		while (client.stats().requests === requests)
			await context.sleep(1);
		const { gone, response } = await live.reconcile(["abcdefghijklmno"]);
		context.ok(gone.length === 0 || response.ok && isPage({ context, client, shape, status }), `${status} ${shape}: ${gone.join()} is gone`);
		live.close();
	},
	async "Outbox"({ context, client, shape, status }) {
		const rejected: unknown[] = [];
		const outbox = new Outbox({
			client, collection: "readings", storage: new RamStorage(), onRejected: (reading) => void rejected.push(reading),
			limits: { bootJitter: 600_000, age: 600_000, count: 1000 }
		});
		for (let value = 1; value <= 3; value++)
			context.ok(outbox.put({ value }).stored, "stored");
		await outbox.flush({ deadline: 20 });
		context.equal(outbox.pending + rejected.length, 3, `${status} ${shape}: none was delivered`);
		outbox.close();
	},
	async "Health"({ context, client, shape, status }) {
		const health = new Health({ client, firmware: "1.0.0", limits: { interval: 0 } });
		context.ok(await health.report() !== "", `${status} ${shape}: not stored`);
		health.close();
	}
};

/** Each entry of the package with answers of every JSON shape: none ends the app, hangs or is believed. */
export const shapeCases: readonly Case[] = Object.entries(uses).map(([name, use]) => testCase(`answers of every JSON shape: ${name}`, each(use)));
