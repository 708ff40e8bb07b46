import type { Fault } from "../../tools/network/faults.js";

/** The faults that the soak is in. Their order is what a seed stands for. */
export const soakFaults: readonly Fault[] = ["cut", "reset", "stall", "garbage", "error", "limit", "refuse", "stranger"];

/** The faults of a soak among strangers. */
export const strangeFaults: readonly Fault[] = ["stranger", "stranger", "cached"];

/** Of a hundred requests so many meet one of them. */
export const STRANGE_SHARE = 50;
