/**
 * Node's AbortController, under the name that devices import.
 * @module records-client/abort (Node)
 */
import type { AbortController as DeviceAbortController } from "../lib/abort/abort-controller.js";

/** What devices have of an `AbortController`. */
export type AbortController = DeviceAbortController;

/** Node's own. */
export const AbortController = globalThis.AbortController as unknown as typeof DeviceAbortController;
