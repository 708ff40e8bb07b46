import { type ClientResponse, RecordsClient, type RecordsClientOptions } from "records-client";
import type { Run } from "./creates.js";

/**
 * Logs in and creates with this library.
 * @param options beyond the base URL; undefined takes no heap of the app's
 */
export function createWith(run: Run, options?: Partial<RecordsClientOptions>): void {
	let client!: RecordsClient;
	const login = async (baseUrl: string, password: string): Promise<void> => {
		client = new RecordsClient(options === undefined ? { baseUrl } : { ...options, baseUrl });
		const { ok } = await client.collection("users").authWithPassword("device-one", password);
		if (!ok)
			host.exit(72);
		client.collection("readings");
	};
	run(login, (): Promise<ClientResponse> => client.createEx('{"sensor":"temperature","value":21.4}'), ({ ok }) => {
		if (!ok)
			host.exit(73);
	}).catch(() => host.exit(74));
}
