import type { ClientResponse } from "./response.js";

/**
 * The id that a create gives its record itself: two such creates have the effect of one.
 * @param body JSON text of a create, undefined for none
 * @returns an id as PocketBase takes it (15 characters, a to z and digits), "" when the body has none
 */
export function ownId(body: string | undefined): string {
	try {
		const { id } = JSON.parse(body ?? "") as { id?: unknown };
		return typeof id === "string" && /^[a-z0-9]{15}$/.test(id) ? id : "";
	}
	catch {
		return "";
	}
}

/** Whether a create was refused because there is a record with its id. */
export function isTaken({ statusCode, body }: ClientResponse): boolean {
	if (statusCode !== 400)
		return false;
	try {
		const { data } = JSON.parse(body) as { data?: { id?: { code?: unknown } } };
		return data?.id?.code === "validation_not_unique";
	}
	catch {
		return false;
	}
}
