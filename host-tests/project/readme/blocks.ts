import { readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "../../../service/project.js";

/** A code block of README.md between two lines of three backticks. */
export interface Block {
	/** "ts", "json", "sh"; "" for none. */
	readonly language: string;
	readonly text: string;
	/** The line that it begins in, from 1 on. */
	readonly line: number;
}

/** What the snippets of README.md name and a test puts its own in the place of. */
const address = "http://127.0.0.1:8090";
const interval = "60_000";

/** @throws Error when a block has no end */
export function blocksOf(text: string): readonly Block[] {
	const blocks: Block[] = [];
	const lines = text.split("\n");
	for (let index = 0; index < lines.length; index++) {
		const [, language] = /^ *```(.*)$/.exec(lines[index]) ?? [];
		if (language === undefined)
			continue;
		const end = lines.findIndex((line, later) => later > index && /^ *```$/.test(line));
		if (end < 0)
			throw new Error(`README.md:${index + 1}: a code block has no end`);
		blocks.push({ language, text: lines.slice(index + 1, end).join("\n") + "\n", line: index + 2 });
		index = end;
	}
	return blocks;
}

export function readmeText(): string {
	return readFileSync(join(projectRoot(), "README.md"), "utf8");
}

/** The blocks of README.md in one language, in order. */
export function readmeBlocks(language: string): readonly Block[] {
	return blocksOf(readmeText()).filter((block) => block.language === language);
}

/** A snippet with the address of a service in the place of its own. @throws Error when it does not name one just once */
export function snippetFor({ line, text }: Block, url: string): string {
	return replaceOnce(text, address, url, line);
}

/** The outbox's snippet, with a reading every few milliseconds instead of every minute. */
export function quickSnippetFor(block: Block, url: string): string {
	return replaceOnce(snippetFor(block, url), interval, "20", block.line);
}

function replaceOnce(text: string, given: string, replacement: string, line: number): string {
	if (text.split(given).length !== 2)
		throw new Error(`README.md:${line}: the snippet does not have ${given} just once`);
	return text.replace(given, replacement);
}
