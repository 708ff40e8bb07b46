import test, { type ExecutionContext } from "ava";
import { FileStorage } from "../../lib/outbox/file-storage.js";
import type { BlockStorage, Directory, OutboxOptions } from "../../lib/outbox/index.js";
import type { Outbox } from "../../lib/outbox/outbox.js";
import { RamStorage } from "../../lib/outbox/ram-storage.js";
import { Disk, Flash } from "./disk.js";
import { type BadBlock, blockFaults, Flaky } from "./model/flaky.js";
import { LocalService } from "./model/local-service.js";
import { openOutbox as open } from "./open.js";
import { watchedBlocks, watchedFiles } from "./watched.js";

const blockLength = 512;
const blocks = 6;
const readings = 300;

/** A flash of which a block is bad from now on. */
function withBad(flash: Flash, block: number, fault: BadBlock["fault"]): Flaky {
	return new Flaky(flash, [{ block, fault, at: 6, bit: 2 }]);
}

function flashOf(count: number): Flash {
	return new Flash(new Uint8Array(count * blockLength).fill(255), blockLength);
}

for (const count of [1, 40]) {
	test(`one fallen bit in the blank rest, with ${count} readings put before: at most the next put is refused, nothing else is lost`, async (t) => {
		const service = new LocalService();
		const template = flashOf(4);
		const outbox = open(template, service);
		for (let value = 0; value < count; value++)
			t.true(outbox.put({ sensor: "t", value }).stored);
		const block = newestBlock(template.bytes);
		let blank = (block + 1) * blockLength;
		while (template.bytes[blank - 1] === 255)
			blank--;
		for (let bit = blank * 8; bit < (block + 1) * blockLength * 8; bit++) {
			const own = new LocalService();
			const flash = new Flash(template.bytes, blockLength);
			const other = open(flash, own);
			const { pending } = other;
			flash.bytes[bit >> 3] &= ~(1 << (bit & 7));
			const results = Array.from({ length: 12 }, (_, value) => other.put({ sensor: "u", value }));
			const refused = results.filter(({ stored }) => !stored);
			// In the first row of what is written it is seen before; in others when it is read back.
			t.true(refused.length <= ((bit >> 3) < blank + 16 ? 0 : 1), `bit ${bit}: ${refused.length}`);
			for (const { error } of refused)
				t.is(error, "the storage does not keep what is written", `bit ${bit}`);
			const { dropped } = other.stats();
			t.like(await other.flush(), { delivered: pending + 12 - refused.length - dropped, left: 0, error: "" }, `bit ${bit}`);
			t.is(other.stats().damaged, 0, `bit ${bit}`);
			other.close();
		}
	});
}

/** The block whose generation is the highest, by its header. */
function newestBlock(bytes: Uint8Array): number {
	const words = new Uint32Array(bytes.slice().buffer);
	let newest = 0;
	for (let block = 1; block < bytes.length / blockLength; block++) {
		const of = (which: number): number => words[which * blockLength / 4 + 3] === 0xffffffff ? 0 : words[which * blockLength / 4 + 3];
		newest = of(block) > of(newest) ? block : newest;
	}
	return newest;
}

test("where no other block can be read, one that can't be read in the middle is not given up: its readings are delivered later", async (t) => {
	const service = new LocalService();
	let isAway = false;
	const flash = flashOf(2);
	const outbox = open(watchedBlocks(flash, (operation, at) => {
		if (isAway && operation === "read" && at !== newestBlock(flash.bytes) * blockLength)
			throw new Error("EIO");
	}), service);
	for (let value = 0; value < 3; value++)
		t.true(outbox.put({ sensor: "t", value }).stored);
	isAway = true;
	for (let time = 0; time < 3; time++)
		t.like(await outbox.flush(), { delivered: 0, dropped: 0, left: 3 });
	isAway = false;
	t.like(await outbox.flush(), { delivered: 3, dropped: 0, left: 0, error: "" });
	t.like(outbox.stats(), { badBlocks: 0, damaged: 0 });
	outbox.close();
});

test("raw flash on an encrypted partition, where what is erased reads as noise: each put is refused with the reason, and nothing is written", (t) => {
	const flash = flashOf(4);
	const read = flash.read.bind(flash);
	flash.read = (target, at) => {
		read(target, at);
		for (const [index, byte] of target.entries())
			target[index] = byte ^ (at + index) * 31;
	};
	const outbox = open(flash, new LocalService());
	for (let value = 0; value < 5; value++)
		t.deepEqual(outbox.put({ sensor: "t", value }), { id: "", stored: false, error: "erased storage does not read as 255: is its partition encrypted?" });
	t.is(outbox.pending, 0);
	t.like(outbox.stats(), { stored: 0, writes: 0 });
	t.true(flash.bytes.every((byte) => byte === 255));
	outbox.close();
});

