import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** What has been done to a partition of the board in a box, since its file was made. */
export interface FlashUse {
	readonly programs: number;
	readonly reads: number;
	/** Programs that wanted to set a bit, which flash can't. */
	readonly faults: number;
	/** By block. */
	readonly erases: readonly number[];
}

/** @param partition its label; device-tests/board/flash.c writes the file */
export async function flashUse(folder: string, partition: string): Promise<FlashUse> {
	const bytes = await readFile(join(folder, `${partition}.counters`));
	const [programs, reads, faults, ...erases] = Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readUInt32LE(4 * at));
	return { programs, reads, faults, erases };
}
