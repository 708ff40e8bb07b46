import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { bundlesFor } from "../../lib/entries.mjs";
import type { Directory } from "../../lib/outbox/storage.js";
import { projectRoot } from "../../service/project.js";
import type { PreferenceValue } from "../../host/preference-file.js";
import { MemoryPreferences } from "../memory-preferences.js";
import { Device, type Open, type PreferenceStore } from "./device.js";
import { workerPath } from "./install.js";
import { behindTold, calls, decoder, ERROR, type Event, eventFrame, type EventName, frame, idOf, NOTHING, payloadOf, valueOf } from "./protocol.js";
import { WorkerProcess } from "./worker-process.js";

/** How to start an engine. */
export interface EngineOptions {
	/** Gets what is traced on XS. */
	readonly onTrace?: (text: string) => void;
	/** What the module "preference" keeps its values in; in RAM when there is none. */
	readonly preferences?: PreferenceStore;
	/** Where the module "embedded:storage/files" has its files; without it, each use of the module throws. */
	readonly files?: Directory;
	/** File that `Engine.writeSnapshot` has written; XS begins as it was then. It is read at the start. */
	readonly snapshot?: string;
	/** Folder for what callgrind writes, which then counts the app's instructions (`canCountInstructions`). */
	readonly dumps?: string;
}

interface Call {
	resolve(value: unknown): void;
	reject(error: Error): void;
}

/** Files by the names that apps import, of the SDK's modules what the manifests have on the simulator. */
const bundles: Readonly<Record<string, string>> = {
	...Object.fromEntries(bundlesFor("device").map(({ file, name }) => [name, file])),
	"records-client/internal/json": "dist/json-in-c.js",
	"resetReason": "dist/health-simulator.js",
	// There is no Wi-Fi, as on the simulator.
	"embedded:network/interface/wifi": "dist/wifi-ready.js"
};

/** Starts XS with the SDK's modules and the device bundles. `prepareXS` must have said that it is ready. */
export async function startEngine(options: EngineOptions = {}): Promise<Engine> {
	if (options.snapshot !== undefined)
		return Engine.start(options);
	const boot = await readFile(join(projectRoot(), "build", "xs", "boot.js"), "utf8");
	const sources = await Promise.all(Object.values(bundles).map((name) => readFile(join(projectRoot(), name))));
	return Engine.start(options, boot, new Map(Object.keys(bundles).map((specifier, index) => [specifier, sources[index]])));
}

/**
 * XS in a process of its own, as a device: it has the modules that the device bundles import, and those as
 * "records-client", "records-client/outbox" and so on. What happens on Node's side reaches XS on turns of its own, one after the other, and after each turn
 * its promise jobs are run. An exception or a rejection that nobody handles ends it, and rejects every call.
 */
export class Engine {
	readonly #worker: WorkerProcess;
	readonly #device: Device;
	readonly #onTrace: (text: string) => void;
	readonly #events: Event[] = [];
	readonly #calls = new Map<number, Call>();
	#settled: (() => void)[] = [];
	#last = 0;
	#busy = true;
	#fault: Error | undefined;
	#told = false;

	private constructor({ dumps, files, onTrace, preferences, snapshot }: EngineOptions) {
		this.#onTrace = onTrace ?? (() => undefined);
		this.#device = new Device(preferences ?? new MemoryPreferences<PreferenceValue>(), files, (event) => this.#emit(event));
		this.#worker = new WorkerProcess(workerPath(), (bytes) => this.#answer(bytes), snapshot, dumps);
	}

	/** @internal */
	static async start(options: EngineOptions, boot = "", sources: ReadonlyMap<string, Uint8Array> = new Map()): Promise<Engine> {
		const engine = new Engine(options);
		try {
			if (boot !== "")
				await engine.#worker.evaluate(boot);
		}
		catch (error) {
			await engine.#worker.close();
			throw error;
		}
		for (const [specifier, source] of sources)
			engine.load(specifier, source);
		engine.#busy = false;
		engine.#next();
		return engine;
	}

	/** Gives XS the source of a module, which is evaluated when it is first imported. */
	load(specifier: string, source: string | Uint8Array): void {
		const name = Buffer.from(specifier);
		const content = typeof source === "string" ? Buffer.from(source) : source;
		this.#emit(() => eventFrame("load", 0, name.length, Buffer.concat([name, content])));
	}

