/** The device as a process on Node: lives the life that its arguments tell, in a folder of its own. */
import { writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Directory } from "../../../host/directory.js";
import { live, type LifeSettings } from "./life.js";

const [folder, settings] = process.argv.slice(2);

// Nothing outlives those who watch.
process.stdin.resume().on("close", () => process.exit());

await live(JSON.parse(settings) as LifeSettings, {
	directory: new Directory(join(folder, "files")),
	options: { preferencesPath: join(folder, "preferences.json") },
	sleep: (milliseconds) => sleep(milliseconds),
	// At once, where process.stdout may do it later.
	tell: (line) => void writeSync(1, `${line}\n`)
});
process.exit();
