import { type BlockStorage, Outbox, type OutboxOptions } from "records-client/outbox";
import { RamStorage } from "records-client/outbox/ram";
import type { RecordsClient } from "../../../lib/client.js";
import { type Case, type Context, testCase } from "../case.js";
import { PASSWORD } from "../../../tools/password.js";
import { sensorName } from "../spec/devices.js";

/** More than any machine takes for an answer. */
const AGES = 600_000;

/** A date as PocketBase writes it. */
const DATE_LENGTH = 24;

const OWN_TIME = "2001-02-03 04:05:06.789Z";

interface Reading {
	readonly value: number;
	readonly taken: string;
	readonly created: string;
}

function device(context: Context): RecordsClient {
	return context.client({ baseUrl: context.service, credentials: { collection: "users", identity: "device-one", password: PASSWORD } });
}

/** An outbox that delivers when it is told to. */
function open(client: OutboxOptions["client"], storage: BlockStorage, more: Partial<OutboxOptions> = { stamp: "taken" }): Outbox {
	return new Outbox({ client, collection: "readings", storage, limits: { count: 1000, bootJitter: AGES, age: AGES }, ...more });
}

/** A client that reaches nobody, and what it says that the time is. */
function lost(now: () => number): OutboxOptions["client"] {
	return { now, sendEx: () => Promise.reject(new Error("no network")) };
}

/** What the service has of a sensor, by their values. */
async function readingsOf(context: Context, sensor: string): Promise<readonly Reading[]> {
	const { body, error } = await device(context).collection("readings").getListEx(1, 50, "value", `sensor = '${sensor}'`, "1", null, "value,taken,created");
	context.equal(error, "");
	return (JSON.parse(body) as { items: Reading[] }).items;
}

function millisecondsOf(date: string): number {
	return Date.parse(date.replace(" ", "T"));
}

/** Fails unless a reading was taken before it arrived, and not ages before. */
function isInTime(context: Context, { created, taken, value }: Reading): void {
	context.equal(taken.length, DATE_LENGTH, taken);
	const late = millisecondsOf(created) - millisecondsOf(taken);
	context.ok(late >= 0 && late < AGES, `reading ${value}: taken ${taken}, created ${created}`);
}

/** When readings were taken, by the real service. */
export const timeCases: readonly Case[] = [
	testCase("over plain http now() is -1 until two answers have come, then the service's time; with a log-in one of them is its own", async (context) => {
		for (const client of [context.client({ baseUrl: context.service }), device(context)]) {
			context.equal(client.now(), -1);
			context.equal((await client.collection("readings").getListEx(1, 1)).error, "");
			if (client.getAuthToken() === "") {
				context.equal(client.now(), -1, "one answer");
				context.ok(client.now(true) > 0, "unconfirmed");
				context.equal((await client.collection("readings").getListEx(1, 1)).error, "");
			}
			const now = client.now();
			const sensor = sensorName("times");
			const writer = device(context);
			context.equal((await writer.collection("readings").createEx({ sensor })).error, "");
			const [{ created }] = await readingsOf(context, sensor);
			const late = millisecondsOf(created) - now;
			context.ok(late >= 0 && late < AGES, `${now}, created ${created}`);
			context.ok(client.now() >= now, "the time goes on");
		}
	}),
	testCase("a reading that is put before the time is known gets it at delivery, one that is put later at once", () => sensorName("times"), async (sensor, context) => {
		const outbox = open(device(context), new RamStorage(4096, 1024));
		outbox.put({ sensor, value: 1 });
		outbox.put(`{ "sensor": "${sensor}", "value": 2 }`);
		context.equal((await outbox.flush()).error, "");
		context.equal(outbox.stats().requests, 2, "the time is asked for, and both are delivered");
		outbox.put({ sensor, value: 3, extra: { taken: 1 } });
		context.equal((await outbox.flush()).error, "");
		context.equal(outbox.stats().requests, 3, "the time is not asked for again");
		outbox.close();
		const readings = await readingsOf(context, sensor);
		context.equal(readings.length, 3);
		for (const reading of readings)
			isInTime(context, reading);
		context.equal(readings.map(({ taken }) => taken).join(), readings.map(({ taken }) => taken).sort().join(), "in their order");
	}),
	testCase("a time that a reading has already is left alone, null too", () => sensorName("times"), async (sensor, context) => {
		const outbox = open(device(context), new RamStorage(4096, 1024));
		outbox.put({ sensor, value: 1, taken: OWN_TIME });
		outbox.put(`{"taken" : "${OWN_TIME}", "sensor":"${sensor}", "value":2}`);
		outbox.put(`{"t\\u0061ken":"${OWN_TIME}","sensor":"${sensor}","value":3}`);
		outbox.put({ sensor, value: 4, taken: null });
		context.equal((await outbox.flush()).delivered, 4);
		outbox.close();
		context.equal((await readingsOf(context, sensor)).map(({ taken }) => taken).join(), `${OWN_TIME},${OWN_TIME},${OWN_TIME},`);
	}),
	testCase("readings of an earlier start have their time if that start has learned it, and none if it has not", () => sensorName("times"), async (sensor, context) => {
		const storage = new RamStorage(4096, 1024);
		const never = open(lost(() => -1), storage);
		never.put({ sensor, value: 1 });
		never.close();
		let now = -1;
		const learns = open(lost(() => now), storage);
		learns.put({ sensor, value: 2 });
		now = Date.UTC(2020, 1, 2, 3, 4, 5, 678);
		learns.put({ sensor, value: 3 });
		learns.close();
		const last = open(device(context), storage);
		context.equal(last.pending, 3);
		context.equal((await last.flush()).delivered, 3);
		context.equal(last.stats().requests, 1, "nobody has to be asked what time it is");
		last.close();
		const [first, second, third] = (await readingsOf(context, sensor)).map(({ taken }) => taken);
		context.equal(first, "");
		context.equal(third, "2020-02-02 03:04:05.678Z");
		const before = millisecondsOf(third) - millisecondsOf(second);
		context.ok(before >= 0 && before < AGES, `${second} before ${third}`);
	}),
	testCase("an outbox that stamps nothing any more delivers what one has that did", () => sensorName("times"), async (sensor, context) => {
		const storage = new RamStorage(4096, 1024);
		const stamping = open(lost(() => -1), storage);
		stamping.put({ sensor, value: 1 });
		stamping.close();
		const plain = open(device(context), storage, {});
		context.equal((await plain.flush()).error, "");
		plain.close();
		context.equal((await readingsOf(context, sensor)).map(({ taken }) => taken).join(), "");
	})
];
