import { text } from "../../host/text.js";
import type { BlockStorage, OutboxOptions } from "../../lib/outbox/index.js";
import { Outbox } from "../../lib/outbox/outbox.js";
import { SetTimers } from "../../tools/set-timers.js";
import type { Carrier } from "./model/wire.js";

/** An outbox of another start, which delivers when it is told to. @param origin as chance has it, if that need not come again */
export function openOutbox(
	storage: BlockStorage, { carrier }: { readonly carrier: Carrier }, options: Partial<OutboxOptions> = {}, origin = (): string => String(Math.random())
): Outbox {
	const limits = { reading: 100, count: 1000, age: 3_600_000, ...options.limits };
	return new Outbox({ text, timers: new SetTimers(), origin }, { client: { sendEx: carrier }, collection: "readings", storage, ...options, limits });
}
