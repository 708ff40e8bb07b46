/** The full size of what `npm test` takes samples of: random and hostile texts, read on Node and, by the C of devices, on XS. */
import { parseJSON } from "../../lib/shared/safe-json.js";
import type { Part } from "../../tools/report/part.js";
import { count, table } from "../../tools/report/table.js";
import { SeededRandom } from "../../tools/seeded-random.js";
import { startEngine } from "../../tools/xs/engine.js";
import { prepareXS } from "../../tools/xs/install.js";
import { anyJSONText, expectedOf } from "../contract/lists/json-texts.js";

const TEXTS = 300_000;
/** Texts that XS reads at a time. */
const SOME = 1000;

/** Says of each text what the library makes of it. */
const reader = `import { parseJSON } from "records-client";
export function read(texts) {
	return texts.map((text) => {
		const value = parseJSON(text);
		return value === undefined ? null : JSON.stringify(value);
	});
}`;

export const part: Part = {
	name: "json-texts",
	heading: "JSON: 300,000 random and hostile texts",
	async run(seed, say) {
		const readiness = await prepareXS();
		if (!readiness.ready)
			return { notRun: readiness.why };
		const random = new SeededRandom(seed);
		const xs = await startEngine();
		let good = 0;
		try {
			xs.load("reader", reader);
			for (let done = 0; done < TEXTS; done += SOME) {
				const texts = Array.from({ length: SOME }, () => anyJSONText(random));
				const onXS = await xs.call("reader", "read", texts) as readonly (string | null)[];
				for (const [index, text] of texts.entries()) {
					const expected = expectedOf(text);
					const value = parseJSON(text);
					const found = [value === undefined ? undefined : JSON.stringify(value), onXS[index] ?? undefined];
					if (found.some((other) => other !== expected))
						return { findings: [`of ${JSON.stringify(text)}: ${expected} expected, Node ${found[0]}, XS ${found[1]}`] };
					good += expected === undefined ? 0 : 1;
				}
				if (done % (50 * SOME) === 0)
					say(`${count(done + SOME)} texts`);
			}
		}
		finally {
			await xs.close();
		}
		const written = `Texts that are deep, wide, cut, or no JSON, and whose own texts look like JSON, were read on Node and on XS as a plain walk through the grammar reads them: those that are JSON, have 16 levels at most and not more values than are allowed, and no others.`;
		return { report: [written, table(["texts", "read"], [[count(TEXTS), count(good)]])] };
	}
};
