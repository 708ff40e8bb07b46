/** Live records of services that are not as they should be; the others: contract/live. */
import test from "ava";
import { text } from "../../../host/text.js";
import { LiveRecords } from "../../../lib/live/live-records.js";
import type { LiveOptions, LiveParts } from "../../../lib/live/live-options.js";
import { ClientResponse } from "../../../lib/response.js";

/** The answer to a request, by its path. */
type Answers = (path: string) => ClientResponse;

/** Live records over a service in memory. */
class Scene {
	readonly paths: string[] = [];
	readonly states: string[] = [];
	readonly told: unknown[] = [];
	readonly live: LiveRecords<object>;
	answers: Answers;
	readonly #due: (() => void)[] = [];

	constructor(answers: Answers, options: Partial<LiveOptions<object>> = {}) {
		this.answers = answers;
		const client: LiveOptions["client"] = {
			now: () => -1,
			sendEx: (_method, path) => {
				this.paths.push(path);
				return Promise.resolve(this.answers(path));
			}
		};
		const timers = { set: (callback: () => void) => this.#due.push(callback), clear: () => undefined, now: () => 0 };
		const session = { authorization: "", collectionId: "", confirmations: 0, isAccepted: true, logIns: 0, record: null, doubt: () => undefined };
		const parts = { platform: { text, warn: () => undefined }, limits: { confirmEvery: 0 }, session } as unknown as LiveParts;
		this.live = new LiveRecords<object>({ timers, partsOf: () => parts }, {
			client, collection: "settings", onRecord: (record) => void this.told.push(record), onState: (part, { error }) => this.states.push(`${part}: ${error}`), ...options
		});
	}

	/** Has a poll come, and waits until it is over. */
	async poll(): Promise<void> {
		this.live.poll();
		for (let due = this.#due.pop(); due !== undefined; due = this.#due.pop()) {
			due();
			for (let turn = 0; turn < 200; turn++)
				await Promise.resolve();
			this.#due.length = 0;
		}
	}
}

function ok(body: string): ClientResponse {
	return new ClientResponse("", 200, "", body);
}

function page(...items: readonly object[]): ClientResponse {
	return ok(JSON.stringify({ items, page: 1, perPage: 8 }));
}

const DATE = "2026-11-26 07:00:00.000Z";

for (const updated of ["no date", "9", 5, null, undefined, {}, { toString: 5 }, "1970-01-01 00:00:00.000Z"]) {
	test(`polls go on where \`updated\` is ${JSON.stringify(updated)} and the service's time is not known`, async (t) => {
		const scene = new Scene(() => page({ id: "a", updated }));
		for (let poll = 1; poll <= 3; poll++) {
			await scene.poll();
			t.is(scene.paths.length, poll);
		}
		t.deepEqual(scene.states, ["records: "]);
		t.is(scene.told.length, 1);
		scene.live.close();
	});
}

test("a record that changes twice within a millisecond is told in its last state, and in no state twice", async (t) => {
	let value = 1;
	const scene = new Scene(() => page({ id: "a", updated: DATE, value }, { id: "b", updated: DATE, value: "ä€😀" }));
	for (value = 1; value < 6; value++) {
		await scene.poll();
		await scene.poll();
		t.deepEqual(scene.told.at(value === 1 ? -2 : -1), { id: "a", updated: DATE, value });
		t.is(scene.told.length, 1 + value);
	}
	scene.live.close();
});
