/** bench/measurements/memory.md: one table at a glance, and a part for each command that measures. A command replaces its own and keeps the rest. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { projectRoot } from "../service/project.js";
import { type Goal, goals, type Reached, verdict } from "./goals.js";
import { refreshed } from "./memory-page.js";
import { sections } from "../tools/report/sections.js";
import { count, row } from "../tools/report/table.js";

const path = join(projectRoot(), "bench", "measurements", "memory.md");
const page = join(projectRoot(), "docs", "memory.md");
const glance = "At a glance";
const introduction = `# Measured memory and work

Bytes are what is allocated, exactly: the collector is off while an operation runs. The \`await\` and its promise are part of the price, and so is the text or object that comes out. Computrons are the engine's own count of work. The service is PocketBase on loopback.
`;

/** Columns of the table at a glance, in their order; those of this library have the goals held against them. */
const columns = ["Moddable SDK", "Moddable's HTTP client there", "PocketBase SDK there"] as const;
const judged: readonly Column[] = ["Moddable SDK"];
const headings = ["On XS from npm", "On the Moddable SDK", "Real servers before the service", "Outbox", "Lists, batches and signals", "Files", "Live records", "One service", "A fleet of 5,000"] as const;

/** Written by hand: experiments on XS from npm with slots of 16 bytes, one run each, and on the SDK for TLS. */
const tried = [
	"### What was tried where a goal is not reached",
	"",
	"Experiments are not part of the library, unless a line says so.",
	"",
	"- **Live heap, least heap.** Socket callbacks that find their connection by `target` (ECMA-419), a receive buffer that begins at 512 bytes and a body buffer that begins at 256 are in the library: as experiments they brought the live heap from 10,780 to 8,696 bytes. A client made on a stack that is 26 slots less deep, also in it, took 384 bytes off the least heap. Over TLS it was 32,768 on the SDK; a hello of the library's own and CAs that are read once brought 31,488. Counted, not done: the token as text in the session beside its bytes in the send buffer takes 296 bytes, and ten small objects could be parts of their owners for some 640; either would mix the parts' tasks.",
	"- **A boot's first list of 500 behind a proxy, bytes on the SDK**: 1,106,000, and 277,000 in a heap of 1 MB in one piece. A heap that has grown in pieces has no room to make the buffer longer where it is; later lists begin with what the last one took, and their peak is 302,656 (goal 330,000).",
	"- **Bytecode.** It has grown with the checks that the goals' experiment lacked. Five rewrites of the build save 2,078 bytes in the client and 612 in the outbox, by xsc; terser saves at most 0.3 KB in the client. Of the outbox's 21,000 bytes some 5,000 are classes and methods, 1,320 texts. xsc takes 3 bytes for nearly each forward branch of a large module, 3 for each name. Written as whether it is true, comparisons of texts with an empty one and of objects with undefined save 530 bytes by their types; but an option that is null is no object then, and no error.",
	"- **A list of 500 allocates 256 KB**, its bytes and its text, each time: it leaves nothing, because its buffer is given back. 584 bytes more are live after it: its own known head, which the next list is read by.",
	"- **A list of 30 costs 10,300 computrons more with the default of `limits.values`** than in the tables, which are measured with a `values` that no answer can reach: its values are counted before it is called ok. `json()` does not count them again.",
	"- **Delivery of one reading** (goal 4,500; SDK, flash): 7,142 before the reading was read and checked once only, 6,048 since; after a batch 8,817 and 7,378. Some 2,500 are the client's, 570 the mark that it has left. Its time is spread: no other function takes more than 300. A body as text would save 190 on XS from npm, nothing on the SDK. Keeping the batch's buffer would save 217, and keep 5,068 bytes.",
	"- **A create after a list behind a CDN, bytes** (goal 1,945): 7,980 on XS from npm. Its head of some 900 bytes becomes a text, and its lines 20 texts, because they are compared one by one; the texts that vary are joined once more. To find a head's end where the last one had it saved 44 bytes and took 75 computrons: most differ in length.",
	"- **Least heap with lists of 30** (goal 34,000 in all): 35,840 on the SDK, of which 14,592 bytes of chunks are more than without lists. A list's bytes and its text, 8,200 bytes each, are there at once: XS makes text from bytes by a copy. A buffer that is given back after each list saves 512, and allocates as much again each time.",
	"- **A create after a 400 behind Apache** (goal 3,300): 4,387. Apache closes the connection after a 400; the create opens another.",
	"- **Bytes of a batched reading** (goal 150 sent): PocketBase refuses a relative URL, a lower-case method and gzip in a batch. Its wrapper takes 67 bytes, the id 23: 175 for a reading of 85 bytes, 150 for one of 60.",
	"- **Streamed lists** (goal 300 computrons a record of 282 bytes, peak 12,500 bytes): what is reached is below. Of the 405 with a window of 4,096 bytes the client takes 124, most of it for each piece of 1,536 bytes that the socket gives at once; what is done with each record besides the app's callback 42; the checks of depth and values 40; parsing 24. Without those checks it would be 323. A window that reads 4,096 bytes at once costs 405, too; a regular expression in place of four searches 688, because XS counts its steps. The text that is parsed at once is copied twice, 583 bytes a record. Window, its text, both copies and the objects of seven records are the peak: with half the window it is within the goal, at three times the work.",
	"- **Bytecode of lists, files and live records** (goals 3,800 and 2,000 for the first two): the goals' experiment had one sort field, no limit of a record, no raw text, no promises, no check of a resumed part and no id that is recognised. In modules compiled alone, lists are the scanner 6,031, pages 2,872 and their keys 1,436; files are downloads 4,158, uploads 3,439 and what both share 1,435; live records 6,355 and their stream 4,083. Of each some 700 to 970 are error texts. A scanner without its search character by character would lose white space and records that hold `},{` more than four times.",
	"- **A live stream** (goal 1,500 bytes): 1,724 with its socket, of which 256 are the buffer that it reads into. Nothing was tried.",
	"- **Filter** (goals 400 computrons with two values, 900 bytes of bytecode): 491 and 1,931. Of the computrons the values' texts take 133, the search for a value without a placeholder 96. Quotation marks found by a regular expression would save 40 bytes and 4 computrons. Of the bytecode 197 bytes look for quotation marks and count expressions, 139 count bytes; 263 are error texts.",
	"- **Bytecode of the client, for what the small entries share** (goal 2 %): 69,793 bytes after 68,445, 2.0 % more. What takes bodies as they come is shared by lists and files, what ends a call comes with `abort`. Lists read by index, parameters as declarations and some shorter code saved 998 bytes more. A create takes 72 computrons fewer than before, and as many bytes.",
	"- **A wake over TLS with 100 readings pending** (goal 110,000 computrons): start, put, resumed connection and the reading's delivery are within it. Delivery of the 100 takes 1,400 each in addition."
];

