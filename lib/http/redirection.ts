import { BAD_REQUEST } from "../http-statuses.js";
import { ClientResponse, printable } from "../response.js";
import type { BaseUrl } from "../url/base-url.js";

/** Characters of the address that an error names. */
const LONGEST_TARGET = 200;

/**
 * An answer, whose error says where it leads if it is a redirection. None is followed: token and body would go along.
 * @param location value of the Location field (RFC 9110, section 10.2.2), undefined or "" without one
 * @param url of the service
 * @param path of the request
 */
export function withTarget(response: ClientResponse, location: string | undefined, url: BaseUrl, path: string): ClientResponse {
	if (!location || response.kind !== "http" || response.statusCode >= BAD_REQUEST)
		return response;
	let { authority, scheme }: { authority: string; scheme: string } = url;
	// The query may hold anything, and so may what is before the host.
	let target = location.split(/[?#]/)[0];
	const at = target.indexOf("://");
	if (at > 0) {
		scheme = target.slice(0, at);
		target = target.slice(at + 1);
	}
	if (target.startsWith("//")) {
		const parts = target.split("/");
		authority = parts[2].slice(parts[2].lastIndexOf("@") + 1);
		target = target.slice(2 + parts[2].length);
	}
	else if (!target.startsWith("/"))
		target = path.slice(0, path.split("?")[0].lastIndexOf("/") + 1) + target;
	const address = printable(scheme + "://" + authority + target).slice(0, LONGEST_TARGET);
	return new ClientResponse("http", response.statusCode, response.error + ", redirected to " + address, response.body);
}
