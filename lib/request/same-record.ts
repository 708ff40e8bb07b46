import { parseJSON } from "../shared/safe-json.js";

type Members = Readonly<Record<string, unknown>>;

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
		return isOwnDate(sent, kept);
	if (typeof sent === "string" && typeof kept === "number" || typeof sent === "number" && typeof kept === "string")
		return Number.isNaN(Number(sent)) || Number.isNaN(Number(kept)) || Number(sent) === Number(kept);
	if (Array.isArray(sent) && Array.isArray(kept) && sent.length !== kept.length)
		return new Set<unknown>(sent).size === kept.length;
	if (isObject(sent) && isObject(kept))
		return haveSame(sent, kept);
	return typeof sent !== typeof kept;
}

/** Whether a text can be a date that was sent in another form. */
function isOwnDate(sent: string, kept: string): boolean {
	const date = dateOf(sent);
	return (date === kept || date === "") && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}Z$/.test(kept);
}

function haveSame(sent: Members, kept: Members): boolean {
	// PocketBase sets two itself, whatever is sent.
	return Object.keys(sent).every((name) => !Object.hasOwn(kept, name) || name === "created" || name === "updated" || canBecome(sent[name], kept[name]));
}

function isObject(value: unknown): value is Members {
	return typeof value === "object" && value !== null;
}

/** A date in the form that PocketBase gives it, "" for what is not certainly one in UTC. */
function dateOf(text: string): string {
	const [, day = "", time = "00:00:00", fraction = ""] = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?Z?)?$/.exec(text) ?? [];
	return day === "" ? "" : `${day} ${time}.${(fraction + "000").slice(0, 3)}Z`;
}
