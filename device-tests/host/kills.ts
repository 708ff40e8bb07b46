/** The sensor firmware on the simulator, killed at random moments of a run: the service ends with each reading once. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Random } from "../../tools/random.js";
import { startService } from "../../service/launcher.js";
import { makeApp, manifestOf, type Simulator, type SimulatorApp } from "./simulator.js";
import { readingFaults } from "./stored-readings.js";

/** Readings of a run for each kill in it. */
const readingsPerKill = 10;
/** Milliseconds within which the kills come that don't wait for a reading. */
const startTime = 200;
/** Milliseconds after a reading within which the others come: somewhat longer than it is to the next. */
const readingTime = 20;
/** Milliseconds for the start that nobody kills. */
const lastDeadline = 90_000;

/** What a run came to. */
export interface Kills {
	readonly seed: number;
	readonly kills: number;
	readonly readings: number;
	/** Kills in the middle of a put, and how many of those had stored the reading; where the firmware's file can't be looked into, neither is known. */
	readonly within: number;
	readonly stored: number;
	/** Kills in the middle of an operation of the flash. */
	readonly torn: number;
	/** Starts that found readings which had not been delivered, and the most that one found. */
	readonly found: number;
	readonly most: number;
	readonly milliseconds: number;
	/** What is not as it should be. */
	readonly faults: readonly string[];
}

/** The firmware that is killed. */
export interface Victim {
	/** Folder of its manifest, in device-tests. */
	readonly folder: string;
	/** Programs and erases of the flash that a reading takes, about, one of which is the end where no kill comes first; 0 for files of Linux. */
	readonly operations: number;
}

/** @throws Error when the firmware does not build, or the service can't be had */
export async function runKills(simulator: Simulator, kills: number, victim: Victim = { folder: "killed-sensor", operations: 0 }): Promise<Kills> {
	const place = victim.folder.replaceAll("/", "-");
	const service = await startService({ quick: true, data: join(simulator.scratch.folder, place, "service") });
	try {
		const readings = kills * readingsPerKill;
		const firmware = new KilledFirmware(await makeApp(simulator, place, manifestOf(victim.folder), { baseUrl: service.url, count: String(readings) }));
		const begun = Date.now();
		const random = new Random();
		simulator.show(`kills: SEED=${random.seed}`);
		let killed = 0;
		// On a slow machine a run may come to its end before its kill.
		for (; killed < kills && firmware.faults.length === 0 && !firmware.isDone; killed++) {
			// So that some are left to put until the last.
			const share = Math.floor(2 * (readings - firmware.put) / (kills - killed + 1));
			const wait = random.below(share);
			const cut = victim.operations === 0 ? 0 : 1 + random.below(2 * victim.operations * (wait + 1));
			await firmware.live(wait, random.below(wait === 0 ? startTime : readingTime), { BOARD_CUT: String(cut), BOARD_SEED: String(random.below(0x7fffffff)) });
		}
		// A run that was not what it should be has left readings behind that nobody has lost: they are compared only after a whole one.
		if (firmware.faults.length === 0 && !firmware.isDone)
			await firmware.finish();
		const milliseconds = Date.now() - begun;
		const faults = firmware.faults.length > 0 ? firmware.faults : await readingFaults(service.url, firmware.returned, readings);
		const { found, most, stored, torn, within } = firmware;
		return { seed: random.seed, kills: killed, readings, within, stored, torn, found, most, milliseconds, faults };
	}
	finally {
		await service.stop();
	}
}

/** What a run came to, in a line. @param victim undefined for the simulator's */
export function killsLine({ found, kills, milliseconds, most, readings, stored, torn, within }: Kills, victim: Victim | undefined): string {
	const hits = victim === undefined ? `${within} times in a put (${stored} had stored the reading)` : `${torn} times in an operation of the flash`;
	return `${victim === undefined ? "the simulator" : `the board in a box, ${victim.folder},`} killed ${kills} times during ${readings} readings: ${hits}; `
		+ `${found} starts found up to ${most} pending; ${Math.round(milliseconds / 1000)} s`;
}

