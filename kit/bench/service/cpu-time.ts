import { readFile } from "node:fs/promises";

/** What `/proc` counts CPU time in. */
const ticksInASecond = 100;

/** Seconds of CPU time that a process has used. Linux only. */
export async function cpuTime(id: number): Promise<number> {
	// The name, in parentheses, may have spaces; user and system time are the twelfth and thirteenth field behind it.
	const fields = (await readFile(`/proc/${id}/stat`, "latin1")).split(") ")[1].split(" ");
	return (Number(fields[11]) + Number(fields[12])) / ticksInASecond;
}
