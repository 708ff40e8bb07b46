/** What is measured of firmware that only sends requests, without a library: text in, text out. */
export interface Sender {
	/** Takes the token of all requests to come. */
	keep(token: string): void;
	/** Resolves with the answer's body. */
	send(method: string, path: string, body?: string): Promise<string>;
}

export const READINGS = "/api/collections/readings/records";

export async function logIn(client: Sender, password: string): Promise<string> {
	const text = await client.send("POST", "/api/collections/users/auth-with-password", JSON.stringify({ identity: "device-one", password }));
	client.keep((JSON.parse(text) as { token: string }).token);
	return text;
}

export function create(client: Sender): Promise<string> {
	return client.send("POST", READINGS, '{"sensor":"temperature","value":21.4}');
}
