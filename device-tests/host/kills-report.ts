import { writeReliability } from "../../tools/report/reliability-file.js";
import { count } from "../../tools/report/table.js";
import type { Kills } from "./kills.js";

/** What a run came to, in a line. */
export function killsLine({ kills, readings, within, stored, found, most, milliseconds }: Kills): string {
	return `the simulator killed ${kills} times during ${readings} readings: ${within} times in a put (${stored} had stored the reading); `
		+ `${found} starts found up to ${most} pending; ${count(milliseconds / 1000)} s`;
}

/** The same of the board in a box. */
export function boxKillsLine(folder: string, { kills, readings, torn, found, most, milliseconds }: Kills): string {
	return `the board in a box, ${folder}: killed ${kills} times during ${readings} readings, ${torn} times in an operation of the flash; `
		+ `${found} starts found up to ${most} pending; ${count(milliseconds / 1000)} s`;
}

/** Writes the section of build/measurements/reliability.md. */
export function writeKills({ kills, readings, seed, within, stored, found, most, milliseconds }: Kills): Promise<void> {
	return writeReliability("The simulator killed 100 times", [
		"",
		`Written by \`SEED=${seed} npm run test:device -- --kills ${kills}\` on ${new Date().toISOString().slice(0, 10)}; it took ${count(milliseconds / 1000)} seconds. `
		+ `The sensor firmware ([examples/sensor](../../examples/sensor)) runs on the Moddable SDK's simulator with its readings in files, and puts ${count(readings)} readings, `
		+ `one each 10 milliseconds, delivered in the background in batches to PocketBase. Its process is killed (SIGKILL) ${count(kills)} times, at random moments: `
		+ "soon after the start, or some readings later, up to 20 milliseconds behind one. Each start goes on where the last was killed; the last comes to its end.",
		"",
		`Then the service has exactly ${count(readings)} readings, the numbers 1 to ${count(readings)} once each, and under its own id each reading whose put had returned. `
		+ `${count(within)} kills came in the middle of a put: ${count(stored)} of them had stored the reading, and the next start did not put it again; the others had not, and it did. `
		+ `${count(found)} starts found readings that were stored and not delivered, up to ${count(most)}. The seed decides how long each start lives; what a kill hits depends on the machine's speed, too.`,
		""
	].join("\n"));
}
