/** The image whose NVS is full, damaged or worn out: it starts, logs in, delivers each reading once, and says when it can't store a token. */
import { open, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import type { Service } from "../../service/launcher.js";
import { madeIn, seen } from "../../tools/moddable/emulator-app.js";
import { type Partition, partitionsOf } from "../../tools/moddable/flash-image.js";
import { Random } from "../../tools/random.js";
import { buildFlash, conclude, type Emulator, faultOf, keep, runTold, withService } from "./emulator-image.js";
import { readingFaults } from "./stored-readings.js";

/** Starts with damaged NVS, beside the kinds of damage that are tried once each. */
const randomRounds = 36;
/** Bits flipped at most. */
const bitsMaximum = 300;
/** Bytes of a page, and of its head: state, number and which entries are used. */
const PAGE = 0x1000, HEAD = 64;

/** What a start told. */
interface Start {
	readonly hasToken: boolean;
	readonly hasFilled: boolean;
	readonly logins: number;
	readonly notStored: number;
}

/** Starts one image again and again. */
class Device {
	readonly told = new Map<number, string>();
	readonly flash: string;
	readonly #emulator: Emulator;
	readonly #place: string;

	private constructor(emulator: Emulator, place: string, flash: string) {
		this.#emulator = emulator;
		this.#place = place;
		this.flash = flash;
	}

	static async make(emulator: Emulator, place: string, service: Service, mode: string): Promise<Device> {
		const flash = join(emulator.scratch.folder, `${place}-${mode}.flash`);
		await rename(await buildFlash(emulator, "nvs", { baseUrl: seen(service.url), mode }), flash);
		return new Device(emulator, place, flash);
	}

	/** Runs it from power to its closing line. Returns what it told, or what was wrong with it. */
	async start(): Promise<Start | string> {
		let hasToken = false, hasFilled = false;
		const { done, ended } = await runTold(this.#emulator, this.#place, this.flash, this.told, {
			own: /^filled /,
			onLine(line) {
				if (line.startsWith("start "))
					hasToken = line.endsWith(" with token");
				hasFilled ||= line.startsWith("filled ");
			}
		});
		const [, logins, notStored] = /^done left 0 dropped 0 damaged 0 logins (\d+) not stored (\d+) $/.exec(done) ?? [];
		return logins === undefined ? done || faultOf(ended) : { hasToken, hasFilled, logins: Number(logins), notStored: Number(notStored) };
	}
}

/** Runs a group with a service of its own, and reports. @param run returns what it did @param place group */
function runDevices(emulator: Emulator, place: string, run: (service: Service, faults: string[]) => Promise<{ readonly devices: readonly Device[]; readonly done: string }>): Promise<void> {
	return withService(emulator, place, async (service) => {
		const faults: string[] = [];
		const { devices, done } = await run(service, faults);
		const told = new Map(devices.flatMap((device) => [...device.told]));
		faults.push(...await readingFaults(service.url, told));
		if (faults.length > 0)
			faults.push(`the flash is kept as ${(await Promise.all(devices.map(({ flash }, index) => keep(flash, `${place}-${index}`)))).join()}`);
		conclude(emulator, `${place}: ${done}, ${told.size} readings acknowledged on the serial port, each there once`, faults);
	});
}

/** What the starts of an image must tell whose NVS other keys fill (device-tests/emulator/nvs/main.ts has what each does). */
const wantedOfFull: readonly Start[] = [
	{ hasToken: false, hasFilled: true, logins: 1, notStored: 1 },
	{ hasToken: false, hasFilled: false, logins: 1, notStored: 1 },
	{ hasToken: false, hasFilled: false, logins: 1, notStored: 0 },
	// The log-in is the app's. What can't be stored leaves the token that was stored before.
	{ hasToken: true, hasFilled: true, logins: 0, notStored: 1 },
	{ hasToken: true, hasFilled: false, logins: 0, notStored: 0 }
];

export function runFull(emulator: Emulator): Promise<void> {
	return runDevices(emulator, "nvs-full", async (service, faults) => {
		const device = await Device.make(emulator, "nvs-full", service, "full");
		for (const [index, wanted] of wantedOfFull.entries()) {
			const start = await device.start();
			if (JSON.stringify(start) !== JSON.stringify(wanted))
				faults.push(`start ${index + 1}: ${JSON.stringify(start)} instead of ${JSON.stringify(wanted)}`);
		}
		return { devices: [device], done: `${wantedOfFull.length} starts` };
	});
}

