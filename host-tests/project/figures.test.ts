/** Figures of docs/ that somebody decides by: each is measured, and docs/deciding.md has them as the pages that it links to. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { sources } from "../../bench/memory-page.js";
import { projectRoot } from "../../service/project.js";

const read = (...names: readonly string[]): string => readFileSync(join(projectRoot(), ...names), "utf8");
const memory = read("docs", "memory.md");

function found(text: string, pattern: RegExp): string {
	return pattern.exec(text)?.[1] ?? "nothing";
}

function thousands(row: string): string {
	return String(Math.round(Number(found(memory, new RegExp(`^\\| ${row} \\| ([\\d,]+)`, "m")).replaceAll(",", "")) / 1000));
}

test("every row of docs/memory.md with figures is measured", (t) => {
	t.deepEqual([...memory.matchAll(/^\| (.+?) \| [\d,]+ \|/gm)].map(([, name]) => name), Object.keys(sources));
});

test("the figures of docs/deciding.md are those of the pages that it links to", (t) => {
	const deciding = read("docs", "deciding.md"), reliability = read("docs", "reliability.md");
	const rates = [...read("docs", "fleets.md").matchAll(/^\| \d+ \| ([\d,]+) \|/gm)].map(([, rate]) => Number(rate.replaceAll(",", "")));
	const attacks = read("kit", "tests", "rules.test.ts").match(/^\t\["[^"]+", \(\) => /gm)?.length;
	const figures = [
		`About ${thousands("heap, at the least, for a log-in and 50 creates")} KB of heap for a log-in and 50 creates, ${thousands("the same over TLS")} KB with TLS`,
		`about ${thousands("bytecode of the library")} KB of bytecode, ${thousands("all bytecode with TLS, the SDK's modules included")} KB with TLS`,
		`[${(Math.floor(Math.min(...rates) / 100) * 100).toLocaleString("en")} readings a second]`,
		`| ${attacks} attacks on`,
		`[${found(memory, /after ([\d,]+) creates/)} creates]`,
		`[${found(reliability, /([\d,]+) random sequences/)} random sequences]`,
		`and ${found(reliability, /simulator, killed (\d+) times/)} kills`,
		`| ${found(reliability, /([\d,]+) devices that lose the service/)} devices that lose the service`
	];
	t.deepEqual(figures.filter((figure) => !deciding.includes(figure)), []);
});
