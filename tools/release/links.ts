/**
 * A page's links to files of the repository, as addresses of a tag: the page of a registry knows no folder. Links within the page, and to other hosts, stay.
 * @param text Markdown of a page in the repository's folder
 * @param address the repository's, such as https://host/owner/name
 */
export function absoluteLinks(text: string, address: string, tag: string): string {
	return text.replace(/(!?)(\[[^\]]*\]\()([^)\s]+)\)/g, (all, image: string, label: string, link: string) =>
		/^(?:[a-z]+:|#)/.test(link) ? all : `${image}${label}${address}/${image === "" ? "blob" : "raw"}/${tag}/${link})`);
}
