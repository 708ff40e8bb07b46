/** The entry "records-client/outbox" for Node. */
import { randomUUID } from "node:crypto";
import type { OutboxOptions } from "../lib/outbox/options.js";
import { Outbox as PlainOutbox } from "../lib/outbox/outbox.js";
import { text, timers } from "./node.js";

export * from "../lib/outbox/index.js";

/** Delivers readings exactly once, with Node's timers and text encoder. See the README for its options. */
export class Outbox extends PlainOutbox {
	/** @throws TypeError or RangeError that names the option that is missing or wrong */
	constructor(options: OutboxOptions) {
		super({ text, timers, origin: randomUUID }, options);
	}
}
