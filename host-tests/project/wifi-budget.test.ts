import { join } from "node:path";
import test from "ava";
import { prepareHost } from "../../bench/engine.js";
import { projectRoot } from "../../service/project.js";

/** By bundle: what an app gets with it, and the least and the most bytes of bytecode. */
const budgets = [
	["wifi", "the Wi-Fi adds at most 4,200 bytes of bytecode", 2000, 4200],
	["health", "the health adds at most 1,700 bytes of bytecode", 700, 1700]
] as const;

const prepared = await prepareHost(4);
if (prepared.host === undefined) {
	console.warn(`not run: the budgets of Wi-Fi and health, because there is no XS with 32 bits to measure on: ${prepared.why}`);
	for (const [, light] of budgets)
		test.skip(light, () => undefined);
}
else {
	const { host } = prepared;
	for (const [name, light, least, most] of budgets) {
		test.serial(light, async (t) => {
			const lines = await host.run("bytecode", { path: join(projectRoot(), "dist", `${name}.js`) });
			const bytes = lines?.[0].bytecode ?? NaN;
			t.true(bytes > least && bytes <= most, `${bytes} bytes`);
		});
	}
}
