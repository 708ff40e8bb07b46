/** What a firmware author writes: everything public, as the Moddable SDK's conditions and typings see it. */
import TCP from "embedded:io/socket/tcp";
import UDP from "embedded:io/socket/udp";
import Resolver from "embedded:network/dns/resolver/udp";
import Preference from "preference";
import {
	type AuthRecord, type ClientResponse, DEFAULT_LIMITS, type FailureResponse, type FileUrlOptions, type Kind, type Limits, type Network, type Optional, type Preferences, RecordsClient,
	type RecordsClientOptions, Resolver as RecordsResolver, type ResolverOptions, type Stats, type Timers, timers as libraryTimers, type Transport
} from "records-client";
import { type HTTPClientNetwork, overHTTPClient } from "records-client/http-client";
import Time from "time";
import Timer from "timer";

/** The SDK's global; its typings lack it. */
declare const device: { readonly network: HTTPClientNetwork };

/** The SDK's classes by hand. Its typings are stricter than its documents, so that they need the assertion. */
const http = {
	dns: { io: Resolver, servers: ["192.0.2.53"], socket: { io: UDP } },
	socket: { io: TCP }
} as unknown as Transport;

/** The library's resolver with servers of one's own. */
const dns = { io: RecordsResolver, servers: ["192.0.2.53"], socket: { io: UDP as unknown as ResolverOptions["socket"]["io"] }, timers: libraryTimers } satisfies ResolverOptions;
const ownServers = { dns, socket: { io: TCP } } as unknown as Transport;

/** Moddable's own HTTP client in place of the library's connection. */
const network: Network = overHTTPClient(device.network);

const limits: Partial<Limits> = { queue: 2, timeout: 10_000, body: 4096, send: DEFAULT_LIMITS.send };
const options: RecordsClientOptions = {
	baseUrl: "https://records.example/prefix",
	network,
	preferences: Preference,
	domain: "sensor",
	userAgent: "sensor/1.0",
	limits
};

class NoFlash implements Preferences {
	get(): undefined {
		return undefined;
	}
	set(domain: string, key: string, value: string): void {
		trace(domain, key, value);
	}
	delete(domain: string, key: string): void {
		trace(domain, key);
	}
}

export const least = new RecordsClient({ baseUrl: "http://192.0.2.1:8090" });
export const inRAM = new RecordsClient({ baseUrl: "http://192.0.2.1", preferences: null, network: { http } });
export const byOwnServers = new RecordsClient({ baseUrl: "http://records.example", preferences: null, network: { http: ownServers } });
export const without = new RecordsClient({ baseUrl: "http://192.0.2.1", preferences: new NoFlash(), limits: {} });

export default async function main(): Promise<void> {
	const records = new RecordsClient(options);
	const chained: RecordsClient = records.collection("users").collection("readings");
	const login: Promise<ClientResponse> = chained.authWithPassword("device-one", "secret");
	const renewed: Promise<ClientResponse> = records.authRefresh();
	const none: Optional = null;
	const pages: Promise<ClientResponse>[] = [
		records.getListEx(),
		records.getListEx(1, 30),
		records.getListEx("1", "30", "-created", "value > 20", "1", "device", "id,value"),
		records.getListEx(null, undefined, none, null, null, undefined, null),
		records.getListEx({ page: 1, perPage: 30, sort: "-created", filter: "value > 20", skipTotal: true, expand: "device", fields: "id,value" }),
		records.getListEx({ skipTotal: "1", sort: none }), records.getOneEx("id", { expand: "device", fields: null }),
		records.authMethods(), records.requestPasswordReset("owner@example.org"), records.requestOTP("owner@example.org"), records.authWithOTP("id", "12345678")
	];
	const answers: ClientResponse[] = await Promise.all([
		login, renewed, ...pages, records.getOneEx("id"), records.getOneEx("id", null, "value"), records.createEx("{}"),
		records.createEx({ value: 21.4 }), records.updateEx("id", '{"value":1}'), records.updateEx("id", { value: 1 }),
		records.deleteRecordEx("id"), records.checkHealth(), records.sendEx("POST", "/api/batch", new Uint8Array(2))
	]);
	const preview: FileUrlOptions = { thumb: "100x300", token: null };
	const addresses: string[] = [
		records.getFileUrl("users", "id", "me.png"), records.getFileUrl("users", "id", "me.png", preview),
		records.getFileUrl("users", "id", "me.png", { token: "a.b.c", download: true })
	];
	trace(addresses.join());
	const bodies: string[] = await Promise.all([
		records.getOne("id", "device", "id"), records.getList(1, "30", null, "value > 20"), records.create({ value: 1 }),
		records.create("{}"), records.update("id", "{}"), records.update("id", {}), records.deleteRecord("id"),
		records.getList({ perPage: 10 }), records.getOne("id", { fields: "id" })
	]);
	const user: AuthRecord | null = records.authRecord;
	trace(user?.id ?? "", user?.collectionId ?? "", ...answers.map(advice));
	for (const { ok, statusCode, error, body, kind } of answers)
		trace(show(ok, statusCode, error, body, kind), bodies.length);

	const restored: boolean = records.restoreAuthToken();
	const token: string = records.getAuthToken();
	records.setAuthToken(restored ? token : "");
	records.clearAuthToken();
	const { requests, connections, storageErrors }: Stats = records.stats();
	Timer.set(() => records.close(), requests + connections + storageErrors);
}

interface Reading {
	readonly value: number;
}

/** Once `ok` is known, the kinds are those of failures alone. */
function advice(response: ClientResponse): string {
	if (response.ok) {
		const none: "" = response.error;
		const reading: Reading | undefined = response.json<Reading>();
		const value: unknown = response.json();
		return `${none}${reading?.value} ${typeof value}`;
	}
	const { error, kind }: FailureResponse = response;
	const failed: Exclude<Kind, ""> = kind;
	return `${failed} ${error}`;
}

/** Also of a response that was taken apart. */
export function kindOf({ kind, ok }: ClientResponse): Exclude<Kind, ""> | "none" {
	return ok ? "none" : kind;
}

function show(ok: boolean, statusCode: number, error: string, body: string, kind: Kind): string {
	return kind === "" ? body : `${ok} ${statusCode} ${error}`;
}

/** The SDK's Timer; its typings want what it made itself back. */
export const timers: Timers = {
	set: (callback, milliseconds) => Timer.set(callback, milliseconds),
	clear: (timer) => Timer.clear(timer as Timer | undefined),
	now: () => Time.ticks
};
