import { createCipheriv, createDecipheriv } from "node:crypto";
import test from "ava";
import { Outbox } from "records-client/outbox";
import type { BlockStorage } from "../../lib/outbox/index.js";
import { NorFlash } from "../../tools/flash/nor-flash.js";
import { Random } from "../../tools/random.js";
import { LocalService } from "./model/local-service.js";

const geometry = { blockLength: 4096, blocks: 4, writeAlign: 16 };
const reading = '{"sensor":"temperature","value":21.4}';
const refused = "erased storage does not read as 255: is its partition encrypted?";
/** Bytes that AES takes at once. */
const ROW = 16;

/** A flash behind AES, as an ESP32's flash encryption: each row has a key stream of its own, and what is erased is decrypted, too. */
class EncryptedFlash implements BlockStorage {
	readonly flash = new NorFlash({ ...geometry, random: new Random(1) });
	readonly #key = Buffer.alloc(32, 7);

	status(): ReturnType<NorFlash["status"]> {
		return this.flash.status();
	}

	read(target: Uint8Array, byteOffset: number): number {
		const from = byteOffset - byteOffset % ROW;
		const rows = new Uint8Array(Math.ceil((byteOffset + target.length - from) / ROW) * ROW);
		this.flash.read(rows, from);
		for (let row = 0; row < rows.length; row += ROW)
			rows.set(this.#tweak(createDecipheriv("aes-256-ecb", this.#key, null).setAutoPadding(false).update(rows.subarray(row, row + ROW)), from + row), row);
		target.set(rows.subarray(byteOffset - from, byteOffset - from + target.length));
		return target.length;
	}

	write(data: Uint8Array, byteOffset: number): void {
		const rows = new Uint8Array(data.length);
		for (let row = 0; row < rows.length; row += ROW)
			rows.set(createCipheriv("aes-256-ecb", this.#key, null).update(this.#tweak(data.slice(row, row + ROW), byteOffset + row)), row);
		this.flash.write(rows, byteOffset);
	}

	eraseBlock(block: number): void {
		this.flash.eraseBlock(block);
	}

	close(): void {
		this.flash.close();
	}

	/** Exclusive or with the row's address. */
	#tweak(row: Uint8Array, address: number): Uint8Array {
		new DataView(row.buffer, row.byteOffset).setUint32(0, new DataView(row.buffer, row.byteOffset).getUint32(0) ^ address);
		return row;
	}
}

function open(storage: BlockStorage): Outbox {
	return new Outbox({ client: { sendEx: new LocalService().carrier }, collection: "readings", storage, limits: { age: 3_600_000, count: 1000 } });
}

test("raw flash on an encrypted partition: each put is refused with the reason, and nothing is written", (t) => {
	const storage = new EncryptedFlash();
	const outbox = open(storage);
	for (let count = 0; count < 5; count++) {
		const { error, stored } = outbox.put(reading);
		t.deepEqual({ error, stored }, { error: refused, stored: false });
	}
	t.deepEqual([outbox.pending, outbox.stats().stored, storage.flash.writes], [0, 0, 0]);
	outbox.close();
});
