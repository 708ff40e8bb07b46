import { readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "../../../service/project.js";
import { type Block, blocksOf } from "./blocks.js";

/** What the examples of methods are pieces of: a program that has one object of each class. */
const objects = 'import type { RecordsClient } from "records-client"; import type { Outbox } from "records-client/outbox"; '
	+ 'import type { StayConnected } from "records-client/wifi"; import type { Health } from "records-client/health"; '
	+ "declare const records: RecordsClient, outbox: Outbox, wifi: StayConnected, health: Health; ";

/**
 * The `@example`s in a source's docstrings as modules. One without an import is a piece of code in which `records` is a
 * client, `outbox` an outbox, `wifi` a `StayConnected` and `health` a `Health`.
 * @param source path from the project's folder
 */
export function examplesOf(source: string, text = readFileSync(join(projectRoot(), source), "utf8")): readonly Block[] {
	const lines = text.split("\n");
	const found: Block[] = [];
	for (let index = 0; index < lines.length; index++) {
		const [, begin] = /^\s*(?:\/\*)?\*+ ?@example ?(.*)$/.exec(lines[index]) ?? [];
		if (begin === undefined)
			continue;
		const end = begin.endsWith("*/") ? index : lines.findIndex((line, later) => later > index && /^\s*\*(?:\/| ?@)/.test(line));
		const inner = [begin.replace("*/", ""), ...lines.slice(index + 1, end).map((line) => line.replace(/^\s*\* ?/, ""))].join("\n");
		const fenced = blocksOf(source, inner);
		const blocks = fenced.length > 0 ? fenced : [{ document: source, language: "ts", line: 1, text: inner, shows: [] }];
		found.push(...blocks.map((block) => asModule({ ...block, line: block.line + index })));
	}
	return found;
}

/** A piece of code as a module, as TypeScript or as JavaScript; a block with an import is one. */
export function asModule(block: Block, extension: "ts" | "js" = "ts"): Block {
	const head = extension === "ts" ? `${objects}export async function example() {` : "export async function example(records, outbox, wifi, health) {";
	return /^import /m.test(block.text) ? block : { ...block, line: block.line - 1, text: `${head}\n${block.text}\n}\n` };
}
