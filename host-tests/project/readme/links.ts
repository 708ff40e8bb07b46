import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { projectRoot } from "../../../service/project.js";

/**
 * The links of a Markdown text that lead nowhere, each behind its document's name. Links to other hosts are not looked at.
 * @param document path from the project's folder
 */
export function deadLinks(document: string, text: string): readonly string[] {
	const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link);
	return links.filter((link) => !/^[a-z]+:/.test(link) && !isAlive(document, link)).map((link) => `${document}: ${link}`);
}

function isAlive(document: string, link: string): boolean {
	const [path, heading] = link.split("#");
	const file = path === "" ? join(projectRoot(), document) : join(projectRoot(), dirname(document), path);
	if (relative(projectRoot(), file).startsWith("..") || !existsSync(file))
		return false;
	return heading === undefined || headingsOf(readFileSync(file, "utf8")).includes(heading);
}

/** Fragments of a document's headings, as GitHub makes them. */
function headingsOf(text: string): readonly string[] {
	return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading.toLowerCase().replace(/[^\w\- ]/g, "").replaceAll(" ", "-"));
}
