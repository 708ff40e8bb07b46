import { LiveRecords, type LiveOptions } from "records-client/live";
import type { RecordsClient } from "../../../lib/client.js";
import type { Case, Context } from "../case.js";
import { create, onDevice, only, type Reading } from "../spec/devices.js";

/** What `onRecord` gets of a reading. */
export type Told = Reading & Readonly<Record<string, unknown>>;

/** Live records of a case, and what they have told. */
export class Watch {
	/** Values in the order in which they were told, and the last of each record. */
	readonly values: number[] = [];
	readonly latest = new Map<string, number>();
	/** "part kind status" of each state. */
	readonly states: string[] = [];
	readonly live: LiveRecords<Told>;
	private readonly context: Context;

	/** @param sensor whose readings are watched */
	constructor(context: Context, client: RecordsClient, sensor: string, options: Partial<LiveOptions<Told>> = {}) {
		this.context = context;
		this.live = new LiveRecords<Told>({
			client, collection: "readings", filter: only(sensor), every: 1_000_000,
			onRecord: ({ id, value }) => {
				this.values.push(value);
				this.latest.set(id, value);
			},
			onState: (part, { kind, statusCode }) => this.states.push(`${part} ${kind} ${statusCode}`),
			...options
		});
	}

	/** Waits for something. */
	async until(done: () => boolean): Promise<void> {
		while (!done())
			await this.context.sleep(10);
	}

	/** Waits until so many values were told. */
	async untilTold(count: number): Promise<void> {
		await this.until(() => this.values.length >= count);
	}

	/** Polls, and waits until that has ended. */
	async poll(): Promise<void> {
		this.live.poll();
		// It stands behind the poll.
		await this.context.sleep(1);
		await this.live.reconcile([]);
	}
}

/** What a case watches with: a device, a sensor of the case's own, and what makes a watch of a sensor's readings. */
interface Watching extends Awaited<ReturnType<typeof onDevice>> {
	readonly watchRecords: (client: RecordsClient, sensor: string, options?: Partial<LiveOptions<Told>>) => Watch;
}

/** A case whose watches are closed when it ends, also by a failure: their timers would keep the process. */
export function watching(play: (scene: Watching, context: Context) => Promise<void>): Case["run"] {
	return async (context) => {
		const all: Watch[] = [];
		try {
			await play({
				...await onDevice(context),
				watchRecords(client, sensor, options) {
					const watch = new Watch(context, client, sensor, options);
					all.push(watch);
					return watch;
				}
			}, context);
		}
		finally {
			for (const { live } of all)
				live.close();
		}
	};
}

/** Creates readings 1 to `count`, of which no two have the same `updated`: of such, the service gives any first. */
export async function createInTurn(context: Context, client: RecordsClient, sensor: string, count: number): Promise<void> {
	for (let value = 1; value <= count; value++) {
		await create(context, client, { sensor, value });
		await context.sleep(2);
	}
}
