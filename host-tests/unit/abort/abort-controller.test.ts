import test from "ava";
import { AbortController } from "../../../lib/abort/abort-controller.js";

test("a listener that throws keeps no other from being called; what the first has thrown comes out of abort, once", (t) => {
	const controller = new AbortController();
	const { signal } = controller;
	const called: string[] = [];
	for (const name of ["before", "first", "second", "after"]) {
		signal.addEventListener("abort", () => {
			called.push(name);
			if (name === "first" || name === "second")
				throw new Error(name);
		});
	}
	t.throws(() => controller.abort(), { message: "first" });
	t.true(signal.aborted);
	t.deepEqual(called, ["before", "first", "second", "after"]);
	controller.abort();
	t.is(called.length, 4);
});
