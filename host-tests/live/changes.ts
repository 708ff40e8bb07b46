/** Changes of records that live records are to tell, while connections are cut, the service starts anew and streams die silently. */
import { RecordsClient } from "records-client";
import { LiveRecords } from "records-client/live";
import { SeededRandom } from "../../tools/seeded-random.js";
import { password, SuccessiveService } from "../../tools/successive-service.js";
import { StreamProxy } from "../../tools/network/stream-proxy.js";

/** How much happens. */
export interface Size {
	readonly changes: number;
	readonly records: number;
	readonly cuts: number;
	readonly restarts: number;
	readonly silences: number;
}

/** Milliseconds in which all must have been told after the last change: far more than any pause. */
const PATIENCE = 120_000;

type Event = "cut" | "restart" | "silence";

export async function runChanges(seed: number, { changes, cuts, records, restarts, silences }: Size) {
	const dice = new SeededRandom(seed);
	const service = await SuccessiveService.start();
	const proxy = new StreamProxy(service.port);
	await proxy.open();
	const credentials = { collection: "users", identity: "device-one", password };
	const reader = new RecordsClient({ baseUrl: proxy.url, credentials, preferences: null });
	const writer = new RecordsClient({ baseUrl: service.url, credentials, preferences: null, limits: { timeout: 60_000, retries: 20 } }).collection("readings");
	const expected = new Map<string, number>();
	const latest = new Map<string, number>();
	const seen = new Set<number>();
	let told = 0, again = 0, cut = 0, silenced = 0;
	const live = new LiveRecords<{ id: string; updated: string; value: number }>({
		client: reader, collection: "readings", fields: "value", stream: true, every: 3000, silence: 4000,
		onRecord({ id, value }) {
			told++;
			again += Number(seen.has(value));
			seen.add(value);
			latest.set(id, value);
		}
	});
	try {
		const ids: string[] = [];
		const events = new Map<number, Event>();
		const place = (count: number, event: Event): void => {
			for (let left = count; left > 0;) {
				const change = records + dice.below(changes - records);
				if (events.has(change))
					continue;
				events.set(change, event);
				left--;
			}
		};
		place(restarts, "restart");
		place(silences, "silence");
		place(cuts, "cut");
		for (let change = 0; change < changes; change++) {
			const event = events.get(change);
			if (event === "cut" || event === "silence")
				await until(() => proxy.isStreaming, PATIENCE);
			if (event === "cut")
				cut += proxy.cut();
			else if (event === "silence")
				silenced += proxy.silence();
			else if (event === "restart") {
				await service.kill();
				await service.next();
			}
			const id = ids.length < records ? undefined : dice.pick(ids);
			const response = await (id === undefined ? writer.createEx({ sensor: "live", value: change }) : writer.updateEx(id, { value: change }));
			if (!response.ok)
				throw new Error(`change ${change}: ${response.error}`);
			const made = id ?? response.json<{ id: string }>()!.id;
			if (id === undefined)
				ids.push(made);
			expected.set(made, change);
		}
		const wrong = (): string[] => ids.filter((id) => latest.get(id) !== expected.get(id));
		await until(() => wrong().length === 0, PATIENCE);
		// Told are states, again those told before; overwritten are changes that were so before they were told.
		return {
			told, again, cut, silenced, streams: proxy.streams, overwritten: changes - seen.size,
			findings: wrong().map((id) => `${id} was told to be ${latest.get(id)} and is ${expected.get(id)}`)
		};
	}
	finally {
		live.close();
		reader.close();
		writer.close();
		proxy.close();
		await service.remove();
	}
}

/** Waits for something, at most so long. */
export async function until(done: () => boolean, milliseconds = Infinity): Promise<void> {
	for (const end = Date.now() + milliseconds; !done() && Date.now() < end;)
		await new Promise((resolve) => setTimeout(resolve, 20));
}
