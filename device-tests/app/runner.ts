import Debug from "debug";
import Timer from "timer";
import type { Case } from "../../host-tests/contract/case.js";
import type { Network } from "records-client";
import { DeviceContext, type Places } from "./context.js";
import "./machine.js";

/** Milliseconds for one case. */
const patience = 300_000;

/** What XS gives as reason when it has no memory; it goes on without any where the handler returns false. */
const MEMORY_FULL = "memory full";

/** Runs cases one after the other and traces a line for each: `ok name`, `not ok name: why` or `known name: reason`. */
export class Runner {
	readonly #known: Readonly<Record<string, string>>;
	readonly #after: string;
	#waits: boolean;
	#passed = 0;
	#failed = 0;
	#found = 0;
	/** Ends the case under way with what went wrong outside of its promise. */
	#fail: ((why: string) => void) | undefined;

	/**
	 * @param known reasons by the names of cases that fail for them
	 * @param after name of the case behind which to begin, "" for all
	 */
	constructor(known: Readonly<Record<string, string>>, after: string) {
		this.#known = known;
		this.#after = after;
		this.#waits = after !== "";
		// An exception out of a callback, or a rejection nobody looks at, would end the app: it fails the case instead.
		globalThis.abort = (why, exception) => {
			// What the handler allocates would call it again, until the native stack is full.
			if (why === MEMORY_FULL)
				return true;
			const text = `ends the app: ${why}: ${textOf(exception)}`;
			if (this.#fail !== undefined)
				this.#fail(text);
			else
				this.#report("between cases", text);
			return false;
		};
	}

	/**
	 * @param group its name, which goes before those of its cases
	 * @param network of its clients; undefined for the library's own
	 */
	async run(group: string, cases: readonly Case[], places: Places, network?: Network): Promise<void> {
		for (const one of cases) {
			const full = `${group}: ${one.name}`;
			if (this.#waits) {
				this.#waits = full !== this.#after;
				continue;
			}
			trace(`begin ${full}\n`);
			this.#report(full, await this.#outcome(one, places, network));
		}
	}

	/** Traces the closing line. Returns whether all is as it should be. */
	close(): boolean {
		trace(`${this.#passed} passed, ${this.#failed} failed${this.#found === 0 ? "" : `, ${this.#found} known`}\n`);
		return this.#failed === 0;
	}

	/** Returns what went wrong, "" for nothing. */
	async #outcome(one: Case, places: Places, network: Network | undefined): Promise<string> {
		const context = new DeviceContext(places, network);
		const deadline = Timer.set(() => this.#fail?.(`no end after ${patience} milliseconds`), patience);
		const outside = new Promise<string>((resolve) => {
			this.#fail = resolve;
		});
		const why = await Promise.race([outside, attempt(one, context)]);
		Timer.clear(deadline);
		try {
			context.close();
			// Unhandled rejections are found by the collector.
			Debug.gc();
			await context.sleep(0);
		}
		catch (error) {
			return why || textOf(error);
		}
		const late = await Promise.race([outside, Promise.resolve("")]);
		this.#fail = undefined;
		return why || late;
	}

	#report(name: string, why: string): void {
		const known = this.#known[name];
		if (why === "" && known === undefined) {
			this.#passed++;
			trace(`ok ${name}\n`);
		}
		else if (why !== "" && known !== undefined) {
			this.#found++;
			trace(`known ${name}: ${known} (${why})\n`);
		}
		else {
			this.#failed++;
			trace(`not ok ${name}: ${why || "passes, although known to fail"}\n`);
		}
	}
}

/** Resolves with what went wrong inside the case, "" for nothing. */
async function attempt(one: Case, context: DeviceContext): Promise<string> {
	try {
		await one.run(context);
		return "";
	}
	catch (error) {
		return textOf(error) || "fails without a message";
	}
}

function textOf(error: unknown): string {
	return (error instanceof Error ? error.message || error.name : String(error)).replaceAll("\n", " ");
}
