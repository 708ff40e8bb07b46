/** Requests to a service without this library. */
export interface Answer {
	readonly status: number;
	/** JSON that was answered; undefined for nothing. */
	readonly body: ReturnType<typeof JSON.parse>;
}

/** @param token "" for nobody's @param more headers */
export async function ask(url: string, method: string, path: string, token = "", body?: unknown, more: Readonly<Record<string, string>> = {}): Promise<Answer> {
	const headers = { "content-type": "application/json", ...more, ...token === "" ? {} : { authorization: token } };
	const response = await fetch(url + path, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
	const text = await response.text();
	return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
}

export function askForLogin(url: string, identity: string, password: string, collection = "users"): Promise<Answer> {
	return ask(url, "POST", `/api/collections/${collection}/auth-with-password`, "", { identity, password });
}

/** The token of a log-in, "" when it is refused. */
export async function tokenOf(url: string, identity: string, password: string, collection?: string): Promise<string> {
	return (await askForLogin(url, identity, password, collection)).body.token ?? "";
}
