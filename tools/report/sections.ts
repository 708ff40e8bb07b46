/** Returns the texts below a Markdown file's headings of the second level, by heading. */
export function sections(text: string): Map<string, string> {
	return new Map(text.split(/^## /m).slice(1).map((section) => {
		const end = section.indexOf("\n");
		return [section.slice(0, end), section.slice(end + 1)];
	}));
}
