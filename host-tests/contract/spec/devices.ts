import type { RecordsClient } from "../../../lib/client.js";
import type { RecordsClientOptions } from "../../../lib/client-options.js";
import type { ClientResponse, Kind } from "../../../lib/response.js";
import { PASSWORD } from "../../../tools/password.js";
import type { Context } from "../case.js";

/** Client options but for where the service is. */
export type Options = Omit<RecordsClientOptions, "baseUrl">;

export interface User {
	readonly id: string;
	readonly email: string;
	readonly name: string;
}

export interface Reading {
	readonly id: string;
	readonly device: string;
	readonly sensor: string;
	readonly value: number;
	readonly unit: string;
	readonly taken: string;
	readonly extra: unknown;
	readonly created: string;
	readonly updated: string;
	readonly expand?: { readonly device?: Partial<User> };
}

export interface Page {
	readonly items: readonly Reading[];
	readonly page: number;
	readonly perPage: number;
	readonly totalItems?: number;
	readonly totalPages?: number;
}

/** A client that nobody has logged in to, without a collection. */
export function guest(context: Context, options: Options = {}): RecordsClient {
	return context.client({ ...options, baseUrl: context.service });
}

/** A client that is logged in as a device, `readings` selected. */
export async function device(context: Context, username = "device-one", options: Options = {}): Promise<RecordsClient> {
	const client = guest(context, options);
	const response = await client.collection("users").authWithPassword(username, PASSWORD);
	context.equal(response.error, "", `login of ${username}`);
	return client.collection("readings");
}

let made = 0;

/** A sensor that no other case, run or engine uses: the service's data may be older than the run. */
export function sensorName(label: string): string {
	made++;
	return `${label}-${Date.now().toString(36)}-${Math.floor(Math.random() * 1e9).toString(36)}-${made}`;
}

/** Sets a scene: a client that is logged in as the first device, and a sensor of the case's own. */
export async function onDevice(context: Context): Promise<{ readonly client: RecordsClient; readonly sensor: string }> {
	return { client: await device(context), sensor: sensorName("case") };
}

/** Fifteen characters that no other record has. */
export function newId(): string {
	return Array.from({ length: 15 }, () => Math.floor(Math.random() * 36).toString(36)).join("");
}

/** The filter for one sensor's readings. */
export function only(sensor: string): string {
	return `sensor = '${sensor}'`;
}

/** Creates a reading and returns it as the service answered. */
export async function create(context: Context, client: RecordsClient, fields: object): Promise<Reading> {
	const response = await client.createEx(JSON.stringify(fields));
	context.equal(response.error, "", "create");
	return JSON.parse(response.body) as Reading;
}

/** Creates readings with the values 1 to `count`, one after the other. */
export async function createMany(context: Context, client: RecordsClient, sensor: string, count: number): Promise<void> {
	for (let value = 1; value <= count; value++)
		await create(context, client, { sensor, value });
}

/** Reads one sensor's readings, by value. */
export async function readings(context: Context, client: RecordsClient, sensor: string): Promise<readonly Reading[]> {
	return pageOf(context, await client.getListEx(null, 500, "value", only(sensor))).items;
}

/** The page in a response that must be a success. */
export function pageOf(context: Context, response: ClientResponse): Page {
	succeeded(context, response, 200);
	return JSON.parse(response.body) as Page;
}

/** The values of the readings in a page that must be a success, as "1,2". */
export function valuesOf(context: Context, response: ClientResponse): string {
	return pageOf(context, response).items.map(({ value }) => value).join();
}

/** The record in a response that must be a success. */
export function recordOf(context: Context, response: ClientResponse): Reading {
	succeeded(context, response, 200);
	return JSON.parse(response.body) as Reading;
}

export function succeeded(context: Context, response: ClientResponse, status: number): void {
	context.equal(response.error, "");
	context.equal(response.ok, true, "ok");
	context.equal(response.statusCode, status, "statusCode");
	context.equal(response.kind, "", "kind");
}

/** The response must say that the service refused. */
export function refused(context: Context, response: ClientResponse, status: number, error?: string): void {
	failed(context, response, "http", status, error);
}

/** The response must say that no request was made because of the arguments. */
export function notSent(context: Context, response: ClientResponse, error: string): void {
	failed(context, response, "argument", 0, error);
}

/** The response must be that failure. Without `error` any text will do, but there must be one. */
export function failed(context: Context, response: ClientResponse, kind: Kind, status: number, error?: string): void {
	context.equal(response.kind, kind, `kind (${response.error})`);
	context.equal(response.ok, false, "ok");
	context.equal(response.statusCode, status, "statusCode");
	context.ok(status !== 0 || response.body === "", "without an answer there is no body");
	context.ok(typeof response.error === "string" && response.error !== "", "a failure has a text");
	if (error !== undefined)
		context.equal(response.error, error, "error");
}
