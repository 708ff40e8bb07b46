/** The outbox over the flash of the board in a box, whose power fails again and again: the service ends with each reading once. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Random } from "../../tools/random.js";
import { startService } from "../../service/launcher.js";
import { makeApp, manifestOf, type Simulator } from "./simulator.js";
import { readingFaults, storedReadings } from "./stored-readings.js";

const manifest = manifestOf("board", "outbox");
/** Milliseconds for one start. */
const deadline = 1_800_000;

/** What keeps the readings, and what that means for the flash. */
export interface BoxStorage {
	readonly kind: "flash" | "files";
	/** Of each partition; and files, "" for the default. */
	readonly blocks: number;
	readonly files: string;
	/** Programs and erases that a reading takes, about. */
	readonly operations: number;
	readonly encrypted?: true;
}

/** Times that raw flash is gone round. */
const rounds = 10;

/** What has been done to a partition of the board in a box, since its file was made. */
interface FlashUse {
	readonly programs: number;
	readonly reads: number;
	/** Programs that wanted to set a bit, which flash can't. */
	readonly faults: number;
	/** By block. */
	readonly erases: readonly number[];
}

/** What a run came to. */
export interface BoxOutbox {
	readonly seed: number;
	/** Readings whose put had returned, and those that were there although it had not. */
	readonly readings: number;
	readonly survived: number;
	readonly cuts: number;
	readonly use: FlashUse;
	/** What is not as it should be. */
	readonly faults: readonly string[];
}

/** @param cuts of the power, in an operation of the flash each */
export async function runBoxOutbox(simulator: Simulator, storage: BoxStorage, readings: number, cuts: number): Promise<BoxOutbox> {
	const { blocks, encrypted = false, files, kind, operations } = storage;
	const place = `box-${kind}-${blocks}-${files}-${encrypted}`;
	const service = await startService({ quick: true, data: join(simulator.scratch.folder, place, "service") });
	try {
		const app = await makeApp(simulator, place, manifest, { service: service.url, storage: kind, blocks: files, count: String(readings) });
		const random = new Random();
		simulator.show(`outbox in ${kind}, ${blocks} blocks: SEED=${random.seed}`);
		const told = new Map<number, string>();
		const faults: string[] = [];
		let end = "";
		const take = (line: string): void => {
			const [what, number, id] = line.split(" ");
			if (what === "put")
				told.set(Number(number), id);
			else if (what === "done")
				end = line;
			else if (what !== "pending")
				faults.push(line);
		};
		const most = Math.ceil(2 * operations * readings / (cuts + 1));
		let starts = 0;
		while (end === "" && faults.length === 0) {
			const cut = starts++ < cuts ? 1 + random.below(most) : 0;
			const environment = {
				...process.env, BOARD_BLOCKS: String(blocks), BOARD_CUT: String(cut), BOARD_SEED: String(random.below(0x7fffffff)), BOARD_ENCRYPTED: encrypted ? "1" : ""
			};
			const { how, output } = await app.run({ environment, deadline, onLine: take });
			if (end === "" && how !== "signal SIGKILL")
				faults.push(`ended by itself (${how}): ${output.split("\n").slice(-4).join(" ")}`);
		}
		if (!end.startsWith("done left 0 dropped 0 "))
			faults.push(end);
		faults.push(...await readingFaults(service.url, told));
		const survived = (await storedReadings(service.url)).length - told.size;
		if (survived > starts - 1)
			faults.push(`${survived} readings more than were told`);
		if (starts <= cuts / 2)
			faults.push(`only ${starts - 1} power cuts`);
		const use = await flashUse(app.home, kind === "flash" ? "outbox" : "storage");
		if (kind === "flash" && Math.min(...use.erases) < rounds)
			faults.push(`not ${rounds} times round: ${use.erases.join(" ")}`);
		if (use.faults > 0)
			faults.push(`${use.faults} programs wanted to set a bit`);
		return { seed: random.seed, readings: told.size, survived, cuts: starts - 1, use, faults };
	}
	finally {
		await service.stop();
	}
}

/** Raw flash that encrypts itself can't tell what is erased: a reading must be refused, and nothing else done. Returns what is wrong, "" for nothing. */
export async function refusesEncryptedFlash(simulator: Simulator): Promise<string> {
	const app = await makeApp(simulator, "box-encrypted", manifest, { service: "http://127.0.0.1:9", storage: "flash", count: "1", most: "1" });
	const { output } = await app.run({ environment: { ...process.env, BOARD_ENCRYPTED: "1" }, deadline });
	const { programs } = await flashUse(app.home, "outbox");
	return programs === 0 && output.includes("is its partition encrypted?") ? "" : `an encrypted partition is used, ${programs} programs: ${output}`;
}

/** What a run came to, in a line. */
export function boxOutboxLine({ blocks, encrypted, files, kind }: BoxStorage, { cuts, readings, survived, use }: BoxOutbox): string {
	const worst = Math.max(...use.erases);
	const average = use.erases.reduce((sum, erases) => sum + erases, 0) / blocks;
	const where = kind === "flash" ? "raw flash" : `${files || "10"} files`;
	return `outbox in ${where}, ${blocks} blocks${encrypted === true ? ", encrypted" : ""}: ${readings} readings, `
		+ `${cuts} power cuts (${survived} readings stored untold), none lost; worst block ${worst} erases, average ${average.toFixed(1)}; `
		+ `${(use.programs / readings).toFixed(1)} programs and ${(use.reads / readings).toFixed(0)} reads a reading`;
}

/** @param partition its label; device-tests/board/flash.c writes the file */
async function flashUse(folder: string, partition: string): Promise<FlashUse> {
	const bytes = await readFile(join(folder, `${partition}.counters`));
	const [programs, reads, faults, ...erases] = Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readUInt32LE(4 * at));
	return { programs, reads, faults, erases };
}
