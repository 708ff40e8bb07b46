/** Erases of a flash, as QEMU's trace of its chip tells them. */
import type { Partition } from "./flash-image.js";

/** QEMU's name of what it traces: each command that erases. */
export const ERASE_EVENT = "m25p80_flash_erase";

/** Bytes that one erase takes at the least. */
const SECTOR = 0x1000;
const ERASE = new RegExp(`^(?:\\S+@\\S+:)?${ERASE_EVENT} \\[\\S+\\] offset = 0x([0-9a-f]+), len = (\\d+)$`, "gm");

/** How often the sectors of a partition were erased. */
export interface Wear {
	/** Of each sector, in their order. */
	readonly erases: readonly number[];
	readonly sum: number;
	readonly least: number;
	readonly most: number;
}

/** Counts the erases of each sector of a partition. @param trace QEMU's log */
export function wearOf({ offset, size }: Partition, trace: string): Wear {
	const erases = new Array<number>(size / SECTOR).fill(0);
	for (const [, address, length] of trace.matchAll(ERASE)) {
		const first = (parseInt(address ?? "", 16) - offset) / SECTOR;
		for (let sector = Math.max(first, 0); sector < Math.min(first + Number(length) / SECTOR, erases.length); sector++)
			erases[sector]++;
	}
	return { erases, sum: erases.reduce((sum, count) => sum + count, 0), least: Math.min(...erases), most: Math.max(...erases) };
}
