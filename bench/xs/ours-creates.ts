import { RecordsClient } from "records-client";
import { creates } from "./creates.js";

let client!: RecordsClient;

async function login(baseUrl: string, password: string): Promise<void> {
	client = new RecordsClient({ baseUrl });
	const { ok } = await client.collection("users").authWithPassword("device-one", password);
	if (!ok)
		host.exit(72);
	client.collection("readings");
}

creates(login, () => client.createEx('{"sensor":"temperature","value":21.4}'), ({ ok }) => {
	if (!ok)
		host.exit(73);
}).catch(() => host.exit(74));
