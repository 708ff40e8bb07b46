import { join } from "node:path";
import test from "ava";
import { prepareHost } from "../../bench/engine.js";
import { projectRoot } from "../../service/project.js";

const light = "the Wi-Fi adds at most 4,200 bytes of bytecode";

const prepared = await prepareHost(4);
if (prepared.host === undefined) {
	console.warn(`not run: the Wi-Fi's budget, because there is no XS with 32 bits to measure on: ${prepared.why}`);
	test.skip(light, () => undefined);
}
else {
	const { host } = prepared;
	test(light, async (t) => {
		const lines = await host.run("bytecode", { path: join(projectRoot(), "dist", "wifi.js") });
		const bytes = lines?.[0].bytecode ?? NaN;
		t.true(bytes > 2000 && bytes <= 4200, `${bytes} bytes`);
	});
}
