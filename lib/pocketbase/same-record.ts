import { parseJSON } from "../shared/safe-json.js";

type Members = Readonly<Record<string, unknown>>;

/** What a record may have besides what was sent, see `parseJSON`. */
const OWN_UNITS = 1024;

/** Members that PocketBase sets itself, whatever is sent. */
const OWN_MEMBERS: readonly string[] = Object.freeze(["collectionId", "collectionName", "created", "updated"]);

// docs/decisions/0031-retries-only-without-a-second-effect.md
/**
 * Whether a record can be what a create has sent. Only a member that can't have become the record's is evidence against
 * it: PocketBase ignores members that it doesn't know, fills empty ones in, gives values the type of their field, reads JSON
 * in texts, takes repeats and what is empty out of lists, and writes dates in UTC with milliseconds.
 * @param sent JSON text of the create
 * @param record JSON text of the record
 */
export function canBeSame(sent: string, record: string): boolean {
	const given = parseJSON(sent, Infinity);
	// As many values as were sent, and the service's own.
	const kept = parseJSON(record, OWN_UNITS + sent.length);
	return !isObject(given) || !isObject(kept) || haveSame(given, kept, OWN_MEMBERS);
}

/** Whether the service may keep one value as the other. Values whose types can't be compared are no evidence. */
function canBecome(sent: unknown, kept: unknown): boolean {
	if (sent === kept || kept === "" || isEmpty(sent))
		return true;
	if (typeof sent === "string")
		return canBecomeOfText(sent, kept);
	if (typeof sent === "number" && typeof kept === "string")
		return Number.isNaN(Number(kept)) || sent === Number(kept);
	if (Array.isArray(sent) && Array.isArray(kept) && sent.length !== kept.length)
		return isRest(sent, kept);
	if (isObject(sent) && isObject(kept))
		return haveSame(sent, kept);
	return typeof sent !== typeof kept;
}

/** Whether the service fills in what it likes. */
function isEmpty(sent: unknown): boolean {
	return sent === null || sent === "" || Array.isArray(sent) && sent.length === 0;
}

/** A lone surrogate, as a text has that was cut inside a character, becomes U+FFFD. A text of JSON may become its value. */
function canBecomeOfText(sent: string, kept: unknown): boolean {
	// 0 stands for what PocketBase can't read: in a geoPoint any text, else what is no decimal number.
	if (typeof kept === "number")
		return kept === 0 || Number(sent) === kept || !/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(sent);
	if (typeof kept !== "string" || sent.replace(/[\ud800-\udfff]/gu, "\ufffd") === kept || isOwnDate(sent, kept))
		return true;
	const value = parseJSON(sent, Infinity);
	return value !== undefined && canBecome(value, kept);
}

/** Whether a list can be what is left of another: without repeats, and without what is no value of a field of several. */
function isRest(sent: readonly unknown[], kept: readonly unknown[]): boolean {
	const values = new Set(sent.filter((item) => item !== "" && typeof item !== "object"));
	return values.size === kept.length && kept.every((item) => sent.some((each) => canBecome(each, item)));
}

/** Whether a text can be a date that was sent in another form. */
function isOwnDate(sent: string, kept: string): boolean {
	const date = ownDate(sent);
	return (date === kept || date === "") && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}Z$/.test(kept);
}

/** @param others names that are no evidence */
function haveSame(sent: Members, kept: Members, others: readonly string[] = []): boolean {
	return Object.keys(sent).every((name) => !Object.hasOwn(kept, name) || others.includes(name) || canBecome(sent[name], kept[name]));
}

function isObject(value: unknown): value is Members {
	return typeof value === "object" && value !== null;
}

/** A date in the form that PocketBase gives it, "" for what is not certainly one in UTC. */
function ownDate(text: string): string {
	const [, day = "", time = "00:00:00", fraction = ""] = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?Z?)?$/.exec(text) ?? [];
	return day === "" ? "" : `${day} ${time}.${(fraction + "000").slice(0, 3)}Z`;
}
