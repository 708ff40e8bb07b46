import type { ExecutionContext } from "ava";
import { PowerCut } from "../failing-preferences.js";

/** Enough of them for everything that chance may do to be seen. */
export const seeds = Array.from({ length: 200 }, (_, seed) => seed);

/** Runs what the power fails in, and gives power back. */
export function untilCut(t: ExecutionContext, storage: { readonly isOn: boolean; restart(): void }, action: () => void): void {
	t.true(storage.isOn);
	t.throws(action, { instanceOf: PowerCut });
	t.false(storage.isOn);
	storage.restart();
	t.true(storage.isOn);
}

/** Bytes that count up. */
export function range(length: number, first: number): Uint8Array {
	return Uint8Array.from({ length }, (_, index) => first + index);
}
