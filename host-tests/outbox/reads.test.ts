/** What an outbox reads of its storage, and what one read that goes wrong changes: reads are what a delivery is made of. */
import test from "ava";
import { Flash } from "./disk.js";
import { LocalService } from "./model/local-service.js";
import { openOutbox } from "./open.js";

/** The most reads of flash that the delivery of a reading takes, and of one of which a request has one or two. */
const MOST = 3, MOST_OF_LONG = 7;
/** Bytes of the shortest of those. */
const LONG = 1289;

/** A flash that counts its reads, and may spoil one of them. */
class ReadFlash extends Flash {
	reads = 0;
	/** Turns a bit in what is read; the flash stays as it is. */
	spoil: ((target: Uint8Array, read: number) => void) | undefined;

	constructor(blocks: number, blockLength = 4096) {
		super(new Uint8Array(blocks * blockLength).fill(255), blockLength);
	}

	override read(target: Uint8Array, at: number): void {
		super.read(target, at);
		this.spoil?.(target, this.reads);
		this.reads++;
	}
}

/** JSON text of so many bytes. */
function readingOf(length: number, value: number): string {
	const text = `{"sensor":"t","value":${value}`;
	return length < text.length + 7 ? `${text}}` : `${text},"x":"${"-".repeat(length - text.length - 7)}"}`;
}

/** Reads of flash a reading, where so many of a length wait. @param refused which of them the service refuses without a reason */
async function readsOf(length: number, count: number, refused?: number): Promise<number> {
	const service = new LocalService();
	const flash = new ReadFlash(Math.ceil(count / Math.floor(4000 / (length + 64))) + 3);
	const outbox = openOutbox(flash, service, { limits: { reading: 2100, count: 100_000 } });
	for (let value = 0; value < count; value++) {
		const { error } = outbox.put(value === refused ? { device: service.sensors.foreignDevice, value } : readingOf(length, value));
		if (error !== "")
			throw new Error(error);
	}
	flash.reads = 0;
	await outbox.flush();
	const { delivered } = outbox.stats();
	outbox.close();
	if (refused === undefined && delivered !== count)
		throw new Error(`${delivered} delivered of ${count}`);
	return flash.reads / count;
}

test("a delivery takes three reads of flash a reading at most, beside three, and seven of a long one", async (t) => {
	const dear: string[] = [];
	for (let length = 30; length <= 2000; length++) {
		const reads = await readsOf(length, 60);
		if (reads > (length < LONG ? MOST : MOST_OF_LONG) + 3 / 60)
			dear.push(`${length} bytes: ${reads.toFixed(2)}`);
	}
	t.deepEqual(dear, []);
});

for (const count of [1, 2, 3, 10, 100, 1000, 5000]) {
	test(`a delivery of ${count} readings takes three reads of flash a reading at most, beside three`, async (t) => {
		t.true(await readsOf(90, count) <= MOST + 3 / count);
	});
}

for (const count of [100, 2500, 5000]) {
	for (const refused of [0, 40]) {
		test(`with reading ${refused} of ${count} refused without a reason, a delivery takes three reads of flash a reading at most`, async (t) => {
			const reads = await readsOf(90, count, refused);
			t.true(reads <= MOST, `${reads}`);
		});
	}
}

test("one wrong bit in one read of a flash that is whole loses nothing, and changes nothing that is sent", async (t) => {
	const template = new ReadFlash(4, 512);
	const ids: string[] = [];
	const put = openOutbox(template, new LocalService());
	for (let value = 0; value < 8; value++)
		ids.push(put.put(readingOf(40 + value * 5, value)).id);
	put.close();
	const run = async (spoil?: (target: Uint8Array, read: number) => void) => {
		const service = new LocalService();
		const flash = new ReadFlash(4, 512);
		flash.bytes.set(template.bytes);
		flash.spoil = spoil;
		const outbox = openOutbox(flash, service);
		const { error, left } = await outbox.flush();
		const { damaged, delivered } = outbox.stats();
		const records = service.records();
		outbox.close();
		return { reads: flash.reads, error, left, damaged, delivered, records };
	};
	const whole = await run();
	t.like(whole, { error: "", left: 0, damaged: 0, delivered: 8 });
	const wrong: string[] = [];
	for (let read = 0; read < whole.reads; read++) {
		for (let bit = 0; bit < 8 * 128; bit += 5) {
			const { damaged, error, left, records } = await run((target, at) => {
				if (at === read && bit >> 3 < target.length)
					target[bit >> 3] ^= 1 << (bit & 7);
			});
			if (error !== "" || left > 0 || damaged > 0 || ids.some((id) => records.get(id) !== whole.records.get(id)) || records.size !== 8)
				wrong.push(`bit ${bit} of read ${read}: ${records.size} there, ${damaged} damaged ${error}`);
		}
	}
	t.deepEqual(wrong, []);
});
