/** Readings from a device that is killed again and again, through a network that fails, to a service that is killed too. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FailingNetwork } from "../../../tools/network/failing-network.js";
import { type Fault, faults, type Victim } from "../../../tools/network/faults.js";
import { storedReadings } from "../../../tools/stored-readings.js";
import { SeededRandom } from "../../../tools/seeded-random.js";
import { password, SuccessiveService } from "../../../tools/successive-service.js";
import { Ledger } from "./ledger.js";
import { sensor } from "./life.js";
import type { Life, Machine } from "./machine.js";

/** Milliseconds without a connection. */
const refusal = 60;
/** Milliseconds that a device may live without telling anything. */
const patience = 300_000;
/** Milliseconds between two lines that tell the progress. */
const interval = 10_000;

/** What a run came to. */
export type Told = Awaited<ReturnType<typeof run>>;

/** All faults and kills together. */
export function faultsOf({ deaths, faults }: Told): number {
	return [...faults.values()].reduce((one, other) => one + other, deaths);
}

/**
 * Has `count` readings put and delivered.
 * @param make gives the machine, whose files are in the folder
 * @param share of a hundred requests so many meet a fault
 * @param say shows a line now and then
 */
export async function run(make: (folder: string) => Machine, seed: number, count: number, share: number, say: (line: string) => void = () => {}) {
	const folder = await mkdtemp(join(tmpdir(), "outbox-faults-"));
	const service = await SuccessiveService.start();
	const scene = new Scene(service, make(folder), seed, count, share);
	const timer = setInterval(() => say(scene.progress), interval);
	try {
		return await scene.run();
	}
	finally {
		clearInterval(timer);
		scene.close();
		await service.remove();
		await rm(folder, { recursive: true, force: true });
	}
}

class Scene {
	readonly #service: SuccessiveService;
	readonly #machine: Machine;
	readonly #random: SeededRandom;
	readonly #count: number;
	readonly #network: FailingNetwork;
	readonly #ledger = new Ledger();
	readonly #findings: string[] = [];
	#life: Life | undefined;
	#restart = Promise.resolve();
	#restarting = false;
	/** Whether the life has come to its end, and whether that was the end of all. */
	#over = false;
	#done = false;
	#lives = 0;
	#killed = 0;
	#asleep = 0;

	constructor(service: SuccessiveService, machine: Machine, seed: number, count: number, share: number) {
		this.#service = service;
		this.#machine = machine;
		this.#random = new SeededRandom(seed);
		this.#count = count;
		this.#network = new FailingNetwork(service.port, new SeededRandom(seed + 1), {
			faults: Object.keys(faults) as Fault[], share, refusal, kill: (victim) => this.#kill(victim)
		});
	}

	/** How far it has come. */
	get progress(): string {
		return `${this.#machine.engine}: ${this.#ledger.told} readings put, ${this.#network.requests} requests, ${this.#lives} starts`;
	}

	/** Its findings say in plain words what must not be. */
	async run() {
		const begun = Date.now();
		await this.#network.open();
		while (!this.#done && this.#findings.length === 0)
			await this.#live();
		await this.#restart;
		const audit = this.#ledger.audit(await storedReadings({ url: this.#service.url, password }, sensor));
		return {
			engine: this.#machine.engine,
			/** Whose put returned. */
			readings: this.#ledger.told,
			audit,
			requests: this.#network.requests,
			faults: this.#network.faults,
			deaths: this.#machine.deaths,
			death: this.#machine.death,
			lives: this.#lives,
			killed: this.#killed,
			asleep: this.#asleep,
			milliseconds: Date.now() - begun,
			findings: [...this.#findings, ...this.#done ? audit.findings : []]
		};
	}

	close(): void {
		this.#life?.kill();
		this.#network.close();
	}

	/** One life of the device. */
	async #live(): Promise<void> {
		const { next, told } = this.#ledger;
		this.#lives++;
		this.#over = false;
		const settings = {
			url: this.#network.url, password, seed: this.#random.below(0x7fffffff),
			first: next, last: next + this.#count - told - 1
		};
		const watch = setTimeout(() => this.#fail(`the device has told nothing for ${patience} milliseconds`), patience);
		this.#life = this.#machine.start(settings, this.#random, (line) => {
			watch.refresh();
			this.#hear(line);
		});
		try {
			await this.#life.over;
		}
		catch (error) {
			this.#findings.push((error as Error).message);
		}
		clearTimeout(watch);
		if (!this.#over) {
			this.#killed++;
			this.#ledger.skip();
		}
	}

	#hear(line: string): void {
		const [word, ...rest] = line.split(" ");
		switch (word) {
			case "put":
				this.#ledger.add(Number(rest[0]), rest[1]);
				break;
			case "asleep":
				this.#over = true;
				this.#asleep++;
				break;
			case "end":
				this.#over = this.#done = true;
				break;
			default:
				this.#fail(line);
		}
	}

	#fail(finding: string): void {
		this.#findings.push(finding);
		this.#life?.kill();
	}

	#kill(victim: Victim): void {
		if (victim === "device")
			this.#life?.kill();
		else if (!this.#restarting)
			this.#restart = this.#restartService().catch((error: unknown) => this.#fail((error as Error).message));
	}

	async #restartService(): Promise<void> {
		this.#restarting = true;
		this.#network.hold();
		await this.#service.kill();
		await this.#service.next();
		this.#network.release();
		this.#restarting = false;
	}
}
