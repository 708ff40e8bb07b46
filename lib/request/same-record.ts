import { parseJSON } from "../shared/safe-json.js";

/** What PocketBase sets itself, whatever is sent. */
const AUTODATES: readonly string[] = Object.freeze(["created", "updated"]);

/** What a record may have besides what was sent, see `parseJSON`. */
const OWN_UNITS = 1024;

// docs/decisions/0031-retries-only-without-a-second-effect.md
/**
 * Whether a record can be what a create has sent. Only a member that can't have become the record's is evidence against
 * it: PocketBase ignores members that it doesn't know, fills empty ones in, gives values the type of their field, takes
 * repeats out of lists, and writes dates in UTC with milliseconds.
 * @param sent JSON text of the create
 * @param record JSON text of the record
 */
export function canBeSame(sent: string, record: string): boolean {
	const given = parseJSON(sent, Infinity);
	// As many values as were sent, and the service's own.
	const kept = parseJSON(record, OWN_UNITS + sent.length);
	return !isObject(given) || !isObject(kept) || canBecome(given, kept);
}

/** Whether the service may keep one value as the other. Values whose types can't be compared are no evidence. */
function canBecome(sent: unknown, kept: unknown): boolean {
	if (sent === kept || sent === "" || kept === "" || Array.isArray(sent) && sent.length === 0)
		return true;
	if (typeof sent === "string" && typeof kept === "string")
		return /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}Z$/.test(kept) && [kept, ""].includes(dateOf(sent));
	if (typeof sent === "string" && typeof kept === "number" || typeof sent === "number" && typeof kept === "string")
		return Number.isNaN(Number(sent)) || Number.isNaN(Number(kept)) || Number(sent) === Number(kept);
	if (Array.isArray(sent) && Array.isArray(kept))
		return sent.length === kept.length ? haveSame(sent, kept) : new Set<unknown>(sent).size === kept.length;
	if (isObject(sent) && isObject(kept))
		return haveSame(sent, kept);
	return typeof sent !== typeof kept;
}

function haveSame(sent: object, kept: object): boolean {
	const members = new Map(Object.entries(kept));
	return Object.keys(sent).every((name) => !members.has(name) || AUTODATES.includes(name) || canBecome((sent as Readonly<Record<string, unknown>>)[name], members.get(name)));
}

function isObject(value: unknown): value is object {
	return typeof value === "object" && value !== null;
}

/** A date in the form that PocketBase gives it, "" for what is not certainly one in UTC. */
function dateOf(text: string): string {
	const [, day = "", time = "00:00:00", fraction = ""] = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?Z?)?$/.exec(text) ?? [];
	return day === "" ? "" : `${day} ${time}.${(fraction + "000").slice(0, 3)}Z`;
}