test("new FileStorage throws for wrong options only; what the directory throws is told by the calls", async (t) => {
	const fails = (): never => {
		throw new Error("EIO");
	};
	const storage = new FileStorage({ directory: { openFile: fails, status: fails } });
	const outbox = open(storage, new LocalService());
	t.like(outbox.put({ sensor: "t", value: 1 }), { stored: false, error: "EIO" });
	t.is((await outbox.flush()).error, "EIO");
	t.throws(() => new FileStorage({} as never), { instanceOf: TypeError, message: "directory is required" });
});

for (const fault of blockFaults.slice(1)) {
	for (const bad of [0, 1, 4]) {
		test(`block ${bad} of ${blocks} is ${fault}: all readings are stored and delivered, over restarts`, async (t) => {
			const service = new LocalService();
			const flash = flashOf(blocks);
			// What an earlier firmware has left: it does not read as erased.
			if (fault === "never erased")
				flash.bytes.fill(0x55, bad * blockLength, (bad + 1) * blockLength);
			let erases = 0;
			const storage = watchedBlocks(withBad(flash, bad, fault), (operation, at) => {
				erases += operation === "erase" && at === bad * blockLength ? 1 : 0;
			});
			let starts = 0;
			for (let value = 0; value < readings; starts++) {
				storage.user = undefined;
				const outbox = open(storage, service);
				for (const end = value + 20; value < end; value++)
					t.deepEqual(outbox.put({ sensor: "t", value }).error, "", `reading ${value}`);
				t.like(await outbox.flush(), { left: 0, error: "" });
				t.like(outbox.stats(), { dropped: 0, damaged: 0, refused: 0 });
				outbox.close();
			}
			t.is(service.records().size, readings);
			// Each start tries it so often before it goes on without it.
			if (fault === "never erased" || fault === "not erasable")
				t.true(erases <= 16 * starts, `${erases} erases of the bad block in ${starts} starts`);
		});
	}
}

test("a block that can't be erased is counted, and tried again by the next start", (t) => {
	const flash = flashOf(blocks);
	const outbox = open(withBad(flash, 2, "not erasable"), new LocalService());
	for (let value = 0; value < 20; value++)
		t.true(outbox.put({ sensor: "t", value }).stored);
	t.is(outbox.stats().badBlocks, 1);
	outbox.close();
	const next = open(flash, new LocalService());
	t.is(next.pending, 20);
	// It is tried again.
	t.is(next.stats().badBlocks, 0);
});

// A header lists bad blocks by a byte each, and 255 is no block.
for (const many of [255, 256, 257, 1000]) {
	test(`${many} blocks: none is taken for a bad one at later starts, and all readings are delivered`, async (t) => {
		const service = new LocalService();
		const flash = flashOf(many);
		for (let start = 0; start < 4; start++) {
			const outbox = open(flash, service);
			for (let value = 0; value < 30; value++)
				t.true(outbox.put({ sensor: "t", value }).stored);
			t.like(await outbox.flush(), { delivered: 30, left: 0, error: "" });
			t.is(outbox.stats().badBlocks, 0);
			outbox.close();
		}
		t.is(service.records().size, 120);
	});
}

for (let bad = 0; bad < blocks; bad++) {
	test(`block ${bad} can't be read any more: the others are delivered, and puts go on`, async (t) => {
		const service = new LocalService();
		const flash = flashOf(blocks);
		let outbox = open(flash, service);
		const ids = Array.from({ length: 20 }, (_, value) => outbox.put({ sensor: "t", value }).id);
		outbox.close();
		const block = Buffer.from(flash.bytes.subarray(bad * blockLength, (bad + 1) * blockLength)).toString("latin1");
		const held = ids.filter((id) => block.includes(id)).length;
		const error = "readings can't be read from the storage: EIO: the block is unreadable";
		outbox = open(withBad(flash, bad, "unreadable"), service);
		for (let value = 20; value < 60; value++) {
			t.true(outbox.put({ sensor: "t", value }).stored);
			if (value % 10 === 0)
				t.like(await outbox.flush(), { error });
		}
		// What it may hold stays, is pending, and is told.
		t.true((await outbox.flush()).left >= 1);
		t.like(outbox.stats(), { badBlocks: 1, damaged: 0 });
		const arrived = service.records();
		t.deepEqual(ids.filter((id) => !arrived.has(id) && !block.includes(id)), []);
		t.is(arrived.size, 60 - held);
		outbox.close();
		// Another start fails at it, and the next gives it up.
		for (const { damaged, left } of [{ damaged: 0, left: 1 }, { damaged: 1, left: 0 }, { damaged: 0, left: 0 }]) {
			outbox = open(withBad(flash, bad, "unreadable"), service);
			for (let value = 0; value < 20; value++) {
				t.true(outbox.put({ sensor: "u", value }).stored);
				// Room that readings need which wait would be a reason to give it up earlier.
				t.like(await outbox.flush(), { left });
			}
			t.like(outbox.stats(), { badBlocks: 1, damaged });
			outbox.close();
		}
	});
}

