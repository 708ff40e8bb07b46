/** What is done with each client that is measured, and how often. */
import type { Figures, Settings } from "../../figures.js";
import { begin, end, heapNow } from "./counters.js";
import { finish, tell } from "./finish.js";

/** A client under measurement. Each method does one thing as that client's users would write it. */
export interface Subject {
	/** Makes the client; it has been called once before anything else is. */
	construct(): void;
	/** Selects the collection of what follows, where the client works that way. */
	select(collection: string): void;
	/** Throws when a method's result is not what was asked for. */
	verify(result: unknown): void;
	login(): Promise<unknown>;
	refresh(): Promise<unknown>;
	create(): Promise<unknown>;
	getOne(): Promise<unknown>;
	list(perPage: number): Promise<unknown>;
}

interface Operation {
	readonly name: string;
	readonly collection: string;
	readonly count: number;
	/**
	 * How often it is measured, so that the least counts; once where absent. A token is a new one, and dearer, only when a second
	 * has passed; a list is dearer the more pieces it comes in, which the machine's load decides.
	 */
	readonly rounds?: number;
	readonly run: () => Promise<unknown>;
}

export const given = JSON.parse(settings) as Settings;

/** Runs the plan that the settings name and ends the process. */
export function carryOut(subject: Subject): void {
	finish(plans[given.plan](subject));
}

const plans = {
	/** What each operation allocates, and its computrons, with the collector off. */
	async allocations(subject: Subject): Promise<void> {
		begin();
		subject.construct();
		tell({ figures: end("construct", 1) });
		for (const { name, collection, count, rounds = 1, run } of operations(subject)) {
			subject.select(collection);
			await run();
			await run();
			let result: unknown;
			let figures: Figures | undefined;
			for (let round = 0; round < rounds; round++) {
				begin();
				result = await repeat(run, count);
				const found = end(name, count);
				if (figures === undefined || found.bytes < figures.bytes)
					figures = found;
			}
			tell({ figures });
			subject.verify(result);
		}
	},

	/** The live heap after 100 creates and after all. */
	async growth(subject: Subject): Promise<void> {
		const { creates = 10_000 } = given;
		subject.construct();
		await prepare(subject);
		// The same steps each time, so that the script's own part of the heap is the same.
		for (const [name, count] of [["100 creates", 100], ["all creates", creates - 100]] as const) {
			subject.verify(await repeat(() => subject.create(), count));
			tell({ heap: heapNow(name) });
		}
	}
};

function operations(subject: Subject): Operation[] {
	return [
		{ name: "login", collection: "users", count: 5, rounds: 10, run: () => subject.login() },
		{ name: "create", collection: "readings", count: 100, run: () => subject.create() },
		{ name: "getOne", collection: "readings", count: 50, run: () => subject.getOne() },
		{ name: "list of 30", collection: "readings", count: 20, rounds: 5, run: () => subject.list(30) },
		{ name: "list of 500", collection: "readings", count: 3, rounds: 5, run: () => subject.list(500) },
		{ name: "refresh", collection: "users", count: 5, rounds: 10, run: () => subject.refresh() }
	];
}

async function prepare(subject: Subject): Promise<void> {
	subject.select("users");
	subject.verify(await subject.login());
	subject.select("readings");
}

/** One after the other, each awaited: what a loop in an app does, and the await is part of the price. */
async function repeat(run: () => Promise<unknown>, count: number): Promise<unknown> {
	let result: unknown;
	for (let i = 0; i < count; i++)
		result = await run();
	return result;
}
