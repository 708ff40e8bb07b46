import test from "ava";
import { prepareHost } from "../../bench/engine.js";
import { measureFilesBytecode, measureKB } from "../../bench/files.js";

const up = "a KB of an upload costs at most 610 computrons";
const down = "a KB of a download costs at most 610 computrons";
const light = "files add at most 10,900 bytes of bytecode";

const prepared = await prepareHost(8);
if (prepared.host === undefined) {
	console.warn(`not run: the budgets of files, because there is no XS to measure on: ${prepared.why}`);
	for (const title of [up, down, light])
		test.skip(title, () => undefined);
}
else {
	const { host } = prepared;
	for (const [title, way, most] of [[up, "up", 610], [down, "down", 610]] as const) {
		test(title, async (t) => {
			const { computrons } = await measureKB(host, way);
			t.true(computrons > 50 && computrons <= most, `${computrons} computrons`);
		});
	}

	test(light, async (t) => {
		const bytes = await measureFilesBytecode(host);
		t.true(bytes > 100 && bytes <= 10_900, `${bytes} bytes`);
	});
}
