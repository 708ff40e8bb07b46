/** What the scripts that measure the outbox have in common. */
import type { BlockStorage } from "records-client/outbox";

export const READING = '{"sensor":"temperature","value":21.4,"unit":"°C","taken":"2026-11-21 07:00:00.000Z"}';

/** A disk of RAM as a partition is, which outlives the power: what is written to it is looked at before, and read back. */
export function partition(disk: BlockStorage): BlockStorage {
	return {
		status: () => disk.status(),
		read: (target, at) => disk.read(target, at),
		write: (data, at) => disk.write(data, at),
		eraseBlock: (block) => disk.eraseBlock(block),
		close: () => disk.close()
	};
}

/** The host's partition, whose natives are in C as the SDK's are. */
export function nativePartition(): BlockStorage {
	return Object.assign(Object.create(flash) as typeof flash, { status: () => ({ blockLength: 4096, blocks: 16 }), close: () => undefined });
}

/** Where the outbox sends batches to. */
export const BATCHES = "/api/batch?fields=body.id";

/** A request's body as the outbox sends it, with so many readings. */
export function batch(count: number): string {
	const item = '{"method":"PUT","url":"/api/collections/readings/records","body":' + READING + "}";
	return '{"requests":[' + Array.from({ length: count }, () => item).join(",") + "]}";
}