/** The files of a disk, where a write fails as littlefs' does for want of room while `isFull` says so. It is asked once a write. */
function roomIn(disk: Disk, isFull: () => boolean): Directory {
	return watchedFiles(disk, (operation) => {
		if (operation === "write" && isFull())
			throw new Error("LFS ERR -28");
	});
}

for (const whenFull of ["drop-oldest", "refuse-newest"] as const) {
	test(`a file system that is full at any write costs no block: once there is room, puts go on, ${whenFull}`, async (t) => {
		// Each write of a life is the first for which there is no room, until there is none that meets it.
		for (let first = 0, met = true; met; first++) {
			const service = new LocalService();
			const disk = new Disk();
			let writes = 0;
			let isFull = false;
			met = false;
			const directory = roomIn(disk, () => {
				isFull ||= writes++ === first;
				met ||= isFull;
				return isFull;
			});
			const outbox = open(new FileStorage({ directory, blocks: 4, blockLength }), service, { whenFull });
			for (let value = 0; value < 12; value++) {
				outbox.put({ sensor: "t", value });
				if (value % 4 === 3)
					await outbox.flush();
			}
			isFull = false;
			writes = Infinity;
			const again = `full from write ${first} on`;
			for (let value = 12; value < 30; value++) {
				const { error } = outbox.put({ sensor: "t", value });
				t.is(error, "", again);
				if (value % 6 === 5)
					t.like(await outbox.flush(), { left: 0, error: "" }, again);
			}
			t.like(outbox.stats(), { badBlocks: 0, damaged: 0 }, again);
			t.is(service.records().size, outbox.stats().stored - outbox.stats().dropped, again);
			outbox.close();
		}
	});
}

test("a file system with room for one file stores each reading, dropping those in it when it is full", async (t) => {
	const service = new LocalService();
	const disk = new Disk();
	const directory = watchedFiles(disk, (operation, path) => {
		if (operation === "write" && [...disk.files].some(([other, { length }]) => other !== path && length > 0))
			throw new Error("LFS ERR -28");
	});
	const outbox = open(new FileStorage({ directory, blocks: 4, blockLength }), service);
	for (let value = 0; value < 60; value++) {
		t.is(outbox.put({ sensor: "t", value }).error, "", `reading ${value}`);
		if (value > 30 && value % 4 === 0)
			t.like(await outbox.flush(), { left: 0, error: "" });
	}
	t.like(await outbox.flush(), { left: 0, error: "" });
	const { badBlocks, damaged, dropped } = outbox.stats();
	t.deepEqual({ badBlocks, damaged, arrived: service.records().size }, { badBlocks: 0, damaged: 0, arrived: 60 - dropped });
	outbox.close();
	const next = open(new FileStorage({ directory, blocks: 4, blockLength }), service);
	t.is(next.pending, 0);
	next.close();
});

/** An outbox that has filled a file system with room for so many files, of which those of `bad` can't be erased while `isBad`. */
function openFull(room: number, bad: (path: string) => boolean, fault: "throws" | "is full" | "does nothing", options: Partial<OutboxOptions>) {
	const service = new LocalService();
	const disk = new Disk();
	const state = { isBad: false };
	const directory = roomIn(disk, () => [...disk.files.values()].filter(({ length }) => length > 0).length > room);
	const openFile = directory.openFile.bind(directory);
	directory.openFile = (how) => {
		const file = openFile(how);
		return {
			...file,
			setSize(length) {
				if (!state.isBad || !bad(how.path))
					file.setSize(length);
				else if (fault !== "does nothing")
					throw new Error(fault === "throws" ? "EIO" : "LFS ERR -28");
			}
		};
	};
	const outbox = open(new FileStorage({ directory, blocks: 8, blockLength }), service, options);
	while (outbox.put({ sensor: "t", value: 0 }).stored && outbox.stats().dropped === 0);
	state.isBad = true;
	return { outbox, service, state };
}

