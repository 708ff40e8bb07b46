/**
 * Node's AbortController, under the name that devices import.
 * @module records-client/abort
 */
import type { AbortController as DeviceAbortController } from "../lib/abort/abort-controller.js";

/** What devices have of an `AbortController`. */
export type AbortController = Pick<DeviceAbortController, "abort" | "signal">;

/** Node's own. */
export const AbortController = globalThis.AbortController as new () => AbortController;
