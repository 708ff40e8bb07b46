import { creates } from "./creates.js";
import { create, logIn, type Sender } from "./sender.js";

/** Logs in and creates. */
export function createsWith(make: (url: string) => Sender): void {
	let client!: Sender;
	const login = (url: string, password: string): Promise<string> => {
		client = make(url);
		return logIn(client, password);
	};
	creates(login, () => create(client), (text) => {
		if (text === "")
			host.exit(73);
	}).catch(() => host.exit(74));
}