/** Changes bytes of NVS. */
type Damage = (nvs: Uint8Array, random: Random) => void;

function randomly(bytes: Uint8Array, random: Random): void {
	for (let at = 0; at < bytes.length; at++)
		bytes[at] = random.below(256);
}

/** One of the pages that hold something. */
function pageOf(nvs: Uint8Array, random: Random): Uint8Array {
	const pages = Array.from({ length: nvs.length / PAGE }, (_, index) => nvs.subarray(PAGE * index, PAGE * (index + 1)));
	const used = pages.filter((page) => page.some((byte) => byte !== 0xff));
	return used[random.below(used.length)] ?? nvs.subarray(0, PAGE);
}

/** One of these a round. */
const damages: Readonly<Record<string, Damage>> = {
	"flipped bits": (nvs, random) => {
		for (let left = 1 + random.below(bitsMaximum); left > 0; left--)
			nvs[random.below(nvs.length)] ^= 1 << random.below(8);
	},
	"a flipped bit of what is stored": (nvs, random) => {
		const used = [...nvs.keys()].filter((at) => at % PAGE >= HEAD && nvs[at] !== 0xff);
		const at = used[random.below(used.length)];
		if (at !== undefined)
			nvs[at] ^= 1 << random.below(8);
	},
	"flipped bits in the heads of pages": (nvs, random) => {
		for (let left = 1 + random.below(8); left > 0; left--)
			pageOf(nvs, random)[random.below(HEAD)] ^= 1 << random.below(8);
	},
	"a page of FF": (nvs, random) => void pageOf(nvs, random).fill(0xff),
	"a page of 00": (nvs, random) => void pageOf(nvs, random).fill(0),
	"a page of random bytes": (nvs, random) => randomly(pageOf(nvs, random), random)
};

/** All of it. */
const wholes: Readonly<Record<string, Damage>> = {
	"all FF": (nvs) => void nvs.fill(0xff),
	"all 00": (nvs) => void nvs.fill(0),
	"all random bytes": randomly
};

async function damage(flash: string, { offset, size }: Partition, change: Damage, random: Random): Promise<void> {
	const file = await open(flash, "r+");
	try {
		const nvs = new Uint8Array(size);
		await file.read(nvs, 0, size, offset);
		change(nvs, random);
		await file.write(nvs, 0, size, offset);
	}
	finally {
		await file.close();
	}
}

export function runWorn(emulator: Emulator): Promise<void> {
	return runDevices(emulator, "nvs-worn", async (service, faults) => {
		const random = new Random();
		emulator.show(`nvs-worn: SEED=${random.seed}`);
		const device = await Device.make(emulator, "nvs-worn", service, "");
		const nvs = partitionsOf(await readFile(join(madeIn(emulator.tools, "nvs"), "partition-table.bin"))).find(({ name }) => name === "nvs");
		if (nvs === undefined)
			throw new Error("the image has no partition nvs");
		const names = Object.keys(damages);
		const all = [...Array.from({ length: randomRounds }, (_, round) => names[round % names.length]), ...Object.keys(wholes)];
		let lost = 0;
		let rounds = 0;
		for (const name of all) {
			// The first stores a token, where the damage has taken it.
			for (const isDamaged of [false, true]) {
				if (isDamaged)
					await damage(device.flash, nvs, damages[name] ?? wholes[name], random);
				const start = await device.start();
				if (typeof start === "string")
					faults.push(`${isDamaged ? "" : "the start behind that with "}${name}: ${start}`);
				else if (start.logins > 1 || !start.hasToken && start.logins === 0)
					faults.push(`${name}: ${JSON.stringify(start)}`);
				else if (isDamaged && !start.hasToken)
					lost++;
			}
			if (faults.length > 0)
				break;
			rounds++;
		}
		const refusing = await Device.make(emulator, "nvs-worn", service, "refusing");
		const start = await refusing.start();
		if (typeof start === "string" || start.logins !== 1 || start.notStored < 1)
			faults.push(`NVS that takes no change: ${JSON.stringify(start)}`);
		return { devices: [device, refusing], done: `SEED=${random.seed}, ${rounds} times damaged, the token lost ${lost} times, and one start with an NVS that takes no change` };
	});
}
