import type { ClientResponse } from "../response.js";
import { parseJSON } from "../shared/safe-json.js";
import type { Credentials } from "../client-options.js";
import type { Exchange } from "../request/exchange.js";

/** The identity of a token without `credentials`: any may be restored. */
export const NO_IDENTITY = "";
/** The identity of a token while a function for credentials has not been asked: it is no other's. */
export const UNKNOWN_IDENTITY = "?";

/** The owner of the token that credentials bring, as text: a user of a collection. */
export function identityOf({ collection, identity }: Pick<Credentials, "collection" | "identity">): string {
	return JSON.stringify([collection, identity]);
}

/**
 * Whom a log-in of the app's was for: the identity that was sent, or without one, as with a one-time password, the email of
 * the record in the answer; "" for none, which is nobody's in `credentials`.
 * @param prefix path of the collections
 */
export function identityOfLogin(prefix: string, { body, path }: Exchange, answer: ClientResponse): string {
	const { identity } = JSON.parse(body as string) as Partial<Credentials>;
	const parsed = identity === undefined ? parseJSON(answer.body, Infinity) : undefined;
	const email = (parsed as { record?: { email?: unknown } | null } | undefined)?.record?.email;
	const collection = decodeURIComponent(path.slice(prefix.length + 1, path.lastIndexOf("/")));
	return identityOf({ collection, identity: identity ?? (typeof email === "string" ? email : "") });
}

/** What is wrong with credentials, "" for nothing. The text holds nothing of them. */
export function credentialsFault(given: unknown): string {
	const { collection, identity, password } = (given ?? {}) as Partial<Record<keyof Credentials, unknown>>;
	if (typeof collection !== "string" || collection === "")
		return "credentials.collection is required";
	return typeof identity === "string" && typeof password === "string" ? "" : "credentials.identity and credentials.password must be text";
}
