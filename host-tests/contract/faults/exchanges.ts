import type { RecordsClient } from "../../../lib/client.js";
import type { ClientResponse } from "../../../lib/response.js";
import { PASSWORD } from "../../../tools/password.js";
import { claimsOf } from "../spec/token.js";

/** What the scenarios of an exchange have to work with. */
export interface Stage {
	/** A good token. */
	readonly token: string;
	/** A record that nothing changes. */
	readonly id: string;
	/** The `sensor` of some records that nothing changes. */
	readonly list: string;
	/** Straight to the service, logged in; `readings` is selected. */
	readonly direct: RecordsClient;
}

/** One call that meets a fault, and the one after it on the same client. */
export interface Exchange {
	readonly name: string;
	/** Whether it is a GET, which is sent again when its answer does not begin. */
	readonly reads?: true;
	/** Whether the client has no token before it. */
	readonly isGuest?: true;
	/** Makes what only this scenario touches. Returns the record's id. */
	readonly prepare?: (stage: Stage) => Promise<string>;
	/** @param marker text of this scenario alone */
	readonly ask: (client: RecordsClient, stage: Stage, id: string, marker: string) => Promise<ClientResponse>;
	/** Whether the answer's body is that of every other whole answer, "" for no body included. */
	readonly constant?: true;
	/**
	 * The next call: what it says of the service.
	 * @param response what the first came to
	 * @returns how often the first has been done, -1 where that leaves no trace, and what is wrong, "" for nothing
	 */
	readonly next: (client: RecordsClient, stage: Stage, id: string, marker: string, response: ClientResponse) => Promise<readonly [effects: number, fault: string]>;
}

const initial = 100_000;
const untouched = -1;

async function prepare({ direct }: Stage): Promise<string> {
	const { body, error } = await direct.createEx(JSON.stringify({ sensor: "fault", value: initial }));
	if (error !== "")
		throw new Error(`no record could be made: ${error}`);
	return (JSON.parse(body) as { id: string }).id;
}

/** Reads the record that is always there. */
async function readFixed(client: RecordsClient, { id }: Stage): Promise<readonly [number, string]> {
	const { ok, error, body } = await client.collection("readings").getOneEx(id, null, "id");
	return [untouched, ok && (JSON.parse(body) as { id: string }).id === id ? "" : `not read: ${error}`];
}

/** The token after a call that brings one, which the next call is sent with. */
async function readWithToken(client: RecordsClient, stage: Stage, before: string, { ok, body }: ClientResponse): Promise<readonly [number, string]> {
	const token = client.getAuthToken();
	const brought = ok ? (JSON.parse(body) as { token: string }).token : before;
	if (token !== brought)
		return [untouched, "the token is not the answer's"];
	if (token === "")
		client.setAuthToken(stage.token);
	else if (claimsOf(token).type !== "auth")
		return [untouched, "the token is not whole"];
	return readFixed(client, stage);
}

/** A call for each answer of the service. */
export const exchanges: readonly Exchange[] = [
	{
		name: "login",
		isGuest: true,
		ask: (client) => client.collection("users").authWithPassword("device-one", PASSWORD),
		next: (client, stage, _id, _marker, response) => readWithToken(client, stage, "", response)
	},
	{
		name: "refresh",
		ask: (client) => client.collection("users").authRefresh(),
		next: (client, stage, _id, _marker, response) => readWithToken(client, stage, stage.token, response)
	},
	{
		name: "create",
		ask: (client, _stage, _id, marker) => client.collection("readings").createEx(JSON.stringify({ sensor: marker, value: initial })),
		async next(client, _stage, _id, marker, response) {
			const list = await client.getListEx(1, 5, null, `sensor = '${marker}'`, "1");
			if (!list.ok)
				return [untouched, `not read: ${list.error}`];
			const { items } = JSON.parse(list.body) as { items: readonly object[] };
			const same = !response.ok || JSON.stringify(items[0]) === JSON.stringify(JSON.parse(response.body));
			return [items.length, same ? "" : `the answer is not the record: ${response.body}`];
		}
	},
	{
		name: "update",
		prepare,
		ask: (client, _stage, id) => client.collection("readings").updateEx(id, '{"value+":1}'),
		async next(client, _stage, id, _marker, response) {
			const record = await client.getOneEx(id);
			if (!record.ok)
				return [untouched, `not read: ${record.error}`];
			const same = !response.ok || record.body === response.body;
			return [(JSON.parse(record.body) as { value: number }).value - initial, same ? "" : `the answer is not the record: ${response.body}`];
		}
	},
	{
		name: "delete",
		constant: true,
		prepare,
		ask: (client, _stage, id) => client.collection("readings").deleteRecordEx(id),
		async next(client, _stage, id) {
			const { statusCode, error } = await client.getOneEx(id, null, "id");
			return [statusCode === 404 ? 1 : 0, statusCode === 404 || statusCode === 200 ? "" : `not read: ${error}`];
		}
	},
	{
		name: "record",
		reads: true,
		constant: true,
		ask: (client, { id }) => client.collection("readings").getOneEx(id),
		next: readFixed
	},
	{
		name: "list in chunks",
		reads: true,
		constant: true,
		ask: (client, { list }) => client.collection("readings").getListEx(1, 20, "id", `sensor = '${list}'`),
		next: readFixed
	},
	{
		name: "missing record",
		reads: true,
		constant: true,
		ask: (client) => client.collection("readings").getOneEx("missing00000000"),
		next: readFixed
	},
	{
		name: "refused create",
		constant: true,
		ask: (client) => client.collection("readings").createEx('{"value":1}'),
		next: readFixed
	},
	{
		name: "refused refresh",
		isGuest: true,
		constant: true,
		ask: (client) => client.collection("users").authRefresh(),
		next(client, stage) {
			client.setAuthToken(stage.token);
			return readFixed(client, stage);
		}
	}
];
