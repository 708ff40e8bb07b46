import test, { type ExecutionContext } from "ava";
import type { BlockStorage } from "records-client/outbox";

/** What a storage holds. */
export function bytes(storage: BlockStorage, at: number, length: number): number[] {
	const target = new Uint8Array(length);
	storage.read(target, at);
	return [...target];
}

/**
 * What an outbox expects of a storage of three blocks or more, of 64 bytes or more.
 * @param make a storage to which nothing was written
 */
export function storageCases(name: string, make: (t: ExecutionContext) => Promise<BlockStorage>): void {
	test(`${name}: what was never written reads as 255`, async (t) => {
		const storage = await make(t);
		const { blockLength, blocks } = storage.status();
		for (let block = 0; block < blocks; block++)
			t.deepEqual(bytes(storage, block * blockLength, blockLength), Array(blockLength).fill(255));
	});

	test(`${name}: what was written is read, and nothing else has changed`, async (t) => {
		const storage = await make(t);
		const { blockLength } = storage.status();
		storage.write(Uint8Array.of(1, 2, 3), 0);
		storage.write(Uint8Array.of(4, 5), 3);
		storage.write(Uint8Array.of(6), 2 * blockLength);
		t.deepEqual(bytes(storage, 0, 7), [1, 2, 3, 4, 5, 255, 255]);
		t.deepEqual(bytes(storage, 2, 3), [3, 4, 5]);
		t.deepEqual(bytes(storage, 40, 24), Array(24).fill(255));
		t.deepEqual(bytes(storage, blockLength, blockLength), Array(blockLength).fill(255));
		t.deepEqual(bytes(storage, 2 * blockLength, 2), [6, 255]);
	});

	test(`${name}: a block is written to its last byte`, async (t) => {
		const storage = await make(t);
		const { blockLength } = storage.status();
		storage.write(Uint8Array.from({ length: blockLength }, (_, at) => at % 251), blockLength);
		t.deepEqual(bytes(storage, 2 * blockLength - 2, 2), [(blockLength - 2) % 251, (blockLength - 1) % 251]);
		t.deepEqual(bytes(storage, 2 * blockLength, 1), [255]);
		t.deepEqual(bytes(storage, blockLength - 1, 1), [255]);
	});

	test(`${name}: an erase makes all of a block 255, and of no other`, async (t) => {
		const storage = await make(t);
		const { blockLength, blocks } = storage.status();
		for (let block = 0; block < blocks; block++)
			storage.write(new Uint8Array(blockLength).fill(block), block * blockLength);
		storage.eraseBlock(1);
		t.deepEqual(bytes(storage, 0, blockLength), Array(blockLength).fill(0));
		t.deepEqual(bytes(storage, blockLength, blockLength), Array(blockLength).fill(255));
		t.deepEqual(bytes(storage, 2 * blockLength, blockLength), Array(blockLength).fill(2));
		storage.write(Uint8Array.of(7), blockLength);
		t.deepEqual(bytes(storage, blockLength, 2), [7, 255]);
	});

	test(`${name}: a block that was never written can be erased`, async (t) => {
		const storage = await make(t);
		const { blockLength } = storage.status();
		storage.eraseBlock(2);
		storage.eraseBlock(2);
		t.deepEqual(bytes(storage, 2 * blockLength, blockLength), Array(blockLength).fill(255));
	});

	test(`${name}: it keeps no array that it was given`, async (t) => {
		const storage = await make(t);
		const data = Uint8Array.of(1, 2);
		storage.write(data, 0);
		data.fill(9);
		t.deepEqual(bytes(storage, 0, 2), [1, 2]);
	});

	test(`${name}: it may be closed more than once`, async (t) => {
		const storage = await make(t);
		storage.write(Uint8Array.of(1), 0);
		t.notThrows(() => storage.close());
		t.notThrows(() => storage.close());
	});
}
