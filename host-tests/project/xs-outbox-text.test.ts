import test from "ava";
import { prepareHost } from "../../bench/engine.js";
import { growingHeap } from "../../bench/measure.js";

const title = "on XS, lone surrogates in a reading become U+FFFD, and all other text stays as it is";
const { host, ...rest } = await prepareHost();
if (host === undefined) {
	console.warn(`not run: texts through an outbox on XS: ${"why" in rest ? rest.why : ""}`);
	test.skip(title, () => undefined);
}
else {
	test(title, async (t) => {
		t.deepEqual(await host.run("ours-outbox-text", {}, growingHeap), [{ texts: 11 }]);
	});
}
