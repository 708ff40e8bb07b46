/** Value of a header of the app's, in the tests. */
export const HEADER_SECRET = "5f1e0c7d9a3b-access-secret";

/** What must not be read anywhere: passwords of the tests, and whatever looks like a token or the field that carries one. */
const SECRETS: readonly string[] = ["device-pass-1234", "a-wrong-password", HEADER_SECRET];

/** Returns the first secret in a text, "" when there is none. */
export function secretIn(text: string): string {
	for (const secret of SECRETS) {
		if (text.includes(secret))
			return secret;
	}
	return (/eyJ[\w-]{8,}\.[\w-]+\.[\w-]+/.exec(text) ?? /\bBearer [\w.~+/-]{8,}/i.exec(text))?.[0] ?? "";
}
