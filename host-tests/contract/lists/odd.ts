import { Batch } from "records-client/batch";
import { filter } from "records-client/filter";
import { eachRecord, getFirst } from "records-client/lists";
import type { FilterValue } from "../../../lib/filter/filter.js";
import type { RequestSender } from "../../../lib/call-options.js";
import type { ClientResponse } from "../../../lib/response.js";
import { ODD_VALUES } from "../../../tools/odd-values.js";
import { type Case, type Context, testCase } from "../case.js";
import { raise, thrownBy } from "../thrown.js";
import { against } from "../wire/scene.js";

/** What an app does at a record that goes wrong, by how. */
const WAYS: Readonly<Record<string, (make: () => unknown) => unknown>> = {
	"throws": (make) => raise(make()),
	// eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- that is what it is about
	"rejects with": (make) => Promise.reject(make()),
	"returns a thenable that throws": (make) => ({ then: () => raise(make()) }),
	"returns what throws when its then is looked at:": (make) => Object.defineProperty({}, "then", { get: () => raise(make()) })
};

/** A client in front of another, as an app writes one. */
function wrapped(send: RequestSender["sendEx"]): RequestSender {
	return { sendEx: send };
}

/** The list ends with that kind of failure, and says why. */
async function endsWith(context: Context, kind: string, list: Promise<ClientResponse>, what: string): Promise<void> {
	const { error, kind: found, ok } = await list;
	context.equal(found, kind, `${what}: ${error}`);
	context.ok(!ok && error !== "", what);
}

/** Callbacks and clients of the app that do what none does. */
export const oddCases: readonly Case[] = [
	...Object.entries(WAYS).map(([way, fails]) => testCase(`eachRecord ends with kind "closed" whatever value onRecord ${way} and the client is usable`, against("list-chunked.500"), async (scene, context) => {
		for (const [what, make] of Object.entries(ODD_VALUES)) {
			let count = 0;
			await endsWith(context, "closed", eachRecord({ client: scene.client, collection: "readings" }, () => ++count === 3 ? fails(make) : undefined), what);
			context.equal(count, 3, what);
		}
		await scene.expectNext();
	})),
	testCase("eachRecord, getFirst and a batch never reject, whatever the client's sendEx throws or rejects with", async (context) => {
		for (const [what, make] of Object.entries(ODD_VALUES)) {
			for (const client of [
				wrapped(() => raise(make())),
				// eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- that is what it is about
				wrapped(() => Promise.reject(make()))
			]) {
				await endsWith(context, "argument", eachRecord({ client, collection: "readings" }, () => undefined), what);
				await endsWith(context, "argument", getFirst({ client, collection: "readings" }), what);
				await endsWith(context, "protocol", new Batch(client as never).collection("readings").create({}).send().then(({ response }) => response), what);
			}
		}
	}),
	testCase("eachRecord and getFirst with a client that does not hand on all that it is given are kind \"argument\", and not ok with nothing", against("list"), async ({ client }, context) => {
		for (const [what, wrapper] of [
			["no options", wrapped((method, path, body) => client.sendEx(method, path, body))],
			["options of its own", wrapped((method, path, body) => client.sendEx(method, path, body, {}))],
			["a copy of the options", wrapped((method, path, body, options) => client.sendEx(method, path, body, { ...options }))],
			["an answer of its own", wrapped(() => client.getListEx())]
		] as const) {
			let count = 0;
			await endsWith(context, "argument", eachRecord({ client: wrapper, collection: "readings" }, () => {
				count++;
			}), what);
			await endsWith(context, "argument", getFirst({ client: wrapper, collection: "readings" }), what);
			context.equal(count, 0, what);
		}
		let all = 0;
		const whole = await eachRecord({ client: wrapped((method, path, body, options) => client.sendEx(method, path, body, options)), collection: "readings" }, () => {
			all++;
		});
		context.equal(whole.error, "");
		context.equal(all, 60);
	}),
	testCase("filter throws a TypeError that names the value, whatever it is", (context) => {
		for (const [what, make] of Object.entries(ODD_VALUES)) {
			const value = make();
			if (value === null || value === "" || typeof value === "number")
				continue;
			context.ok(thrownBy(() => filter("a = {:odd}", { odd: value as FilterValue })).includes("{:odd}"), what);
		}
	})
];
