import type { RecordsClient } from "../../../lib/client.js";
import { Health } from "records-client/health";
import { Outbox } from "records-client/outbox";
import { RamStorage } from "records-client/outbox/ram";
import { type Case, testCase } from "../case.js";
import { thrownBy } from "../thrown.js";
import { onDevice } from "../spec/devices.js";

/** A record of the service, as far as the cases look at it. */
interface Record {
	readonly sensor: string;
	readonly value: number;
	readonly unit: string;
	readonly extra: Readonly<globalThis.Record<string, unknown>>;
}

/** What the service has of a firmware. */
async function recordsOf(client: RecordsClient, firmware: string): Promise<readonly Record[]> {
	const { body } = await client.collection("readings").getListEx({ sort: "created", filter: `sensor = 'health' && extra.firmware = '${firmware}'` });
	return (JSON.parse(body) as { items: Record[] }).items;
}

/** Whether what a machine may not be able to tell is left out or of its type. */
function isTold({ start, heap, rssi }: Record["extra"]): boolean {
	return ["undefined", "string"].includes(typeof start) && ["undefined", "number"].includes(typeof heap) && ["undefined", "number"].includes(typeof rssi);
}

function fault(options: unknown): string {
	return thrownBy(() => new Health(options as ConstructorParameters<typeof Health>[0]).close());
}

/** How a device says how it is. */
export const healthCases: readonly Case[] = [
	testCase("health: the first record goes through the outbox at once, with the counts of both", onDevice, async ({ client, sensor: firmware }, context) => {
		const outbox = new Outbox({ client, collection: "readings", storage: new RamStorage(), limits: { bootJitter: 0 } });
		context.ok(outbox.put({ sensor: "health-other", value: 1 }).stored, "a reading");
		context.equal((await outbox.flush()).left, 0);
		const health = new Health({ client, outbox, firmware });
		while (outbox.stats().stored < 2)
			await context.sleep(5);
		context.equal((await outbox.flush()).left, 0);
		health.close();
		outbox.close();
		const [{ extra, sensor, unit, value }, ...others] = await recordsOf(client, firmware);
		context.equal(others.length, 0);
		context.equal(`${sensor} ${unit}`, "health s");
		context.ok(value >= 0 && Number.isSafeInteger(value), `uptime ${value}`);
		context.equal(extra.interval, 3600);
		context.ok(/^\d+\.\d+\.\d+/.test(String(extra.library)), String(extra.library));
		context.ok(isTold(extra), JSON.stringify(extra));
		context.equal(`${String(extra.delivered)} ${String(extra.pending)} ${String(extra.dropped)} ${String(extra.damaged)} ${String(extra.rejected)} ${String(extra.badBlocks)}`, "1 0 0 0 0 0");
		context.ok((extra.requests as number) > 0 && (extra.connections as number) > 0, JSON.stringify(extra));
		context.equal(`${String(extra.retries)} ${String(extra.timeouts)} ${String(extra.storageErrors)}`, "0 0 0");
	}),
	testCase("health: without an outbox the client sends a record, and the collection that is selected stays", onDevice, async ({ client, sensor: firmware }, context) => {
		const health = new Health({ client, firmware, limits: { interval: 0 } });
		client.collection("readings");
		context.equal(await health.report(), "");
		context.equal((await client.getListEx({ perPage: 1 })).error, "");
		const records = await recordsOf(client, firmware);
		context.equal(records.length, 1);
		context.equal(records[0].extra.interval, 0);
		context.ok(!("pending" in records[0].extra), JSON.stringify(records[0].extra));
		health.close();
	}),
	testCase("health: a record that is not taken is an error, and no rejection", onDevice, async ({ client, sensor: firmware }, context) => {
		const stranger = context.client({ baseUrl: context.service });
		const health = new Health({ client: stranger, firmware, limits: { interval: 0 } });
		context.ok((await health.report()).length > 0 && health.error.length > 0, health.error);
		const full = { pending: 0, stats: () => ({}), put: () => ({ id: "", stored: false, error: "the storage is full" }) };
		const through = new Health({ client, outbox: full as unknown as Outbox, firmware: "1", limits: { interval: 0 } });
		context.equal(await through.report(), "the storage is full");
		const unreadable = { get pending(): number { throw new Error("no storage"); }, stats: () => ({}), put: full.put };
		const failing = new Health({ client, outbox: unreadable as unknown as Outbox, firmware: "1", limits: { interval: 0 } });
		context.ok((await failing.report()).includes("no storage"), "unreadable");
		[health, through, failing].forEach((one) => one.close());
	}),
	testCase("health: a wrong option is named", onDevice, ({ client }, context) => {
		for (const [options, named] of [
			[{ firmware: "1" }, "client"], [{ client: {}, firmware: "1" }, "client"], [{ client }, "firmware"], [{ client, firmware: "" }, "firmware"],
			[{ client, firmware: "v".repeat(33) }, "firmware"], [{ client, firmware: "温".repeat(32) }, "firmware"], [{ client, firmware: "\ud800".repeat(32) }, "firmware"], [{ client, firmware: 1 }, "firmware"], [{ client, firmware: "1", limits: { interval: -1 } }, "interval"],
			[{ client, firmware: "1", limits: { interval: "5" } }, "interval"], [{ client, firmware: "1", limits: { interval: 0x80000000 } }, "interval"],
			[{ client, firmware: "1", outbox: {} }, "outbox"],
			[{ client, firmware: "1", interval: 5 }, "did you mean limits.interval?"]
		] as const)
			context.ok(fault(options).includes(named), `${named}: ${fault(options)}`);
		context.equal(fault({ client, firmware: "v".repeat(32) }), "");
	})
];
