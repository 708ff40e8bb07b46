/** `npm start -- --emulator`, whole: it starts a service, builds and flashes the sensor, and reads back what that has put. */
import { join } from "node:path";
import { projectRoot } from "../../service/project.js";
import { run } from "../../tools/moddable/command.js";
import type { Emulator } from "./emulator-image.js";

const readings = 12;
/** Milliseconds: the build, and a quarter of a minute. */
const deadline = 900_000;

export async function runStart({ results, scratch, show, tools }: Emulator): Promise<void> {
	const desk = join(scratch.folder, "start");
	const environment = { ...tools.environment, RECORDS_DATA: join(desk, "data"), RECORDS_PREFERENCES: join(desk, "preferences.json"), RECORDS_FILES: join(desk, "files") };
	const { how, output } = await run(process.execPath, [join(projectRoot(), "build", "examples", "start.js"), "--emulator", "--count", String(readings), "--interval", "250"], { environment, deadline });
	const numbers = [...output.matchAll(/^reading +(\d+) /gm)].map(([, number]) => Number(number));
	const isWhole = how === "code 0" && numbers.join() === Array.from({ length: readings }, (_, index) => index + 1).join()
		&& new RegExp(`^summary +put ${readings}, left 0, connections used \\d+, read back ${readings}, none twice$`, "m").test(output) && /^login +as device-one, /m.test(output);
	const line = `start: npm start -- --emulator, ${readings} readings, each read back once`;
	show(line);
	results.take(isWhole ? `ok ${line}` : `not ok ${line}: ${how}: ${output}`);
}
