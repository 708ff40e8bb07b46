/** MEMORY.md: its figures are those of the measurements. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { refreshed } from "../../bench/memory-page.js";
import { projectRoot } from "../../service/project.js";

const page = readFileSync(join(projectRoot(), "MEMORY.md"), "utf8");
const measurements = readFileSync(join(projectRoot(), "bench", "measurements", "memory.md"), "utf8");

test("the figures of MEMORY.md are the measured ones", (t) => {
	t.is(refreshed(page, measurements), page);
	t.regex(refreshed(page.replace(/^\| create \|.*$/m, "| create | 1 | 2 |"), measurements), /^\| create \| [\d,]{4,} \| [\d,]{4,} \|$/m);
	t.throws(() => refreshed(page.replace("| create |", "| no row |"), measurements), { message: 'MEMORY.md has no row "create"' });
	t.throws(() => refreshed(page, measurements.replace("| create | 38 |", "| no row |")), { message: /^bench\/measurements\/memory\.md has no row "create"/ });
});

test("every row of MEMORY.md with figures is measured", (t) => {
	const zeros = page.replace(/(?<=^\|.*\| )[\d,]+(?= \|)/gm, "0");
	t.not(zeros, page);
	t.is(refreshed(zeros, measurements), page);
});
