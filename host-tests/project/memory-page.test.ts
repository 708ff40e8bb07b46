/** docs/memory.md: its figures are those of the measurements; docs/deciding.md: its figures are those of the pages that it links to. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { refreshed, sources } from "../../bench/memory-page.js";
import { projectRoot } from "../../service/project.js";

const read = (...names: readonly string[]): string => readFileSync(join(projectRoot(), ...names), "utf8");
const page = read("docs", "memory.md");
const measured = `## Outbox

### What it adds to an app
| storage | all delivered | 400 pending (RAM: 10) |
| --- | ---: | ---: |
| flash | 1 | 2,222 |

### What a reading costs
| storage |  | bytes | computrons |
| --- | --- | ---: | ---: |
| flash | put, object | **3,333** | 4,444 |
| flash | delivery | 5,555 | 6,666 |

## Live records

|  | computrons | bytes |
| --- | ---: | ---: |
| poll | 7,777 | 8,888 |
`;

test("docs/memory.md gets the figures that were measured, and keeps the others", (t) => {
	const rows = [
		"| heap of an outbox on flash | 2,222 |", "| put a reading, flash | 3,333 | 4,444 |", "| deliver a reading in a batch of 20, flash | 5,555 | 6,666 |",
		"| a poll of live records that finds nothing | 8,888 | 7,777 |"
	];
	const before = page.split("\n");
	t.deepEqual(refreshed(page, measured).split("\n").filter((line) => !before.includes(line)), rows);
	t.throws(() => refreshed(page.replace("| put a reading, flash |", "| no row |"), measured), { message: 'docs/memory.md has no row "put a reading, flash"' });
	t.throws(() => refreshed(page, measured.replace("| poll |", "| no row |")), { message: 'build/measurements/memory.md has no row "poll" in "Live records"' });
});

test("every row of docs/memory.md with figures is measured", (t) => {
	const rows = [...page.matchAll(/^\| (.+?) \| [\d,]+ \|/gm)].map(([, name]) => name);
	t.deepEqual(rows, Object.keys(sources));
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
	const deciding = read("docs", "deciding.md"), reliability = read("docs", "reliability.md"), attacks = read("kit", "tests", "rules.test.ts");
	const figures = decidersFigures(page, reliability, read("docs", "fleets.md"), attacks);
	t.deepEqual(figures.filter((figure) => !deciding.includes(figure)), []);
	t.true(reliability.includes(figures[3]));
	const others = decidersFigures(page.replaceAll(/\d/g, "7"), reliability.replaceAll(/\d/g, "7"), "| 1 | 7,777 |", "");
	t.deepEqual(others.filter((figure) => deciding.includes(figure)), []);
});
