import test, { type ExecutionContext } from "ava";
import { FileStorage } from "../../lib/outbox/file-storage.js";
import { Disk, Flash, type Image } from "./damage/disk.js";
import { goOn, live, type Moment, type Outcome } from "./damage/history.js";

const blockLength = 512;
const blocks = 8;
/** What is in front of a reading's text, and what may fill its last bytes up: not the text's, but the reading's. */
const front = 64;
const back = 16;

interface Snapshot extends Moment {
	readonly image: Image;
}

const moments: Snapshot[] = [];

const storageOn = (disk: Disk): FileStorage => new FileStorage({ directory: disk, blocks, blockLength });

test.before(async () => {
	const disk = new Disk();
	await live(storageOn(disk), (moment) => moments.push({ ...moment, image: disk.image }));
});

const last = (): Snapshot => moments[moments.length - 1];
const pendingOf = ({ delivered, put }: Moment): string[] => [...put.keys()].filter((id) => !delivered.has(id));
const latin = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1");

/** Where the text of a reading is: the file, and its first and last byte but for the braces. */
function placeOf({ image, put }: Snapshot, id: string): { path: string; from: number; to: number } {
	const text = latin(Buffer.from(put.get(id)!)).slice(1, -1);
	for (const [path, bytes] of image) {
		const from = latin(bytes).indexOf(text);
		if (from >= 0)
			return { path, from, to: from + text.length };
	}
	throw new Error(`reading ${id} is nowhere`);
}

/** The file that was written last: the one with the newest reading. */
function newestOf(snapshot: Snapshot): string {
	return placeOf(snapshot, [...snapshot.put.keys()].pop()!).path;
}

const lostOf = (moment: Moment, { arrived }: Outcome): string[] => pendingOf(moment).filter((id) => !arrived.has(id));

/** Starts on damaged files. Only readings that were hit may be lost, and they are counted. Returns how many are. */
async function damage(t: ExecutionContext, what: string, snapshot: Snapshot, image: Image, isHit: (id: string) => boolean, counted: (id: string) => boolean = () => true): Promise<number> {
	const outcome = await goOn(storageOn(new Disk(image)), snapshot);
	const lost = lostOf(snapshot, outcome);
	const collateral = lost.filter((id) => !isHit(id));
	if (outcome.fault !== "")
		t.fail(`${what}: ${outcome.fault}`);
	if (collateral.length > 0)
		t.fail(`${what}: ${collateral.length} lost that were not hit`);
	const must = lost.filter(counted).length;
	if (outcome.stats.damaged < must)
		t.fail(`${what}: ${outcome.stats.damaged} damaged, but ${must} are lost`);
	return lost.length;
}

function changed(image: Image, path: string, change: (bytes: Uint8Array) => Uint8Array | undefined): Image {
	const result = new Map(image);
	const bytes = change(image.get(path)!.slice());
	if (bytes === undefined)
		result.delete(path);
	else
		result.set(path, bytes);
	return result;
}

test("without damage everything arrives and nothing is counted", async (t) => {
	for (const [at, moment] of moments.entries()) {
		const outcome = await goOn(storageOn(new Disk(moment.image)), moment);
		t.deepEqual([outcome.fault, lostOf(moment, outcome).length, outcome.stats.damaged], ["", 0, 0], `moment ${at}`);
	}
	t.true(pendingOf(last()).length > 4);
	t.true(last().delivered.size > 20);
});

test("each bit flipped: only the reading whose bytes it is in may be lost, and is counted", async (t) => {
	const length = blocks * blockLength;
	const flashOf = (image: Image): Uint8Array => {
		const bytes = new Uint8Array(length).fill(255);
		for (const [path, content] of image)
			bytes.set(content, Number(path.slice(6)) * blockLength);
		return bytes;
	};
	let hits = 0;
	for (const snapshot of [moments[2], moments[7], last()]) {
		const bytes = flashOf(snapshot.image);
		const places = new Map(pendingOf(snapshot).map((id) => {
			const { from, path, to } = placeOf(snapshot, id);
			const start = Number(path.slice(6)) * blockLength;
			return [id, { from: start + from - front, to: start + to + back }];
		}));
		for (let bit = 0; bit < length * 8; bit++) {
			bytes[bit >> 3] ^= 1 << (bit & 7);
			const flash = new Flash(bytes, blockLength);
			bytes[bit >> 3] ^= 1 << (bit & 7);
			const outcome = await goOn(flash, snapshot);
			const lost = lostOf(snapshot, outcome);
			hits += lost.length;
			const collateral = lost.filter((id) => bit >> 3 < places.get(id)!.from || bit >> 3 > places.get(id)!.to);
			const what = `bit ${bit & 7} of byte ${(bit >> 3) % blockLength} of block ${Math.floor((bit >> 3) / blockLength)}`;
			if (outcome.fault !== "" || collateral.length > 0 || lost.length > 1 || outcome.stats.damaged < lost.length || outcome.stats.damaged > 1)
				return t.fail(`${what}: ${outcome.fault || `${lost.length} lost, ${collateral.length} not hit, ${outcome.stats.damaged} damaged`}`);
		}
	}
	t.true(hits > 1000, "readings were hit");
});

