/** docs/memory.md: its figures are those of the measurements; docs/deciding.md: its figures are those of the pages that it links to. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { refreshed } from "../../bench/memory-page.js";
import { projectRoot } from "../../service/project.js";

const read = (...names: readonly string[]): string => readFileSync(join(projectRoot(), ...names), "utf8");
const page = read("docs", "memory.md");
const measurements = read("bench", "measurements", "memory.md");

test("the figures of docs/memory.md are the measured ones", (t) => {
	t.is(refreshed(page, measurements), page);
	t.regex(refreshed(page.replace(/^\| create \|.*$/m, "| create | 1 | 2 |"), measurements), /^\| create \| [\d,]{4,} \| [\d,]{4,} \|$/m);
	t.throws(() => refreshed(page.replace("| create |", "| no row |"), measurements), { message: 'docs/memory.md has no row "create"' });
	t.throws(() => refreshed(page, measurements.replace(/(### Each operation, by client\n[^]*?)\n\| create \|/, "$1\n| no row |")), { message: /^bench\/measurements\/memory\.md has no row "create"/ });
});

test("every row of docs/memory.md with figures is measured", (t) => {
	const zeros = page.replace(/(?<=^\|.*\| )[\d,]+(?= \|)/gm, "0");
	t.not(zeros, page);
	t.is(refreshed(zeros, measurements), page);
});

/** What the page for deciders must say, as the other pages have it. */
function decidersFigures(memory: string, reliability: string, fleets: string, attacks: string): readonly string[] {
	const thousands = (row: string): string => {
		const [, figure = ""] = new RegExp(`^\\| ${row} \\| ([\\d,]+)`, "m").exec(memory) ?? [];
		return String(Math.round(Number(figure.replaceAll(",", "")) / 1000));
	};
	const rates = [...fleets.matchAll(/^\| \d+ \| ([\d,]+) \|/gm)].map(([, rate]) => Number(rate.replaceAll(",", "")));
	const made = attacks.match(/^\t\["[^"]+", \(\) => /gm)?.length ?? 0;
	const told = (text: string, pattern: RegExp): string => pattern.exec(text)?.[1] ?? "nothing";
	return [
		`About ${thousands("heap, at the least, for a log-in and 50 creates")} KB of heap for a log-in and 50 creates, ${thousands("the same over TLS")} KB with TLS`,
		`about ${thousands("bytecode of the library")} KB of bytecode, ${thousands("all bytecode with TLS, the SDK's modules included")} KB with TLS`,
		`[${(Math.floor(Math.min(...rates) / 100) * 100).toLocaleString("en")} readings a second]`,
		`| ${made} attacks on`,
		`[${told(memory, /after ([\d,]+) creates/)} creates]`,
		`[${told(reliability, /([\d,]+) random sequences/)} random sequences]`,
		`and ${told(reliability, /simulator, killed (\d+) times/)} kills`,
		`| ${told(reliability, /([\d,]+) devices that lose the service/)} devices that lose the service`
	];
}

test("the figures of docs/deciding.md are those of the pages that it links to", (t) => {
	const deciding = read("docs", "deciding.md"), reliability = read("docs", "reliability.md"), attacks = read("host-tests", "integration", "kit.test.ts");
	const figures = decidersFigures(page, reliability, read("docs", "fleets.md"), attacks);
	t.deepEqual(figures.filter((figure) => !deciding.includes(figure)), []);
	t.true(reliability.includes(figures[3]));
	const others = decidersFigures(page.replaceAll(/\d/g, "7"), reliability.replaceAll(/\d/g, "7"), "| 1 | 7,777 |", "");
	t.deepEqual(others.filter((figure) => deciding.includes(figure)), []);
});
