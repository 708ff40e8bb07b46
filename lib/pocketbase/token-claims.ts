import type { Text } from "../platform.js";
import { parseJSON } from "../shared/safe-json.js";

/** Characters of the longest token that is read: PocketBase's have about 224. */
const LONGEST = 4096;
/** When a token expires that never does, or does not say when. */
export const NEVER = Infinity;

/** What the client looks at in a token. A claim that is missing or of another type has the value for none. */
export interface Claims {
	/** When it expires (RFC 7519, section 4.1.4), in whole seconds since 1970, rounded down; NEVER when that can't be read. */
	readonly exp: number;
	/** Id of its user's record, "" for none. */
	readonly id: string;
	/** Id of the collection that its user is in, "" for none. */
	readonly collectionId: string;
	/** "auth" for a token that requests carry, "" for none. */
	readonly type: string;
	/** Whether `authRefresh` gives a new one; it gives those of impersonation back as they are. */
	readonly refreshable: boolean;
}

/**
 * Reads the payload of a token without a look at its signature, which is the service's to check: once for each token.
 * @param token a JWT of three parts (RFC 7515, section 7.1); anything else is no error, it just claims nothing
 * @returns the claims, not to be changed
 */
export function claims(token: string, text: Text): Claims {
	const parts = token.length > LONGEST ? [] : token.split(".");
	const bytes = parts.length === 3 ? text.decodeBase64url(parts[1]) : undefined;
	// What is not UTF-8 is no JSON either.
	const payload = bytes === undefined ? undefined : parseJSON(text.decode(bytes, 0, bytes.length) ?? "");
	const { exp, id, collectionId, type, refreshable } = (payload ?? {}) as Partial<Record<keyof Claims, unknown>>;
	return {
		exp: wholeSeconds(exp),
		id: typeof id === "string" ? id : "",
		collectionId: typeof collectionId === "string" ? collectionId : "",
		type: typeof type === "string" ? type : "",
		refreshable: refreshable === true
	};
}

/** A NumericDate (RFC 7519, section 2) in whole seconds. NEVER for an invalid one, or one too late for a number. */
function wholeSeconds(date: unknown): number {
	const seconds = typeof date === "number" ? Math.floor(date) : NEVER;
	return seconds >= 0 && Number.isSafeInteger(seconds) ? seconds : NEVER;
}
