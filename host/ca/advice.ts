/** What docs/troubleshooting.md says about an error. */
export interface Advice {
	readonly cause: string;
	readonly remedy: string;
}

/**
 * @param error its text
 * @param page of the errors: tables of text, cause and what to do
 * @returns undefined for an error that the page does not have
 */
export function adviceFor(error: string, page: string): Advice | undefined {
	let found: Advice | undefined;
	let longest = 0;
	for (const [, texts, cause, remedy] of page.matchAll(/^\| (`[^|]*) \|([^|]*)\|([^|]*)\|$/gm)) {
		for (const [, begin] of texts.matchAll(/`([^`]+)`/g)) {
			if (begin.length <= longest || !error.startsWith(begin))
				continue;
			longest = begin.length;
			found = { cause: plain(cause), remedy: plain(remedy) };
		}
	}
	return found;
}

/** Without Markdown. The pages that it links to are beside the one that it is from. */
function plain(text: string): string {
	return text.trim().replace(/\[([^\]]*)\]\(([^)]*)\)/g, "$1 (docs/$2)").replaceAll("`", "");
}
