import { growingHeap } from "../../bench/measure.js";
import { hostOfTests } from "../runner/on-xs.js";

const { host, test } = await hostOfTests("texts through an outbox on XS");

test("on XS, lone surrogates in a reading become U+FFFD, and all other text stays as it is", async (t) => {
	t.deepEqual(await host.run("ours-outbox-text", {}, growingHeap), [{ texts: 11 }]);
});
