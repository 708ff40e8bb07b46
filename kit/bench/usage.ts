/** What processes use (Linux), and folders. */
import { readdir, readFile, stat } from "node:fs/promises";
import { basename, join } from "node:path";

/** What `/proc` counts CPU time in. */
const ticksInASecond = 100;

/** Seconds of CPU time that a process has used. */
export async function cpuTime(id: number): Promise<number> {
	// The name, in parentheses, may have spaces; user and system time are the twelfth and thirteenth field behind it.
	const fields = (await readFile(`/proc/${id}/stat`, "latin1")).split(") ")[1].split(" ");
	return (Number(fields[11]) + Number(fields[12])) / ticksInASecond;
}

/** Bytes of memory that a process holds. */
export async function memoryOf(id: number): Promise<number> {
	return Number(/^VmRSS:\s+(\d+) kB/m.exec(await readFile(`/proc/${id}/status`, "utf8"))?.[1]) * 1024;
}

/** Bytes of the files of a folder. @param isCounted of a file's name */
export async function sizeOf(folder: string, isCounted: (name: string) => boolean = () => true): Promise<number> {
	const names = (await readdir(folder, { recursive: true })).filter((name) => isCounted(basename(name)));
	// One may go meanwhile.
	const sizes = await Promise.all(names.map((name) => stat(join(folder, name)).then((found) => found.isFile() ? found.size : 0, () => 0)));
	return sizes.reduce((sum, size) => sum + size, 0);
}
