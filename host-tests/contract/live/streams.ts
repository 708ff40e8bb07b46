import { type Case, testCase } from "../case.js";
import { HEADER_SECRET, secretIn } from "../secrets.js";
import { create, guest, only } from "../spec/devices.js";
import { expectFields, hostOf } from "../wire/requests.js";
import { Scene } from "../wire/scene.js";
import { createInTurn, watching } from "./watch.js";

/** What live records say of themselves with the peer's answers, by the script's name. */
const told = {
	"live": ["records 200 ", "stream 204 "],
	"live-refused": ["records 200 ", "stream 403 The request is refused."],
	"live-no-stream": ["records 200 ", "stream 0 no event stream: status 502"],
	"live-no-list": ["records 403 The request is refused."]
};

/** Live records with the real service's event stream. */
export const streamCases: readonly Case[] = [
	testCase("with a stream, headers of the client are in its request, in what has it begin and in polls, and in no error", watching(async ({ watchRecords }, context) => {
		for (const [script, states] of Object.entries(told)) {
			const scene = new Scene(context, script, {}, { headers: { "x-key": HEADER_SECRET } });
			const seen: string[] = [];
			const watch = watchRecords(scene.client, "any", { stream: true, onState: (part, { error, statusCode }) => seen.push(`${part} ${statusCode} ${error}`) });
			await watch.until(() => seen.length === states.length);
			watch.live.close();
			context.equal(seen.sort().join("; "), states.join("; "), script);
			context.equal(secretIn(seen.join()), "", "a secret in them");
			const fields = { "host": hostOf(context), "x-key": HEADER_SECRET };
			const { requests } = await scene.observe();
			for (const request of requests) {
				const isStream = request.path === "/api/realtime" && request.method === "GET";
				expectFields(context, request, {
					...fields, ...isStream ? { accept: "text/event-stream" } : {},
					...request.method === "POST" ? { "content-type": "application/json", "content-length": String(request.bodyBytes) } : {}
				});
			}
			const asked = requests.filter(({ path }) => path === "/api/realtime").map(({ method }) => method);
			context.equal(asked.join(), script === "live-no-list" ? "" : script === "live-no-stream" ? "GET" : "GET,POST", script);
		}
	})),
	testCase("with a stream, live records tell a change without waiting for the next poll", watching(async ({ client, sensor, watchRecords }, context) => {
		await createInTurn(context, client, sensor, 2);
		const watch = watchRecords(client, sensor, { stream: true });
		await watch.until(() => watch.states.length === 2);
		context.equal(watch.states.join("; "), "records  200; stream  204", "states");
		const { id } = await create(context, client, { sensor, value: 3 });
		await watch.untilTold(3);
		for (let value = 4; value < 16; value++) {
			context.equal((await client.updateEx(id, { value })).error, "");
			await watch.until(() => watch.latest.get(id) === value);
		}
		context.equal(watch.values.join(), "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15", "each once");
	})),
	testCase("with a stream, live records tell the last of many changes at once, and those of a filter alone", watching(async ({ client, sensor, watchRecords }, context) => {
		await createInTurn(context, client, sensor, 3);
		const watch = watchRecords(client, sensor, { stream: true, filter: `${only(sensor)} && unit != "it's" // "all"` });
		await watch.until(() => watch.states.length === 2);
		const ids = [...watch.latest.keys()];
		await create(context, client, { sensor, value: 1000, unit: "it's" });
		await Promise.all(Array.from({ length: 8 }, (_, index) => client.updateEx(ids[index % 3], { value: 10 + index })));
		await watch.until(() => ids.every((id, index) => watch.latest.get(id) === [16, 17, 15][index]));
		context.ok(!watch.values.includes(1000), "the filter");
	})),
	testCase("with a stream, live records of a filter as long as the service takes it are told at once, and a longer one is refused", watching(async ({ client, sensor, watchRecords }, context) => {
		const watch = watchRecords(client, sensor, { stream: true, filter: `${only(sensor)} && unit != '${"u".repeat(2000)}'` });
		await watch.until(() => watch.states.length === 2);
		context.equal(watch.states.join("; "), "records  200; stream  204", "states");
		for (let value = 1; value < 4; value++) {
			await create(context, client, { sensor, value });
			await watch.untilTold(value);
		}
		context.equal(watch.values.join(), "1,2,3");
		context.equal(watch.states.length, 2, watch.states.join("; "));
		const longer = watchRecords(client, sensor, { stream: true, filter: `${only(sensor)} && unit != '${"u".repeat(3000)}'` });
		await longer.until(() => longer.states.length === 2);
		context.equal(longer.states.join("; "), "records  200; stream http 400");
	})),
	testCase("a stream that the service's rules give nothing, or that is not there, is no harm: polls go on", watching(async ({ client, sensor, watchRecords }, context) => {
		await createInTurn(context, client, sensor, 1);
		const nobody = watchRecords(guest(context), sensor, { stream: true });
		await nobody.until(() => nobody.states.length === 2);
		nobody.live.close();
		context.equal(nobody.values.join(), "");
		const watch = watchRecords(client, sensor, { stream: true });
		await watch.until(() => watch.states.length === 2);
		watch.live.close();
		await createInTurn(context, client, sensor, 1);
		for (let round = 0; round < 6; round++)
			await context.sleep(25);
		context.equal(watch.values.join(), "1", "nothing after close");
	}))
];
