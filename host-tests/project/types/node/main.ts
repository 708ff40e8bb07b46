/** What a gateway's author writes: everything public, as Node's conditions see it. */
import {
	type ClientResponse, DEFAULT_LIMITS, FilePreferences, type Kind, type Limits, type Network, type Preferences, RecordsClient,
	type RecordsClientOptions, Resolver, type Stats, TCP
} from "records-client";

const network: Network = { http: { dns: { io: Resolver }, socket: { io: TCP } } };
const limits: Partial<Limits> = { ...DEFAULT_LIMITS, queue: 100 };
const preferences: Preferences = new FilePreferences("preferences.json");
const options: RecordsClientOptions = {
	baseUrl: "http://127.0.0.1:8090", network, preferences, preferencesPath: "unused.json", domain: "gateway", limits
};

export const least = new RecordsClient({ baseUrl: "http://127.0.0.1:8090" });
export const inRAM = new RecordsClient({ baseUrl: "http://127.0.0.1:8090", preferences: null });
export const inFile = new RecordsClient({ baseUrl: "http://127.0.0.1:8090", preferencesPath: "preferences.json" });

export async function main(): Promise<void> {
	const records: RecordsClient = new RecordsClient(options).collection("users");
	const answers: ClientResponse[] = await Promise.all([
		records.authWithPassword("device-one", "secret"), records.authRefresh(), records.getOneEx("id", null, "value"),
		records.getListEx(1, "30", "-created", "value > 20", "1", null, undefined), records.createEx({ value: 21.4 }),
		records.updateEx("id", "{}"), records.deleteRecordEx("id")
	]);
	const bodies: string[] = await Promise.all([
		records.getOne("id"), records.getList(), records.create("{}"), records.update("id", { value: 1 }), records.deleteRecord("id")
	]);
	const kinds: Kind[] = answers.map((answer) => answer.kind);
	const restored: boolean = records.restoreAuthToken();
	records.setAuthToken(restored ? records.getAuthToken() : "");
	records.clearAuthToken();
	const stats: Stats = records.stats();
	records.close();
	console.log(kinds, bodies, stats.requests, stats.connections, stats.storageErrors);
}

/** What FilePreferences offers beyond what the client needs. */
export function stored(file: FilePreferences): number {
	file.set("gateway", "count", 1);
	file.set("gateway", "on", true);
	file.set("gateway", "bytes", new ArrayBuffer(1));
	file.delete("gateway", "bytes");
	const value: string | number | boolean | ArrayBuffer | undefined = file.get("gateway", "count");
	return file.keys("gateway").length + (typeof value === "number" ? value : 0);
}
