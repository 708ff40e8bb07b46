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

// docs/decisions/0031-retries-only-without-a-second-effect.md
/**
 * Whether a member's name has a modifier of PocketBase's: `name+` and `+name` add to what the field holds, `name-` takes from
 * it. A change with one has an effect each time that it is done; one without sets what is set already. A create that brings its
 * id has its effect once in any case: the second is refused.
 */
export function hasModifier(name: string): boolean {
	return name.startsWith("+") || name.endsWith("+") || name.endsWith("-");
}
