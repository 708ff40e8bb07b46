import { parseJSON } from "../shared/safe-json.js";

/** Characters of an id that a collection can take, whatever the pattern of its own. */
export const ID_LEAST = 15;
export const ID_MOST = 255;

/**
 * The id that a create gives its record itself: two such creates have the effect of one.
 * @param body JSON text of a create
 * @returns an id as a collection can take it: 15 to 255 letters, digits, "-" and "_", whatever the pattern of its own; "" when the body
 * has none
 */
export function clientGeneratedId(body: string): string {
	const { id } = (parseJSON(body, Infinity) ?? {}) as { id?: unknown };
	return typeof id === "string" && id.length >= ID_LEAST && id.length <= ID_MOST && /^[\w-]+$/.test(id) ? id : "";
}
