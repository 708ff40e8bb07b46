/**
 * An AbortController, for platforms without one.
 * @module records-client/abort
 */
import type { Abortable, AbortableSignal } from "../request/scheduler-interface.js";
import type { Signal } from "../shared/signal.js";
import { abortable } from "./abortable.js";

/**
 * Ends calls before their answers, where the platform has no `AbortController`: as much of the DOM's (section 3.1) as this
 * library takes.
 * @example
 * ```ts
 * import { RecordsClient } from "records-client";
 * import { AbortController } from "records-client/abort";
 *
 * const records = new RecordsClient({ baseUrl: "http://192.168.1.10:8090" });
 * const controller = new AbortController();
 * const call = records.collection("readings").createEx({ sensor: "temperature", value: 21.4 }, { signal: controller.signal });
 * controller.abort();
 * call.then(({ kind }) => trace(kind, "\n")); // closed
 * ```
 */
export class AbortController {
	/** For the calls that `abort` ends, as many as there are. */
	readonly signal: Signal;
	private readonly own = new AbortSignal();

	constructor() {
		this.signal = this.own;
	}

	/** Ends them. May be called again. @throws what the first listener of the app's that throws has thrown, once all have been called */
	abort(): void {
		this.own.abort();
	}
}

class AbortSignal implements AbortableSignal {
	aborted = false;
	private readonly listeners = new Set<() => void>();

	addEventListener(_type: "abort", listener: () => void): void {
		this.listeners.add(listener);
	}

	removeEventListener(_type: "abort", listener: () => void): void {
		this.listeners.delete(listener);
	}

	get abortable(): Abortable {
		return abortable;
	}

	abort(): void {
		if (this.aborted)
			return;
		this.aborted = true;
		const thrown: unknown[] = [];
		this.listeners.forEach((listener) => {
			try {
				listener();
			}
			catch (error) {
				thrown.push(error);
			}
		});
		this.listeners.clear();
		if (thrown.length > 0)
			throw thrown[0];
	}
}