/** The firmware from start to start, and what it has told. */
class KilledFirmware {
	/** Ids by number. */
	readonly returned = new Map<number, string>();
	readonly faults: string[] = [];
	put = 0;
	within = 0;
	stored = 0;
	torn = 0;
	found = 0;
	most = 0;
	readonly #app: SimulatorApp;
	#summary = "";
	/** Readings before the put that the last kill has interrupted. */
	#interrupted: number | undefined;

	constructor(app: SimulatorApp) {
		this.#app = app;
	}

	/** Whether all readings are put. */
	get isDone(): boolean {
		return this.#summary !== "";
	}

	/**
	 * Starts it and kills it.
	 * @param delay milliseconds after so many readings, or after the start when there are none
	 * @param environment which may have it end before
	 */
	async live(readings: number, delay: number, environment: Readonly<Record<string, string>>): Promise<void> {
		const until = this.put + readings;
		let waits = readings > 0;
		let isKilled = false;
		const end = new AbortController();
		const killLater = (): void => {
			setTimeout(() => {
				isKilled = true;
				end.abort();
			}, delay);
		};
		if (!waits)
			killLater();
		await this.#start(end, () => {
			// One that had been stored untold is passed over in what is told.
			if (!waits || this.put < until)
				return;
			waits = false;
			killLater();
		}, environment);
		if (!isKilled)
			this.torn++;
		await this.#lookBack();
	}

	/** Starts it and lets it come to its end. */
	async finish(): Promise<void> {
		const end = new AbortController();
		await this.#start(end, () => {
			if (this.isDone)
				end.abort();
		});
		if (!this.isDone)
			this.faults.push(`the last start had no end after ${lastDeadline} milliseconds`);
	}

	async #start({ signal }: AbortController, onLine: () => void, environment: Readonly<Record<string, string>> = {}): Promise<void> {
		const { how, output } = await this.#app.run({
			environment: { ...process.env, ...environment },
			deadline: lastDeadline,
			signal,
			onLine: (line) => {
				this.#take(line);
				onLine();
			}
		});
		if (how !== "signal SIGKILL")
			this.faults.push(`ended by itself (${how}): ${output.split("\n").slice(-4).join(" ")}`);
	}

	#take(line: string): void {
		const [, number, id] = /^reading +(\d+): \S+ °C {2}(\S{15}) {2}\(\d+ pending\)$/.exec(line) ?? [];
		const [, pending] = /^pending +(\d+) /.exec(line) ?? [];
		if (id !== undefined)
			this.#takeReading(Number(number), id);
		else if (pending !== undefined) {
			this.found++;
			this.most = Math.max(this.most, Number(pending));
		}
		else if (line.startsWith("summary "))
			this.#summary = line;
		else if (/^(?:reading|rejected) /.test(line))
			this.faults.push(line);
	}

	#takeReading(number: number, id: string): void {
		if (this.returned.has(number))
			this.faults.push(`reading ${number} was put again, although it had been stored`);
		this.returned.set(number, id);
		this.put = number;
		this.#resolve(number - 1);
	}

	/** Looks into the firmware's file "run" (examples/sensor/run.ts): whether a put was under way. */
	async #lookBack(): Promise<void> {
		const bytes = await readFile(join(this.#app.home, "run")).catch(() => undefined);
		if (bytes === undefined || bytes.length < 12)
			return;
		const put = bytes.readInt32LE(4);
		this.#resolve(put);
		if (bytes.readInt32LE(8) > 0) {
			this.within++;
			this.#interrupted = put;
		}
	}

	/** @param put readings that are known to be stored after the next start */
	#resolve(put: number): void {
		if (this.#interrupted !== undefined && put > this.#interrupted)
			this.stored++;
		this.#interrupted = undefined;
	}
}