for (const fault of ["throws", "is full", "does nothing"] as const) {
	// One that says that it is full is tried first again and again.
	for (const path of fault === "is full" ? [] : ["outbox0", "outbox1", "outbox2"]) {
		for (const whenFull of ["drop-oldest", "refuse-newest"] as const) {
			test(`a full file system, where to erase ${path} ${fault}: each put finds room in the others, ${whenFull}`, async (t) => {
				const { outbox, service, state } = openFull(3, (each) => each === path, fault, { whenFull });
				for (let value = 1; value <= 120; value++) {
					// Others take no more than what has been delivered.
					if (whenFull === "refuse-newest" && value % 6 === 1)
						t.like(await outbox.flush(), { left: 0, error: "" });
					t.is(outbox.put({ sensor: "t", value }).error, "", `reading ${value}`);
					state.isBad = value < 60;
				}
				t.like(await outbox.flush(), { left: 0, error: "" });
				const { badBlocks, dropped, stored } = outbox.stats();
				t.is(service.records().size, stored - dropped);
				// It is tried again for want of others.
				t.is(badBlocks, whenFull === "drop-oldest" ? 0 : 1);
				outbox.close();
			});
		}
	}

	test(`a full file system, where to erase any file ${fault}: no more than three of them are dropped, and puts go on when it works again`, async (t) => {
		const { outbox, service, state } = openFull(6, () => true, fault, {});
		for (let value = 1; value <= 60; value++)
			outbox.put({ sensor: "t", value });
		t.true(outbox.pending >= 2 * 6, `${outbox.pending} pending`);
		state.isBad = false;
		for (let value = 1; value <= 60; value++)
			t.is(outbox.put({ sensor: "t", value }).error, "");
		t.like(await outbox.flush(), { left: 0, error: "" });
		const { badBlocks, dropped, stored } = outbox.stats();
		t.is(service.records().size, stored - dropped);
		t.is(badBlocks, 0);
		outbox.close();
	});
}

test("a full file system, where no file can be erased again and again: puts go on each time that it works", async (t) => {
	const { outbox, service, state } = openFull(3, () => true, "does nothing", {});
	for (let period = 0; period < 6; period++) {
		state.isBad = true;
		for (let value = 1; value <= 60; value++)
			outbox.put({ sensor: "t", value });
		state.isBad = false;
		for (let value = 1; value <= 60; value++)
			t.is(outbox.put({ sensor: "t", value }).error, "", `period ${period}, reading ${value}`);
		t.like(await outbox.flush(), { left: 0, error: "" });
	}
	const { dropped, stored } = outbox.stats();
	t.is(service.records().size, stored - dropped);
	outbox.close();
});

test("a file system with no room for another file when the outbox starts costs no block", (t) => {
	const disk = new Disk();
	let isFull = false;
	const directory = watchedFiles(disk, (_, __, mode) => {
		if (isFull && mode === "w+")
			throw new Error("LFS ERR -28");
	});
	let value = 0;
	for (const blocks of [2, 4, 5]) {
		isFull = blocks === 4;
		const outbox = open(new FileStorage({ directory, blocks, blockLength }), new LocalService());
		t.is(outbox.pending, value);
		t.is(outbox.put({ sensor: "t", value: value++ }).error, "");
		t.is(outbox.stats().badBlocks, 0);
		outbox.close();
	}
});

/** An outbox on a file system with room for two files, whose client learns the time with each answer. */
function openInTwoFiles(failsAt: number, isDone: boolean): { outbox: Outbox; forget(): void; met(): boolean } {
	const service = new LocalService();
	const disk = new Disk();
	let writes = 0;
	// As on littlefs, each write needs room for one file more.
	const directory = roomIn(disk, () => [...disk.files.values()].filter(({ length }) => length > 0).length > 1);
	const openFile = directory.openFile.bind(directory);
	directory.openFile = (options) => {
		const file = openFile(options);
		return {
			...file,
			write: (data, position) => {
				const fails = writes++ === failsAt;
				if (isDone || !fails)
					file.write(data, position);
				if (fails)
					throw new Error("EIO");
			}
		};
	};
	let now = -1;
	const client: OutboxOptions["client"] = {
		now: () => now,
		sendEx: (method, path, body) => {
			now = Date.UTC(2026, 0, 1);
			return service.carrier(method, path, body);
		}
	};
	const outbox = open(new FileStorage({ directory, blocks: 4, blockLength: 256 }), service, { client, stamp: "taken" });
	return { outbox, forget: () => void (now = -1), met: () => writes > failsAt };
}

