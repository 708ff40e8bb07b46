/** A life of the device on XS. */
import files from "embedded:storage/files";
import Timer from "timer";
import { live, type LifeSettings } from "../outbox/faults/life.js";

export function main(settings: LifeSettings): Promise<void> {
	return live(settings, {
		directory: files,
		options: {},
		sleep: (milliseconds) => new Promise((resolve) => Timer.set(() => resolve(), milliseconds)),
		tell: (line) => trace(line)
	});
}
