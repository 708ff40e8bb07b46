/** The part of build/measurements/memory.md that XS from npm makes. */
import type { Figures } from "./figures.js";
import { count, row } from "../tools/report/table.js";

/** The part's text. */
export function report(figures: readonly Figures[], date: Date): string {
	return [
		`Written by \`npm run bench\` on ${date.toISOString().slice(0, 10)}. The engine is that of the tests (\`tools/xs\`, XS 13.3.0 of \`@agoric/xsnap\`, 64 bits: a slot has 32 bytes), whose sockets and timers are Node's: what their stand-ins on XS allocate and work is left out, but for their calls. `
		+ "What a device pays is below, from the Moddable SDK; tests hold the library to these figures, which need no SDK.\n",
		row(["", "slots", "bytes of chunks", "computrons", "keys"]), row(["---", ...Array.from({ length: 4 }, () => "---:")]),
		...figures.map(({ bytes, computrons, keys, name, slots }) => row([name, ...[slots, bytes, computrons, keys].map(count)])), ""
	].join("\n");
}
