import { type LiveOptions, LiveRecords } from "records-client/live";
import { AbortController } from "records-client/abort";
import { ODD_VALUES } from "../../../tools/odd-values.js";
import { type Case, testCase } from "../case.js";
import { thrownBy } from "../thrown.js";
import { create, device, onDevice, only, sensorName } from "../spec/devices.js";
import { Scene } from "../wire/scene.js";
import { createInTurn, type Told, watching } from "./watch.js";

/** Live records that poll the real service. */
export const pollCases: readonly Case[] = [
	testCase("live records tell all records at first, then those that are created or changed, each once", watching(async ({ client, sensor, watchRecords }, context) => {
		await createInTurn(context, client, sensor, 11);
		const watch = watchRecords(client, sensor);
		await watch.untilTold(11);
		context.equal(watch.values.join(), "1,2,3,4,5,6,7,8,9,10,11", "at first");
		for (let round = 0; round < 3; round++)
			await watch.poll();
		context.equal(watch.values.length, 11, "nothing has changed");
		const { id } = await create(context, client, { sensor, value: 12 });
		await watch.poll();
		context.equal(watch.values.slice(11).join(), "12", "created");
		context.equal((await client.updateEx(id, { value: 13 })).error, "");
		context.equal((await client.updateEx(id, { value: 14 })).error, "");
		await watch.poll();
		context.equal(watch.values.slice(12).join(), "14", "changed twice");
		context.equal(watch.states.join("; "), "records  200", "states");
	})),
	testCase("live records tell more changes than a poll asks for at once, and answers longer than limits.body", watching(async ({ sensor, watchRecords }, context) => {
		const client = await device(context, "device-one", { limits: { body: 2048 } });
		const watch = watchRecords(client, sensor);
		await watch.poll();
		await createInTurn(context, client, sensor, 23);
		await watch.poll();
		context.equal(watch.values.join(), Array.from({ length: 23 }, (_, index) => index + 1).join(), "more than a page");
		for (const value of [101, 102, 103]) {
			await create(context, client, { sensor, value, extra: { text: "x".repeat(900) } });
			await context.sleep(2);
		}
		await watch.poll();
		await watch.poll();
		context.equal(watch.values.slice(23).join(), "101,102,103", "longer than limits.body");
	})),
	testCase("live records pass over a record that is too large or nested too deeply, say which, and tell all others", watching(async ({ client, sensor, watchRecords }, context) => {
		const reader = await device(context, "device-one", { limits: { body: 4096 } });
		await createInTurn(context, client, sensor, 3);
		const large = { text: "x".repeat(6000) };
		const deep = JSON.parse("[".repeat(30) + "]".repeat(30)) as object;
		const ids: string[] = [];
		for (const extra of [large, deep, large]) {
			ids.push((await create(context, client, { sensor, value: 100, extra })).id);
			await context.sleep(2);
		}
		await createInTurn(context, client, sensor, 12);
		const errors: string[] = [];
		const watch = watchRecords(reader, sensor, { onState: (part, { error, kind, statusCode }) => {
			errors.push(error);
			watch.states.push(`${part} ${kind} ${statusCode}`);
		} });
		await watch.untilTold(15);
		await watch.poll();
		context.equal(watch.values.join(), "1,2,3,1,2,3,4,5,6,7,8,9,10,11,12", "at first");
		context.equal(watch.states[0], "records too-large 0");
		context.ok(errors[0].startsWith(`record ${ids[0]} was passed over: `), `${errors.join("; ")}: ${ids.join()}`);
		// Alone in an answer, and before a new one.
		ids.push((await create(context, client, { sensor, value: 100, extra: deep })).id);
		await watch.poll();
		await create(context, client, { sensor, value: 13 });
		await watch.poll();
		context.equal(watch.values.slice(15).join(), "13");
		// Small again, it is told.
		context.equal((await client.updateEx(ids[0], { value: 14, extra: null })).error, "");
		await watch.poll();
		context.equal(watch.values.slice(16).join(), "14");
	})),
	testCase("a record longer than `record` that fits limits.body is told, among others and alone", watching(async ({ client, sensor, watchRecords }, context) => {
		const extra = { text: "x".repeat(2000) };
		await create(context, client, { sensor, value: 1, extra });
		await createInTurn(context, client, sensor, 9);
		const watch = watchRecords(client, sensor, { record: 1024, filter: `${only(sensor)} // all` });
		await watch.untilTold(10);
		context.equal(watch.values.join(), "1,1,2,3,4,5,6,7,8,9");
		await create(context, client, { sensor, value: 10, extra });
		await watch.poll();
		context.equal(watch.values.slice(10).join(), "10");
		context.equal(watch.states.join("; "), "records  200");
	})),
	testCase("live records have the fields that are asked for, with id and updated, of the records of the filter", watching(async ({ client, sensor, watchRecords }, context) => {
		let names = "";
		const watch = watchRecords(client, sensor, {
			filter: `${only(sensor)} && value > 1 // no more`, fields: "value",
			onRecord: (record) => {
				names += Object.keys(record).sort().join() + ";";
			}
		});
		await createInTurn(context, client, sensor, 2);
		await watch.poll();
		await createInTurn(context, client, sensor, 3);
		await watch.poll();
		context.equal(names, "id,updated,value;".repeat(3));
	})),
	testCase("live records say once that there is no such collection, that it has no field updated, and of one that has that the service refuses the filter", watching(async ({ client, watchRecords }, context) => {
		for (const [options, expected] of [
			[{ collection: "no-such-collection" }, "404 Missing collection context."],
			[{ collection: "pictures", filter: null }, "400 pictures has no autodate field updated, or hides it from this client"],
			[{ filter: "no_such_field = 1" }, "400 Something went wrong while processing your request."]
		] as const) {
			const errors: string[] = [];
			const watch = watchRecords(client, "a", { ...options, onState: (part, { error, kind, statusCode }) => errors.push(`${part} ${kind} ${statusCode} ${error}`) });
			await watch.until(() => errors.length > 0);
			await watch.poll();
			context.equal(errors.join("; "), `records http ${expected}`);
			watch.live.close();
		}
	})),
	testCase("live records wait for a promise of onRecord, and tell a record again after a throw or a rejection", watching(async ({ client, sensor, watchRecords }, context) => {
		let busy = 0;
		const seen: number[] = [];
		const watch = watchRecords(client, sensor, {
			onRecord: async ({ value }) => {
				context.equal(busy++, 0, "one after the other");
				seen.push(value);
				await context.sleep(1);
				busy--;
			}
		});
		await createInTurn(context, client, sensor, 5);
		await watch.poll();
		context.equal(seen.join(), "1,2,3,4,5");
		watch.live.close();
		for (const fails of [() => Promise.reject(new Error("not now")), () => { throw new Error("not now"); }]) {
			const values: number[] = [];
			const failing = watchRecords(client, sensor, {
				onRecord: ({ value }) => {
					values.push(value);
					return values.length === 3 ? fails() : undefined;
				}
			});
			await failing.until(() => failing.states.length > 1);
			context.equal(values.join(), "1,2,3,3,4,5");
			context.equal(failing.states.join("; "), "records closed 0; records  200");
			await create(context, client, { sensor, value: 6 });
			values.length = 2;
			await failing.poll();
			await failing.poll();
			context.equal(values.join(), "1,2,6,6", "in a poll");
			await client.deleteRecordEx((await client.getListEx({ filter: `${only(sensor)} && value = 6` })).json<{ items: { id: string }[] }>()!.items[0].id);
			failing.live.close();
		}
	})),
	testCase("live records find those that were deleted or have left the filter by reconcile", watching(async ({ client, sensor, watchRecords }, context) => {
		await createInTurn(context, client, sensor, 4);
		const watch = watchRecords(client, sensor, { filter: `${only(sensor)} && value < 100` });
		await watch.untilTold(4);
		const ids = [...watch.latest.keys()];
		context.equal((await watch.live.reconcile(ids)).gone.join(), "", "none");
		context.equal((await client.deleteRecordEx(ids[1])).error, "");
		context.equal((await client.updateEx(ids[2], { value: 100 })).error, "");
		const { gone, response } = await watch.live.reconcile(ids);
		context.equal(response.error, "");
		context.equal(gone.join(), `${ids[1]},${ids[2]}`);
		watch.live.close();
		context.equal((await watch.live.reconcile(ids)).response.kind, "closed");
	})),
	testCase("reconcile of what is no list of ids is kind \"argument\", and names nothing as gone", watching(async ({ watchRecords }, context) => {
		const watch = watchRecords(new Scene(context, "live-restored").client, "a");
		const broken = { [Symbol.iterator]: () => ({ next: () => { throw new Error("the app's"); } }) };
		for (const [what, make] of [...Object.entries(ODD_VALUES), ["a text", () => "abcdefghij12345"], ["an iterable that throws", () => broken]] as const) {
			const { gone, response } = await watch.live.reconcile(make() as never);
			context.equal(`${response.kind}: ${response.error} ${gone.join()}`, "argument: known must be ids, such as an array of them ", what);
		}
	})),
	testCase("live records poll by themselves, and call nothing back after close", watching(async ({ client, sensor, watchRecords }, context) => {
		const watch = watchRecords(client, sensor, { every: 1000 });
		await watch.poll();
		await create(context, client, { sensor, value: 1 });
		await watch.untilTold(1);
		watch.live.close();
		watch.live.close();
		watch.live.poll();
		await create(context, client, { sensor, value: 2 });
		for (let round = 0; round < 6; round++)
			await context.sleep(25);
		context.equal(watch.values.join(), "1");
		let told = 0;
		const closing: LiveRecords = new LiveRecords({
			client, collection: "readings", filter: only(sensor), onRecord() {
				told++;
				closing.close();
			}
		});
		while (told === 0)
			await context.sleep(10);
		for (let round = 0; round < 6; round++)
			await context.sleep(25);
		context.equal(told, 1, "closed by onRecord");
		for (const count of [5, 15]) {
			const many = sensorName("live");
			await createInTurn(context, client, many, count);
			for (const waits of [false, true]) {
				const ending = await device(context);
				const watch2 = watchRecords(ending, many, {
					onRecord: ({ value }) => {
						watch2.values.push(value);
						ending.close();
						return waits ? Promise.resolve() : undefined;
					}
				});
				await watch2.until(() => watch2.states.at(-1) === "records closed 0");
				context.equal(watch2.values.join(), "1", `the client closed by onRecord, of ${count}`);
			}
		}
	})),
	testCase("live records read all records again after readAll, and tell those that were dated back, once", watching(async ({ watchRecords }, context) => {
		const scene = new Scene(context, "live-restored");
		const watch = watchRecords(scene.client, "a", { readAll: 1000 });
		await watch.untilTold(1);
		for (let round = 0; round < 3; round++) {
			await context.sleep(1100);
			await watch.poll();
		}
		context.equal(watch.values.join(), "2,1");
		context.equal(watch.states.join("; "), "records  200");
	})),
	testCase("live records end when their client is closed, and report it once", watching(async ({ sensor, watchRecords }, context) => {
		for (const stream of [false, true]) {
			const client = await device(context);
			const watch = watchRecords(client, sensor, { every: 1000, stream });
			await watch.until(() => watch.states.length === (stream ? 2 : 1));
			client.close();
			context.equal(watch.states.length, stream ? 2 : 1, "nothing inside close");
			await watch.until(() => watch.states.at(-1) === "records closed 0");
			const { length } = watch.states;
			watch.live.poll();
			await context.sleep(1);
			context.equal((await watch.live.reconcile([])).response.error, "the live records are closed", String(stream));
			context.equal(watch.states.length, length, watch.states.join("; "));
			const late = watchRecords(client, sensor, { stream });
			await late.until(() => late.states.length === 1);
			await context.sleep(1);
			context.equal(late.states.join(), "records closed 0");
			context.equal((await late.live.reconcile([])).response.error, "the live records are closed", "of a closed client");
		}
	})),
	testCase("onState that throws or rejects ends nothing", watching(async ({ client, watchRecords }, context) => {
		for (const fails of [() => { throw new Error("the listener's"); }, () => Promise.reject(new Error("the listener's"))]) {
			const sensor = sensorName("live");
			const watch = watchRecords(client, sensor, { onState: fails });
			await watch.poll();
			await create(context, client, { sensor, value: 1 });
			await watch.poll();
			context.equal(watch.values.join(), "1");
		}
	})),
	testCase("live records name the option that is missing or wrong", onDevice, ({ client }, context) => {
		const onRecord = (): void => undefined;
		const good = { client, collection: "readings", onRecord };
		const wrong: readonly (readonly [object | undefined, string])[] = [
			[undefined, "options"], [{}, "client"], [{ ...good, client: {} }, "client"], [{ ...good, client: { sendEx: onRecord, now: onRecord } }, "client"], [{ ...good, collection: "" }, "collection"],
			[{ ...good, collection: "a\n" }, "collection"], [{ ...good, filter: 5 }, "filter"], [{ ...good, fields: 5 }, "fields"], [{ ...good, fields: "value, updated:excerpt(3)" }, "fields"], [{ ...good, record: 255 }, "record"], [{ ...good, every: 999 }, "every"], [{ ...good, readAll: 999 }, "readAll"],
			[{ ...good, every: Infinity }, "every"], [{ ...good, silence: "5000" }, "silence"], [{ ...good, stream: 1 }, "stream"], [{ ...good, onRecord: undefined }, "onRecord must be a function"],
			[{ ...good, onState: 5 }, "onState must be a function"], [{ ...good, onRecords: onRecord }, "onRecord"], [{ ...good, signal: new AbortController().signal }, "signal"]
		];
		for (const [options, named] of wrong) {
			const message = thrownBy(() => new LiveRecords(options as unknown as LiveOptions<Told>).close());
			context.ok(message.includes(named), `${message}: ${named}`);
		}
	})
];
