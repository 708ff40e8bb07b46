import { makeApp, manifestOf, type Simulator, type SimulatorApp } from "./simulator.js";

/** Seconds for a program. */
const deadline = 120;
/** Puts of each program that are waited for. */
const puts = 5;
/** Puts that end otherwise, of which a few are under way when the other program is killed. */
const elsePuts = 50;

/** A program that puts readings into the files of a folder. */
class Program {
	readonly lines: string[] = [];
	readonly #end = new AbortController();
	#ended: Promise<unknown> = Promise.resolve();
	#onLine = (): void => undefined;

	constructor(app: SimulatorApp) {
		this.#ended = app.run({
			deadline: deadline * 1000,
			signal: this.#end.signal,
			onLine: (line) => {
				this.lines.push(line);
				this.#onLine();
			}
		}).then(({ how }) => {
			this.lines.push(`ended with ${how}`);
			this.#onLine();
		});
	}

	/** Ids of the readings that it has been told are stored. */
	get stored(): readonly string[] {
		return this.lines.filter((line) => line.startsWith("stored ")).map((line) => line.split(" ")[1] ?? "");
	}

	/** Waits until it has said so much more that begins with a word. @throws Error when it ends, or says as much else */
	says(word: string): Promise<void> {
		const from = this.lines.length;
		return new Promise((resolve, reject) => {
			this.#onLine = () => {
				const said = this.lines.slice(from);
				const count = said.filter((line) => line.startsWith(word)).length;
				if (count >= puts)
					resolve();
				else if (said.length - count >= elsePuts || said.at(-1)?.startsWith("ended ") === true)
					reject(new Error(`a program on an outbox's files says:\n${said.join("\n")}`));
			};
		});
	}

	async end(): Promise<void> {
		this.#end.abort();
		await this.#ended;
	}
}

/** Two programs on one folder: one has the files, the other is told so until the first is gone. All that was told stored is there. */
export async function checkTwoOutboxes(simulator: Simulator): Promise<void> {
	const { results } = simulator;
	const app = await makeApp(simulator, "two-outboxes", manifestOf("two-outboxes"));
	const programs: Program[] = [];
	const start = (): Program => {
		const program = new Program(app);
		programs.push(program);
		return program;
	};
	try {
		const first = start();
		await first.says("stored ");
		const second = start();
		await second.says("");
		await first.says("stored ");
		const refused = second.lines.every((line) => line === "refused the files are in use by another outbox");
		results.take(`${refused ? "ok" : "not ok"} a second program on an outbox's files is refused: ${second.lines[0] ?? ""}`);
		await first.end();
		await second.says("stored ");
		await second.end();
		const last = start();
		await last.says("stored ");
		await last.end();
		const stored = programs.flatMap((program) => program.stored);
		const pending = Number(last.lines.filter((line) => line.startsWith("stored ")).at(-1)?.split(" ")[3]);
		// A program that is killed may have stored a reading that it has not told of.
		const isThere = pending >= stored.length && pending <= stored.length + 2 && new Set(stored).size === stored.length;
		results.take(`${isThere ? "ok" : "not ok"} a killed program lets the files go, and what both have stored is there: ${pending} of ${stored.length}`);
	}
	finally {
		await Promise.all(programs.map((program) => program.end()));
	}
}