for (const flushes of [1, 3]) {
	test(`a file system with room for two files stores each reading, dropping the oldest, with a flush after ${flushes}, also where a write fails`, async (t) => {
		// No write fails, and then each, before it is done and behind it.
		for (let failsAt = -1, met = true; met; failsAt++) {
			for (const isDone of [false, true]) {
				const { forget, outbox, ...writes } = openInTwoFiles(failsAt, isDone);
				for (let value = 0; value < 40; value++) {
					// So that there is an anchor to write whenever the time is learned.
					forget();
					t.is(outbox.put({ sensor: "t", value, filler: "x".repeat(value * 7 % 28) }).error, "", `reading ${value}, write ${failsAt} fails`);
					if (value % flushes === 0)
						await outbox.flush();
				}
				t.true(outbox.stats().badBlocks <= (failsAt < 0 ? 0 : 1));
				met = writes.met();
				outbox.close();
			}
		}
	});
}

/** The storage is filled behind a reading that is refused, and the others are delivered. */
async function expectSettled(t: ExecutionContext, outbox: Outbox, put: (value: number) => boolean): Promise<void> {
	let value = 3;
	while (put(value))
		value++;
	for (let rounds = 0; rounds < 5 && outbox.pending > 0; rounds++) {
		await outbox.flush();
		put(++value);
	}
	t.like(await outbox.flush(), { left: 0, error: "" });
	t.is(outbox.stats().rejected, 1);
	t.true(put(++value), "and puts go on");
}

test("where a file system is full, a reading that is refused without a reason holds the others up no longer", async (t) => {
	const service = new LocalService();
	const disk = new Disk();
	const directory = roomIn(disk, () => [...disk.files.values()].filter(({ length }) => length > 0).length > 2);
	const outbox = open(new FileStorage({ directory, blocks: 8, blockLength }), service, { whenFull: "refuse-newest" });
	const put = (value: number): boolean => outbox.put({ sensor: "t", value }).stored;
	t.true(put(1));
	await outbox.flush();
	t.true(outbox.put({ device: service.sensors.foreignDevice, value: 2 }).stored);
	await expectSettled(t, outbox, put);
	outbox.close();
});

test("a reading that was written twice counts once, also when what revokes the first is damaged", async (t) => {
	let fails = false;
	const flash = flashOf(4);
	const write = flash.write.bind(flash);
	flash.write = (data, at) => {
		write(data, at);
		if (fails) {
			fails = false;
			throw new Error("EIO");
		}
	};
	const outbox = open(flash, new LocalService());
	// So many that the header of the block says that nothing is revoked in it.
	for (let value = 0; value < 20; value++) {
		t.true(outbox.put({ sensor: "t", value }).stored);
		if (value === 14)
			t.like(await outbox.flush(), { left: 0, error: "" });
	}
	fails = true;
	const { id } = outbox.put({ sensor: "t", value: 20 });
	outbox.close();
	const places = [...Buffer.from(flash.bytes).toString("latin1").matchAll(new RegExp(id, "g"))].map(({ index }) => index);
	t.is(places.length, 2);
	// The header is between the two: it is as long as a block's first.
	const end = places[1] - 23;
	for (let at = end - 32; at < end; at++) {
		const damaged = new Flash(flash.bytes, blockLength);
		damaged.bytes[at] ^= 8;
		const service = new LocalService();
		const next = open(damaged, service);
		t.is(next.pending, 6, `byte ${at}`);
		t.like(await next.flush(), { delivered: 6, left: 0, error: "" }, `byte ${at}`);
		t.is(service.records().size, 6, `byte ${at}`);
		next.close();
	}
});

test("a storage whose isFull throws has put say what its write has thrown", (t) => {
	const storage = watchedBlocks(new RamStorage(4 * blockLength, blockLength), (operation) => {
		if (operation === "write")
			throw new Error("ENOSPC");
	}) as BlockStorage & { isFull(): boolean };
	storage.isFull = () => {
		throw new Error("oops");
	};
	const outbox = open(storage, new LocalService(), { whenFull: "refuse-newest" });
	t.deepEqual(outbox.put({ sensor: "t", value: 1 }), { id: "", stored: false, error: "ENOSPC" });
	t.is(outbox.stats().refused, 1);
	outbox.close();
});
