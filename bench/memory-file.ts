/** build/measurements/memory.md: all tables, a part for each command that measures. A command replaces its own. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { projectRoot } from "../service/project.js";
import { refreshed } from "./memory-page.js";
import { sections } from "../tools/report/sections.js";

const folder = join(projectRoot(), "build", "measurements");
const path = join(folder, "memory.md");
const page = join(projectRoot(), "docs", "memory.md");
const introduction = `# Measured memory and work

Bytes are what is allocated, exactly: the collector is off while an operation runs. The \`await\` and its promise are part of the price, and so is the text or object that comes out. Computrons are the engine's own count of work. The service is PocketBase on loopback.
`;
const headings = ["On XS from npm", "On the Moddable SDK", "Outbox", "Lists, batches and signals", "Files", "Live records"] as const;

export type Heading = typeof headings[number];

/** Replaces one part. Returns the whole text. @param text Markdown with headings from ### on */
export async function writeMemory(heading: Heading, text: string): Promise<string> {
	const parts = sections(await readFile(path, "utf8").catch(() => ""));
	parts.set(heading, `\n${text}`);
	const whole = [introduction, ...headings.flatMap((name) => {
		const part = parts.get(name);
		return part === undefined ? [] : [`## ${name}\n${part.trimEnd()}\n`];
	})].join("\n");
	await mkdir(folder, { recursive: true });
	await writeFile(path, whole);
	return whole;
}

/** Replaces the figures of docs/memory.md that these parts have. */
export async function refreshPage(parts: ReadonlyMap<Heading, string>): Promise<void> {
	const measured = [...parts].map(([heading, text]) => `## ${heading}\n\n${text}\n`).join("\n");
	await writeFile(page, refreshed(await readFile(page, "utf8"), measured));
}