	/**
	 * Calls a function that a module exports.
	 * @param parameters JSON values
	 * @returns what it returns, awaited, a JSON value
	 * @throws Error with text and stack of what it throws, or of the fault that ended the engine
	 */
	call(specifier: string, name: string, ...parameters: unknown[]): Promise<unknown> {
		return this.#settle("call", JSON.stringify({ specifier, name, parameters }));
	}

	/** Evaluates a script; otherwise like `call`. */
	evaluate(script: string): Promise<unknown> {
		return this.#settle("evaluate", script);
	}

	/** Writes the state of XS into a file, from which other engines begin. Nothing may be under way: no call, timer or socket. */
	async writeSnapshot(path: string): Promise<void> {
		this.#busy = true;
		await this.#worker.writeSnapshot(path);
		this.#busy = false;
		this.#next();
	}

	/** What XS has open. */
	get open(): Open {
		return this.#device.open;
	}

	/**
	 * Ends the process and closes what XS had open. May be called more than once.
	 * @throws Error of a fault that no call was rejected with
	 */
	async close(): Promise<void> {
		const fault = this.#told ? undefined : this.#fault;
		this.#end(new Error("XS is closed"));
		this.#told = true;
		await this.#worker.close();
		if (fault !== undefined)
			throw fault;
	}

	/**
	 * Ends the process at once, whatever it does, as a power failure does: not another instruction is run. Closes what XS had
	 * open, and rejects its calls.
	 * @returns a promise that is fulfilled when the process is gone
	 */
	kill(): Promise<void> {
		const gone = this.#worker.kill();
		this.#end(new Error("XS was killed"));
		this.#told = true;
		return gone;
	}

	#settle(name: EventName, text: string): Promise<unknown> {
		return new Promise((resolve, reject) => {
			if (this.#fault !== undefined) {
				this.#told = true;
				return reject(this.#fault);
			}
			const id = ++this.#last;
			this.#calls.set(id, { resolve, reject });
			this.#emit(() => eventFrame(name, id, 0, Buffer.from(text)));
		});
	}

	#answer(message: Uint8Array): Uint8Array {
		const bytes = behindTold(message, (told) => this.#take(told));
		if (bytes.length === 0)
			return bytes;
		const answer = this.#device.answer(bytes);
		if (answer !== undefined)
			return answer;
		const text = decoder.decode(payloadOf(bytes));
		switch (calls[bytes[0]]) {
			case "trace":
				this.#onTrace(text);
				break;
			case "settle":
				this.#onSettled(idOf(bytes), valueOf(bytes) === 1, text);
				break;
			default:
				this.#end(new Error(text));
		}
		return frame(NOTHING);
	}

	/** Does what XS waits for no answer to: an error can't be thrown there, and ends the run. */
	#take(told: Uint8Array): void {
		const answer = this.#device.answer(told);
		if (answer?.[0] === ERROR)
			this.#end(new Error(decoder.decode(payloadOf(answer))));
	}

	/** The call ends with the turn: a rejection that nobody handles is told only then. */
	#onSettled(id: number, fulfilled: boolean, text: string): void {
		const call = this.#calls.get(id);
		this.#settled.push(() => {
			if (!this.#calls.delete(id))
				return;
			if (fulfilled)
				call?.resolve(text === "" ? undefined : JSON.parse(text));
			else
				call?.reject(new Error(text));
		});
	}

	#emit(event: Event): void {
		this.#events.push(event);
		this.#next();
	}

	#next(): void {
		while (!this.#busy && this.#fault === undefined) {
			const event = this.#events.shift();
			if (event === undefined)
				return this.#rest();
			const bytes = event();
			if (bytes !== undefined)
				void this.#turn(bytes);
		}
	}

	async #turn(bytes: Uint8Array): Promise<void> {
		this.#busy = true;
		try {
			this.#answer(await this.#worker.command(bytes));
		}
		catch (error) {
			this.#end(error as Error);
		}
		this.#busy = false;
		const settled = this.#settled;
		this.#settled = [];
		for (const settle of settled)
			settle();
		this.#next();
	}

	/** Nothing is left to do: when nothing can come either, what waits would wait for ever. */
	#rest(): void {
		const { lookups, sockets, timers } = this.open;
		if (this.#calls.size > 0 && lookups + sockets + timers === 0)
			this.#end(new Error("XS waits for something that nothing is left to bring about"));
	}

	#end(fault: Error): void {
		this.#fault ??= fault;
		this.#device.close();
		this.#told ||= this.#calls.size > 0;
		for (const call of this.#calls.values())
			call.reject(this.#fault);
		this.#calls.clear();
	}
}
