/** build/measurements/reliability.md: sections that are each written by a command of its own. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { projectRoot } from "../../service/project.js";
import { sections } from "./sections.js";

const path = join(projectRoot(), "build", "measurements", "reliability.md");

/**
 * Writes a section anew and keeps the rest of the file.
 * @param heading without the two hashes
 * @param text begins and ends with a line feed
 */
export async function writeReliability(heading: string, text: string): Promise<void> {
	const old = await readFile(path, "utf8").catch(() => "# Long runs\n");
	const before = sections(old).get(heading);
	await mkdir(dirname(path), { recursive: true });
	await writeFile(path, before === undefined
		? `${old.trimEnd()}\n\n## ${heading}\n${text}`
		: old.replace(`## ${heading}\n${before}`, () => `## ${heading}\n${text}${old.endsWith(before) ? "" : "\n"}`));
}
