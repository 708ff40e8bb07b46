import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Stage } from "./explore.js";
import { LocalService } from "./local-service.js";
import { FileMachine, FlashMachine, RamMachine } from "./machine.js";

/** Where files of tests are quick: a file system in RAM, where there is one. Nothing depends on a disk but its slowness. */
export const quickFolder = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

/**
 * A stage for each storage, with the service in RAM.
 * @param path of a folder for files
 */
export function localStages(path: string): Readonly<Record<"flash" | "files" | "RAM", Stage>> {
	let folders = 0;
	const service = (): LocalService => new LocalService();
	return {
		flash: { service, machine: (geometry) => new FlashMachine(geometry) },
		files: { service, machine: (geometry) => new FileMachine(join(path, String(++folders)), geometry) },
		RAM: { service, machine: (geometry) => new RamMachine(geometry) }
	};
}
