import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { MachineOf } from "./explore.js";
import { FileMachine, FlashMachine, RamMachine } from "./machine.js";

/** Where files of tests are quick: a file system in RAM, where there is one. Nothing depends on a disk but its slowness. */
export const quickFolder = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

/**
 * Machines with each storage.
 * @param path of a folder for files
 */
export function localStages(path: string): Readonly<Record<"flash" | "files" | "RAM", MachineOf>> {
	let folders = 0;
	return {
		flash: (geometry) => new FlashMachine(geometry),
		files: (geometry) => new FileMachine(join(path, String(++folders)), geometry),
		RAM: (geometry) => new RamMachine(geometry)
	};
}
