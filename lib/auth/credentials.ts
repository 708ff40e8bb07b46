/** What the client logs in with of its own accord. */
export interface Credentials {
	/** Name or id of the auth collection. */
	readonly collection: string;
	/** E-mail address or user name. */
	readonly identity: string;
	/** In clear text. */
	readonly password: string;
}

/** Credentials, or a function that gives them, now or later, each time that the client logs in; it keeps none then. */
export type CredentialsOption = Credentials | (() => Credentials | Promise<Credentials>);

/** What is wrong with credentials, "" for nothing. The text holds nothing of them. */
export function credentialsFault(given: unknown): string {
	const { collection, identity, password } = (given ?? {}) as Partial<Record<keyof Credentials, unknown>>;
	if (typeof collection !== "string" || collection === "")
		return "credentials.collection is required";
	return typeof identity === "string" && typeof password === "string" ? "" : "credentials.identity and credentials.password must be text";
}
