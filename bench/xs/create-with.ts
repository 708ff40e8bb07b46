import { type Network, RecordsClient, type TLSOptions } from "records-client";
import type { Run } from "./creates.js";

/** Logs in and creates with this library. @param network undefined for the one that the library binds */
export function createWith(run: Run, network?: Network, tls?: TLSOptions): void {
	let client!: RecordsClient;
	const login = async (baseUrl: string, password: string): Promise<void> => {
		client = new RecordsClient({ baseUrl, network, tls });
		const { ok } = await client.collection("users").authWithPassword("device-one", password);
		if (!ok)
			host.exit(72);
		client.collection("readings");
	};
	run(login, () => client.createEx('{"sensor":"temperature","value":21.4}'), ({ ok }) => {
		if (!ok)
			host.exit(73);
	}).catch(() => host.exit(74));
}
