/** What the PocketBase SDK asks of the web and the Moddable SDK's fetch does not have. */
import { fetch, Headers } from "fetch";

/** The SDK's fetch takes an object's members as headers for POST and PUT only, and no POST without a body. */
function fetchForPocketBase(url, init) {
	return fetch(url, { ...init, headers: new Headers(Object.entries(init.headers)), body: init.body ?? "" });
}

/** Nothing is one: the PocketBase SDK asks whether a body is. */
class FormData {
}

export function install() {
	globalThis.fetch = fetchForPocketBase;
	globalThis.FormData = FormData;
}
