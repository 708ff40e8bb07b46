import { existsSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { projectRoot } from "../../service/project.js";
import { tableOf } from "../project/readme/blocks.js";
import { leftOut, namesOf } from "../../tools/test-parts.js";

const places = Object.values(leftOut).flat();

test("what npm test leaves out is there, and named once", (t) => {
	const pathOf = (place: string): string => place.endsWith("/") ? place : `${place}.test.ts`;
	t.deepEqual(places.filter((place) => !["host-tests", ""].some((folder) => existsSync(join(projectRoot(), folder, pathOf(place))))), []);
	t.is(new Set(places).size, places.length);
});

test("the page of the tests has what npm test leaves out, and why", (t) => {
	t.deepEqual(tableOf("host-tests/README.md", "Left to the rest | Why"),
		Object.entries(leftOut).map(([why, names]) => [names.map((name) => `\`${name}\``).join(", "), why]));
});

test("both parts are all test files, and only a sampled file is in both", (t) => {
	const names = ["host-tests/unit/http/lines.test.js", "host-tests/outbox/model.test.js", "host-tests/outbox/transient.test.js", "kit/tests/rules.test.js", "tools/xs/engine.test.js"];
	t.deepEqual(namesOf("all", names), names);
	t.deepEqual(namesOf("fast", names), names.slice(0, 2));
	t.deepEqual(namesOf("rest", names), names.slice(1));
});