test("each file truncated at each length", async (t) => {
	const snapshot = last();
	const newest = newestOf(snapshot);
	let lost = 0;
	for (const [path, content] of snapshot.image) {
		for (let length = 0; length < content.length; length++) {
			const image = changed(snapshot.image, path, (bytes) => bytes.subarray(0, length));
			lost += await damage(t, `${path} cut at ${length}`, snapshot, image, (id) => {
				const place = placeOf(snapshot, id);
				return place.path === path && place.to + back >= length;
			}, () => path !== newest);
		}
	}
	t.true(lost > 0);
});

const fates: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array | undefined>> = {
	zeroed: (bytes) => bytes.fill(0),
	emptied: () => new Uint8Array(0),
	deleted: () => undefined,
	lengthened: (bytes) => Buffer.concat([bytes, new Uint8Array(2000).fill(7)]),
	"filled with noise": (bytes) => bytes.map((_, at) => at * 1103515245 >>> 7)
};

for (const [fate, change] of Object.entries(fates)) {
	test(`each file ${fate}, at each moment`, async (t) => {
		for (const [at, snapshot] of moments.entries()) {
			for (const path of snapshot.image.keys()) {
				const isHit = (id: string): boolean => fate !== "lengthened" && placeOf(snapshot, id).path === path;
				await damage(t, `moment ${at}, ${path} ${fate}`, snapshot, changed(snapshot.image, path, change), isHit, () => path !== newestOf(snapshot));
			}
		}
		t.pass();
	});
}

test("each stretch of 48 bytes zeroed", async (t) => {
	const snapshot = last();
	for (const [path, content] of snapshot.image) {
		for (let from = 0; from < content.length; from += 16) {
			await damage(t, `${path} zeroed from ${from}`, snapshot, changed(snapshot.image, path, (bytes) => bytes.fill(0, from, from + 48)), (id) => {
				const place = placeOf(snapshot, id);
				return place.path === path && place.from - front < from + 48 && place.to + back >= from;
			}, () => path !== newestOf(snapshot));
		}
	}
	t.pass();
});

test("any two files swapped, or one written over another: nothing is lost that is still there", async (t) => {
	for (const [at, snapshot] of moments.entries()) {
		const paths = [...snapshot.image.keys()];
		for (const one of paths) {
			for (const other of paths.filter((path) => path !== one)) {
				const swapped = new Map(snapshot.image).set(one, snapshot.image.get(other)!).set(other, snapshot.image.get(one)!);
				await damage(t, `moment ${at}, ${one} and ${other} swapped`, snapshot, swapped, () => false);
				const over = new Map(snapshot.image).set(other, snapshot.image.get(one)!);
				await damage(t, `moment ${at}, ${one} over ${other}`, snapshot, over, (id) => placeOf(snapshot, id).path === other, () => other !== newestOf(snapshot));
			}
		}
	}
	t.pass();
});

test("each file exchanged for an older copy of it", async (t) => {
	const snapshot = last();
	for (const [at, { image }] of moments.entries()) {
		for (const [path, copy] of image) {
			const older = new Map(snapshot.image).set(path, copy);
			await damage(t, `${path} of moment ${at}`, snapshot, older, (id) => {
				const place = placeOf(snapshot, id);
				return place.path === path && !latin(copy).includes(latin(snapshot.image.get(path)!.subarray(place.from, place.to)));
			}, () => path !== newestOf(snapshot));
			// And the copy in the place of another.
			for (const other of snapshot.image.keys()) {
				const over = new Map(snapshot.image).set(other, copy);
				await damage(t, `${path} of moment ${at} over ${other}`, snapshot, over, (id) => placeOf(snapshot, id).path === other, () => other !== newestOf(snapshot));
			}
		}
	}
	t.pass();
});

test("all files rolled back to an older moment: no id is given twice, no delivered record overwritten", async (t) => {
	const { delivered, put } = last();
	for (const [at, { image }] of moments.entries())
		t.is((await goOn(storageOn(new Disk(image)), { delivered, put })).fault, "", `moment ${at}`);
	t.is((await goOn(storageOn(new Disk()), { delivered, put })).fault, "", "erased");
});
