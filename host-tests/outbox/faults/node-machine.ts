import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { projectRoot } from "../../../service/project.js";
import type { SeededRandom } from "../../../tools/seeded-random.js";
import type { LifeSettings } from "./life.js";
import type { Life, Machine } from "./machine.js";

const program = join(projectRoot(), "build", "host-tests", "outbox", "faults", "node-device.js");
/** Milliseconds, at most, behind its first word that a life has when it is to die by itself. */
const longest = 200;

/** Processes of Node, killed by the clock. */
export class NodeMachine implements Machine {
	readonly engine = "Node";
	readonly death = "device killed at a random moment";
	deaths = 0;

	readonly #folder: string;

	/** @param folder where its files are */
	constructor(folder: string) {
		this.#folder = folder;
	}

	start(settings: LifeSettings, random: SeededRandom, hear: (line: string) => void): Life {
		const child = spawn(process.execPath, [program, this.#folder, JSON.stringify(settings)], { stdio: ["pipe", "pipe", "pipe"] });
		let errors = "";
		child.stderr.setEncoding("utf8").on("data", (text: string) => void (errors += text));
		const kill = (): void => void child.kill("SIGKILL");
		let timer: NodeJS.Timeout | undefined;
		if (random.below(3) === 0) {
			const moment = random.below(longest);
			child.stdout.once("data", () => void (timer = setTimeout(() => {
				this.deaths++;
				kill();
			}, moment)));
		}
		createInterface({ input: child.stdout }).on("line", hear);
		const over = once(child, "close").then(([code, signal]) => {
			clearTimeout(timer);
			if (code !== 0 && signal !== "SIGKILL")
				throw new Error(`the device ended with ${String(signal ?? code)}: ${errors}`);
		});
		return { over, kill };
	}
}
