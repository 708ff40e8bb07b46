import { type Case, testCase } from "../case.js";
import { behindFront, CREDENTIALS } from "./scene.js";
import { newId } from "../spec/devices.js";

/** What a create sends, and what the service makes of it: other types, other forms, other values. Made anew: XS does not write JSON of an object that is in flash. */
const coerced = (): readonly object[] => [
	{ value: 21.4, unit: "C", taken: "2026-11-21 07:00:00.000Z", extra: { b: [1, { c: null }], a: 1 } },
	{ value: "12.50", unit: 5, taken: "2026-11-21", extra: "{\"b\":1}" },
	{ value: 1e21, unit: true, taken: 1_700_000_000, extra: 5, unknown: "ignored" },
	{ value: -0, unit: null, taken: "no date", extra: null, device: "" },
	{ value: true, taken: "2026-11-21T07:00:00.123456Z", extra: "text", created: "2020-01-01 00:00:00.000Z", updated: "" },
	{ value: 9_007_199_254_740_992, taken: "2026-11-21T09:00:00+02:00", extra: [], "value+": 0 },
	{ value: "abc", unit: 0.1, taken: "2026-11-21 07:00:00", extra: "" },
	{}
];

/** What another record with the same id holds, and what is sent. */
const others = (): readonly (readonly [held: object, sent: object])[] => [
	[{ value: 1 }, { value: 2 }],
	[{ value: 1 }, { value: "2" }],
	[{ value: 1, unit: "C" }, { value: 1, unit: "F" }],
	[{ taken: "2026-11-21 07:00:00.000Z" }, { taken: "2026-11-21T07:00:01Z" }],
	[{ extra: { list: [1, 2, 3] } }, { extra: { list: [1, 2, 4] } }],
	[{ extra: [1, 2] }, { extra: [1, 2, 3] }],
	[{ extra: true }, { extra: false }]
];

/** Creates with an id of their own whose first attempt was not seen to arrive. */
export const ownIdCases: readonly Case[] = [
	testCase("a create with an own id whose answer was lost resolves with its record, whatever the service has made of what was sent", behindFront({ credentials: CREDENTIALS }), async (scene, context) => {
		const bodies = coerced();
		for (const body of bodies) {
			const id = newId();
			await scene.tell("records.cut.1");
			const response = await scene.client.createEx({ id, sensor: "own-id", ...body });
			scene.ok(response, JSON.stringify(body));
			context.equal((JSON.parse(response.body) as { id: string }).id, id, "id");
		}
		await scene.saw("login-" + " POST POST GET".repeat(bodies.length));
	}),
	testCase("a create with an own id that never arrived, refused because the id is another record's: the refusal, not that record", behindFront({ credentials: CREDENTIALS }), async (scene, context) => {
		const pairs = others();
		for (const [held, sent] of pairs) {
			const id = newId();
			scene.ok(await scene.client.createEx({ id, sensor: "own-id", ...held }));
			await scene.tell("records.unasked-cut.1");
			const { body, kind, statusCode } = await scene.client.createEx({ id, sensor: "own-id", ...sent });
			context.equal(`${kind} ${statusCode}`, "http 400", JSON.stringify(sent));
			context.ok(body.includes("validation_not_unique"), "the service's refusal");
		}
		await scene.saw("login-" + " POST POST POST GET".repeat(pairs.length));
	}),
	testCase("the path's query does not get into the fetch of a create that sendEx has sent", behindFront({ credentials: CREDENTIALS }), async (scene, context) => {
		const id = newId();
		await scene.tell("records.cut.1");
		const response = await scene.client.sendEx("POST", "/api/collections/readings/records?fields=id", { id, sensor: "own-id", value: 1 });
		scene.ok(response);
		context.equal((JSON.parse(response.body) as { id: string }).id, id, "id");
		await scene.tell("records.unasked-cut.1");
		context.equal((await scene.client.sendEx("POST", "/api/collections/readings/records?fields=id", { id, sensor: "own-id", value: 2 })).statusCode, 400);
	})
];
