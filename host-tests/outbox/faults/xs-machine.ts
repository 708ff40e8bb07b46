import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { FilePreferences } from "../../../host/preferences.js";
import { projectRoot } from "../../../service/project.js";
import { CutDirectory } from "../../../tools/flash/cut-directory.js";
import { Random } from "../../../tools/random.js";
import type { SeededRandom } from "../../../tools/seeded-random.js";
import { type Engine, startEngine } from "../../../tools/xs/engine.js";
import type { LifeSettings } from "./life.js";
import type { Life, Machine } from "./machine.js";

const program = join(projectRoot(), "build", "xs", "outbox-life.js");
/** Operations of the storage, at most, that a life has when it is to die by itself. */
const longest = 100;

/** Processes of XS, killed in the middle of writing to storage: what they write, and have not flushed, arrives in part. */
export class XSMachine implements Machine {
	readonly engine = "XS";
	readonly death = "device killed in the middle of writing to storage";
	deaths = 0;

	readonly #path: string;
	readonly #preferences: FilePreferences;

	/** @param folder where its files are; XS must be ready */
	constructor(folder: string) {
		this.#path = join(folder, "files");
		this.#preferences = new FilePreferences(join(folder, "preferences.json"));
	}

	start(settings: LifeSettings, random: SeededRandom, hear: (line: string) => void): Life {
		let killed = false;
		let engine: Engine | undefined;
		let gone: Promise<void> | undefined;
		const kill = (): void => {
			killed = true;
			gone ??= engine?.kill();
		};
		const files = new CutDirectory(this.#path, new Random(random.below(0x7fffffff)), () => {
			this.deaths++;
			// Those that were open can be closed.
			files.restart();
			kill();
		});
		if (random.below(2) === 0)
			files.cutAt(random.below(longest));
		const run = async (): Promise<void> => {
			engine = await startEngine({ files, preferences: this.#preferences, onTrace: hear });
			try {
				engine.load("life", await readFile(program));
				if (!killed)
					await engine.call("life", "main", settings);
			}
			catch (error) {
				if (!killed)
					throw error;
			}
			finally {
				await (gone ?? engine.close());
			}
		};
		return { over: run(), kill };
	}
}
