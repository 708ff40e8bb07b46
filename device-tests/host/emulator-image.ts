/** Images for the emulator, and what is common to its groups. */
import { copyFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { projectRoot } from "../../service/project.js";
import { type Service, startService } from "../../service/launcher.js";
import { type EmulatorEnded, type EmulatorOptions, runEmulator } from "../../tools/moddable/emulator.js";
import { buildImage, madeIn } from "../../tools/moddable/emulator-app.js";
import { sectionsOf } from "../../tools/moddable/flash-image.js";
import { Functions } from "../../tools/moddable/restart-cause.js";
import type { ToolChain } from "../../tools/moddable/tool-chain.js";
import type { LowWater } from "./low-water.js";
import type { Results } from "./results.js";
import type { Scratch } from "./scratch.js";

/** Lines of ESP-IDF's log that are errors. */
const IDF_ERROR = /^E \(\d+\) /;
/** Of these, what QEMU's Ethernet cannot do and nobody here needs: addresses of multicast. */
const KNOWN_ERROR = /: (?:esp_eth_ioctl\(\d+\): add mac address to filter not supported|eth_set_mac_filter\(\d+\): failed to add mac filter|Failed to add multicast filter for IPv[46])$/;

export interface Emulator {
	readonly tools: ToolChain;
	/** QEMU's name of the machine. */
	readonly machine: string;
	readonly scratch: Scratch;
	readonly results: Results;
	readonly show: (line: string) => void;
	readonly lows: LowWater;
}

/** Builds an app into the contents of a flash. Returns its path. @param folder of its manifest, in device-tests/emulator */
export async function buildFlash({ scratch, show, tools }: Emulator, folder: string, config: Readonly<Record<string, string>>): Promise<string> {
	const { app, flash } = await buildImage(tools, folder, config, (why) => show(`  built again: ${why}`));
	show(`  ${folder}: an image of ${app.length} bytes: ${Object.entries(sectionsOf(app)).map(([place, size]) => `${size} of ${place}`).join(", ")}`);
	const path = join(scratch.folder, `${folder}.flash`);
	await writeFile(path, flash);
	return path;
}

/** What a run without a planned end came to, "" when it was ended as it should be. */
export function faultOf({ how, isCut, restart, output }: EmulatorEnded): string {
	if (restart !== "")
		return `the image restarted by itself: ${restart}`;
	return isCut ? "" : `the emulator ended by itself or fell silent (${how}): ${output.split("\n").slice(-3).join(" ")}`;
}

/** A line that is no result. An error of ESP-IDF that is not known is a failure. */
export function note({ lows, results, show }: Emulator, place: string, line: string): void {
	if (KNOWN_ERROR.test(line) || lows.take(place, line))
		return;
	if (IDF_ERROR.test(line))
		results.fail(`${place}: ${line}`);
	show(`  ${line}`);
}

/** Runs a flash on the emulator's machine. */
export function runFlash({ machine, scratch, tools }: Emulator, flash: string, options: Omit<EmulatorOptions, "flash" | "folder" | "machine">): Promise<EmulatorEnded> {
	return runEmulator(tools, { machine, flash, folder: scratch.folder, ...options });
}

/** What the run of an app that puts readings is told; what is not is as for all of them. */
interface ToldOptions extends Partial<Omit<EmulatorOptions, "flash" | "folder" | "machine">> {
	/** Lines that are shown or judged by the group, and are no news. */
	readonly own?: RegExp;
}

/** Milliseconds for a start, and without a line. */
const startDeadline = 300_000;

/**
 * Runs an app that tells each reading that it has put, up to its closing line.
 * @param told gets the ids of the readings by their numbers
 * @returns the closing line, "" when there was none
 */
export async function runTold(emulator: Emulator, place: string, flash: string, told: Map<number, string>, { own, onLine, ...options }: ToldOptions): Promise<{ readonly done: string; readonly ended: EmulatorEnded }> {
	let done = "";
	const ended = await runFlash(emulator, flash, {
		patience: startDeadline, deadline: startDeadline, ...options,
		onLine(line, control) {
			const [, number, id] = /^put (\d+) (\S{15})$/.exec(line) ?? [];
			if (id !== undefined)
				told.set(Number(number), id);
			else if (line.startsWith("done ")) {
				done = line;
				control.cut();
			}
			else if (!/^(?:start |IP address )/.test(line) && own?.test(line) !== true)
				note(emulator, place, line);
			onLine?.(line, control);
		}
	});
	return { done, ended };
}

/** Has a group use a service of its own. */
export async function withService({ scratch }: Emulator, place: string, use: (service: Service) => Promise<void>): Promise<void> {
	const service = await startService({ quick: true, data: join(scratch.folder, `${place}-service`) });
	try {
		await use(service);
	}
	finally {
		await service.stop();
	}
}

/** Says what a group came to. */
export function conclude({ results, show }: Emulator, line: string, faults: readonly string[] = []): void {
	show(line);
	results.take(faults.length === 0 ? `ok ${line}` : `not ok ${line}: ${faults.join("; ")}`);
}

/** Keeps a flash beyond the run. Returns where. */
export async function keep(flash: string, name: string): Promise<string> {
	const kept = join(projectRoot(), "build", "device", `emulator-${name}.flash`);
	await copyFile(flash, kept);
	return kept;
}

function symbolsOf({ tools }: Emulator, folder: string): Promise<string> {
	return readFile(join(madeIn(tools, folder), "xs_esp32c3.sym"), "utf8");
}

/** The functions of an image that has been built. @param folder of the app's manifest */
export async function functionsOf(emulator: Emulator, folder: string): Promise<Functions> {
	return new Functions(await symbolsOf(emulator, folder));
}

/** Addresses of the functions through which ESP-IDF's flash driver changes flash, of the chips that it knows: a page a program. @param folder of the app's manifest @throws Error when the image has none of them */
export async function flashChanges(emulator: Emulator, folder: string): Promise<readonly number[]> {
	const symbols = await symbolsOf(emulator, folder);
	const addresses = [...symbols.matchAll(/^([0-9a-f]{8}) .* spi_flash_chip_\w+_(?:page_program|erase_sector|erase_block)$/gm)].map(([, address]) => parseInt(address ?? "", 16));
	if (addresses.length < 2)
		throw new Error(`${folder} has no functions that program and erase flash`);
	return addresses;
}