export type Column = typeof columns[number];
export type Heading = typeof headings[number];

/** Replaces one part, its columns of the table, and the figures of docs/memory.md. Returns the whole text. @param text Markdown with headings from ### on */
export async function writeMemory(heading: Heading, text: string, reached: Readonly<Partial<Record<Column, Reached>>>): Promise<string> {
	const old = sections(await readFile(path, "utf8").catch(() => ""));
	const parts = headings.flatMap((name) => {
		const part = name === heading ? `\n${text}` : old.get(name);
		return part === undefined ? [] : [`## ${name}\n${part.trimEnd()}\n`];
	});
	const whole = [introduction, `## ${glance}\n\n${table(old.get(glance) ?? "", reached)}\n`, ...parts].join("\n");
	await writeFile(path, whole);
	await writeFile(page, refreshed(await readFile(page, "utf8"), whole));
	return whole;
}

function table(old: string, reached: Readonly<Partial<Record<Column, Reached>>>): string {
	const [header, , ...rows] = old.split("\n").filter((line) => line.startsWith("|")).map((line) => line.split("|").slice(1, -1).map((cell) => cell.trim()));
	const kept = (what: string, column: Column): string =>
		rows.find(([name]) => name === what)?.[header.indexOf(column)] ?? "-";
	const lines = (Object.keys(goals) as Goal[]).map((goal) => {
		const { what, most } = goals[goal];
		const cells = columns.map((column) => {
			const mine = reached[column];
			if (mine === undefined)
				return kept(what, column);
			return judged.includes(column) ? verdict(mine[goal], most) : count(mine[goal]);
		});
		return row([what, `≤ ${count(most)}`, ...cells]);
	});
	return [
		row(["", "goal", ...columns]), row(["---", "---:", ...columns.map(() => "---:")]), ...lines,
		"\nBold: over the goal. A create is text in, text out; the PocketBase SDK takes and gives objects. The CDN's heads are Cloudflare's.\n",
		...tried
	].join("\n");
}
