import type { BlockStorage, FlushResult } from "../../../lib/outbox/index.js";
import { text } from "../../../host/text.js";
import { Outbox } from "../../../lib/outbox/outbox.js";
import { RamStorage } from "../../../lib/outbox/ram-storage.js";
import type { ClientResponse } from "../../../lib/response.js";
import { SetTimers } from "../../../tools/set-timers.js";
import type { Fields } from "./ram-service.js";
import { withoutStamp } from "./times.js";
import { takenResponse } from "../../contract/outbox/answer.js";
import { watchedBlocks } from "../watched.js";
import { turn } from "./wire.js";

const MOST_TURNS = 1000;

/** A reading as it would be sent. */
export interface Found {
	readonly id: string;
	/** JSON text of what is in it beside the id, and what the outbox has added. */
	readonly fields: string;
}

interface Sent extends Fields {
	readonly id: string;
}

/**
 * Tells what an outbox that starts over a storage has to deliver, in its order. The storage is only read: a copy of it is
 * delivered to nobody.
 */
export async function contentOf(storage: BlockStorage): Promise<Found[]> {
	const { blockLength, blocks } = storage.status();
	const ram = new RamStorage(blockLength * blocks, blockLength);
	const block = new Uint8Array(blockLength);
	const unreadable = new Set<number>();
	for (let at = 0; at < blockLength * blocks; at += blockLength) {
		try {
			storage.read(block, at);
			ram.write(block, at);
		}
		catch {
			unreadable.add(at);
		}
	}
	const copy = watchedBlocks(ram, (_, at) => {
		if (unreadable.has(at - at % blockLength))
			throw new Error("EIO");
	});
	if (storage.isFull !== undefined)
		copy.isFull = () => false;

	const found: Found[] = [];
	const sendEx = (_method: string, _path: string, body: Uint8Array): Promise<ClientResponse> => {
		const request = text.decode(body, 0, body.length)!;
		const content = JSON.parse(request) as Sent & { requests?: { body: Sent }[] };
		for (const { id, ...fields } of content.requests?.map((request) => request.body) ?? [content])
			found.push({ id, fields: JSON.stringify(withoutStamp(fields)) });
		return Promise.resolve(takenResponse(request));
	};
	const platform = { text, timers: new SetTimers(), origin: () => "a copy" };
	const outbox = new Outbox(platform, { client: { sendEx }, collection: "readings", storage: copy, limits: { reading: 100 } });
	let result: FlushResult | undefined;
	void outbox.flush().then((flushed) => result = flushed);
	for (let turns = 0; result === undefined && turns < MOST_TURNS; turns++)
		await turn();
	outbox.close();
	const isWhole = result?.left === 0 && result.error === "" || unreadable.size > 0 && result?.error.startsWith("readings can't be read") === true;
	if (!isWhole)
		throw new Error(`what is stored can't be read: ${result === undefined ? "flush hangs" : result.error}`);
	return found;
}
