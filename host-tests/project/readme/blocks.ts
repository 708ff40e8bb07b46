import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "../../../service/project.js";

/** A code block of a document between two lines of three backticks. */
export interface Block {
	/** Path of the document from the project's folder. */
	readonly document: string;
	/** "ts", "json", "sh"; "" for none. */
	readonly language: string;
	readonly text: string;
	/** The line that it begins in, from 1 on. */
	readonly line: number;
	/** What the document says behind it that the console shows, in order; "…" stands for any text. */
	readonly shows: readonly string[];
}

/** What the snippets name and a test puts its own in the place of. */
const address = /http:\/\/127\.0\.0\.1:8090|https:\/\/records\.example\.org/;
const interval = /60_000/;

/** Documents for users, as paths from the project's folder. */
export const documents: readonly string[] = [
	"README.md",
	"CONTRIBUTING.md",
	...readdirSync(join(projectRoot(), "docs")).filter((name) => name.endsWith(".md")).sort().map((name) => `docs/${name}`)
];

export function documentText(document: string): string {
	return readFileSync(join(projectRoot(), document), "utf8");
}

/** @throws Error when a block has no end */
export function blocksOf(document: string, text = documentText(document)): readonly Block[] {
	const blocks: Block[] = [];
	const lines = text.split("\n");
	for (let index = 0; index < lines.length; index++) {
		const [, language] = /^ *```(.*)$/.exec(lines[index]) ?? [];
		if (language === undefined)
			continue;
		const end = lines.findIndex((line, later) => later > index && /^ *```$/.test(line));
		if (end < 0)
			throw new Error(`${document}:${index + 1}: a code block has no end`);
		const behind = lines.slice(end + 1).find((line) => line !== "") ?? "";
		blocks.push({ document, language, text: lines.slice(index + 1, end).join("\n") + "\n", line: index + 2, shows: shownIn(behind) });
		index = end;
	}
	return blocks;
}

/** The texts of a paragraph that says "The console shows `A`, then `B`.", with words before a text at most. */
function shownIn(paragraph: string): readonly string[] {
	const [, first, then] = /\bthe console shows (?:[\w ]+: )?`([^`]+)`(?:, then `([^`]+)`)?/i.exec(paragraph) ?? [];
	return [first, then].filter((text) => text !== undefined);
}

/** Whether an output has the texts of a block, in order. */
export function isShown({ shows }: Block, output: string): boolean {
	const pattern = shows.flatMap((text) => text.split("…")).map((text) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")).join("[^]*?");
	return new RegExp(pattern).test(output);
}

/** The blocks of a document in one language, in order. */
export function blocksIn(document: string, language: string): readonly Block[] {
	return blocksOf(document).filter((block) => block.language === language);
}

/** Cells of the table of a document that begins with a heading, row by row, without the heading's. */
export function tableOf(document: string, heading: string): string[][] {
	const [, after = ""] = documentText(document).split(`\n| ${heading} |`);
	return after.split("\n\n")[0].split("\n").slice(2).map((row) => row.split("|").slice(1, -1).map((cell) => cell.trim()));
}

/** The app of README.md, and the outbox's of its page: each a snippet for main.js and a manifest. */
export const apps = ["README.md", "docs/outbox.md"].map((document) => ({ snippet: blocksIn(document, "ts")[0], manifest: blocksIn(document, "json")[0] }));

/** A snippet with the address of a service in the place of its own. @throws Error when it does not name one just once */
export function snippetFor(block: Block, url: string): string {
	return replaceOnce(block, block.text, address, url);
}

/** The outbox's snippet, with a reading every few milliseconds instead of every minute. */
export function quickSnippetFor(block: Block, url: string): string {
	return replaceOnce(block, snippetFor(block, url), interval, "20");
}

function replaceOnce({ document, line }: Block, text: string, given: RegExp, replacement: string): string {
	if (text.split(given).length !== 2)
		throw new Error(`${document}:${line}: the snippet does not have ${given.source} just once`);
	return text.replace(given, replacement);
}
