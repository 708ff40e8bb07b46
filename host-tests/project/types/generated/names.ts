/** What an app writes with the types that `pocketbase-typegen` makes of the service, and the mistakes that they find. */
import { type ClientResponse, type Collection, type FieldNames, type ListOptions, type RecordPage, RecordsClient, type SortNames } from "records-client";
import { upload } from "records-client/files";
import { filter } from "records-client/filter";
import { eachRecord } from "records-client/lists";
import { LiveRecords } from "records-client/live";
import type { CollectionResponses, ReadingsResponse, UsersResponse } from "./pocketbase-types.js";

type Reading = ReadingsResponse<{ rssi: number }, { device: UsersResponse }>;

/** A type of the app's own: an interface has no index signature. */
interface Door {
	readonly id: string;
	readonly name: string;
	readonly open?: boolean;
}

const records = new RecordsClient({ baseUrl: "http://192.0.2.1:8090" });
const readings: RecordsClient<Reading> = records.collection<Reading>("readings");
const commands = records.collection<CollectionResponses["commands"]>("commands");

export async function main(sort: string, chosen: ListOptions): Promise<ClientResponse[]> {
	await eachRecord<Reading>({ client: readings, collection: "readings" }, ({ extra, value }) => value > (extra?.rssi ?? 0));
	const bodies: string[] = await Promise.all([
		readings.getList({ sort: "-created", fields: "*" }), readings.getOne("id", "device", "id"), readings.getOne("id", { expand: "device", fields: "id" }),
		readings.getList(1, 30, "+value", null, "1", "device", "id")
	]);
	const whole: RecordsClient = readings;
	const untyped: RecordsClient = readings.collection("users");
	const response: ClientResponse = await readings.createEx({ sensor: bodies[0], value: 21.4 });
	const reading: Reading | undefined = response.json<Reading>();
	return Promise.all([
		readings.getListEx(), readings.getListEx({}), readings.getListEx({ sort, fields: sort, expand: sort }), readings.getListEx(1, 30, sort, null, "1", sort, sort),
		readings.getListEx({ sort: "-created,id", expand: "device", fields: "id, value , extra.rssi,unit:excerpt(20,true),expand.device.name" }),
		readings.getListEx({ sort: null, expand: undefined, fields: "" }), readings.getListEx(null, null, null, null, null, null, null),
		readings.getListEx({ sort: "@random" }), readings.getListEx({ sort: "-device.name,+@rowid" }), readings.getListEx(1, 30, "-created", "value > 20", "1", "device.owner", "*"),
		readings.getOneEx("id", "device", "value"), readings.getOneEx("id", null, "value"), readings.getOneEx("id", { expand: "device,pictures_via_device", fields: "*,expand.device.id" }),
		commands.getListEx({ expand: "device", sort: "seq,-expires" }), commands.getListEx(chosen),
		untyped.getListEx({ sort: "anything", expand: "any", fields: "any" }), whole.getListEx(1, 30, "anything"), whole.getOneEx("id", reading?.expand.device.name)
	]);
}

/** An object of each collection: bodies, names and what `json()` returns are those of its type. */
const kept: Collection<Reading> = records.at<Reading>("readings");
const others: Collection = records.at("others");

export async function keep(): Promise<(number | string | undefined)[]> {
	const made: ClientResponse<Reading> = await kept.createEx({ sensor: "temperature", value: 21.4, unit: null });
	const page: RecordPage<Reading> | undefined = (await kept.getListEx({ sort: "-created" })).json();
	const part: Partial<Reading> | undefined = (await kept.updateEx("id", { "value+": 1 }, { fields: "value" })).json();
	const any: unknown = (await others.getOneEx("id")).json();
	await records.at("users").updateEx("id", { password: "1", passwordConfirm: "1" });
	await records.at<UsersResponse>("users").updateEx("id", { name: "one", password: "1", passwordConfirm: "1" });
	await kept.createEx('{"value":1}');
	await kept.createEx(new Uint8Array(2), { expand: "device" });
	return [made.ok ? made.json()?.value : made.error, page?.items[0]?.value, part?.value, typeof any];
}

// @ts-expect-error no such field
void kept.createEx({ sensor: "temperature", vlaue: 21.4 });
// @ts-expect-error a field of another type
void kept.updateEx("id", { value: "21.4" });
// @ts-expect-error no such field
void kept.createEx({ value: 1 }, { fields: "vlaue" });
// @ts-expect-error no such relation
void kept.updateEx("id", { value: 1 }, { expand: "owner" });
// @ts-expect-error no such field
void kept.create({ vlaue: 21.4 });
// @ts-expect-error it keeps its collection
kept.collection("users");

/** A list of names that is checked where it stands. */
const columns = "id,value" as const satisfies FieldNames<Reading, "id,value">;
const order: SortNames<Reading, "-value"> = "-value";
void readings.getListEx({ fields: columns, sort: order });

// @ts-expect-error no such field
void readings.getListEx({ sort: "-craeted" });
// @ts-expect-error no such field, as the second
void readings.getListEx({ sort: "created,-vlaue" });
// @ts-expect-error no such field
void readings.getListEx({ fields: "id,vlaue" });
// @ts-expect-error no such field of the record itself
void readings.getListEx({ fields: "id,name" });
// @ts-expect-error a field that is no relation
void readings.getListEx({ expand: "sensor" });
// @ts-expect-error no such relation
void readings.getListEx({ expand: "device,owner" });
// @ts-expect-error no such field, by position
void readings.getListEx(1, 30, "craeted");
// @ts-expect-error no such relation, by position
void readings.getListEx(1, 30, null, null, null, "owner");
// @ts-expect-error no such field, by position
void readings.getListEx(1, 30, null, null, null, null, "vlaue");
// @ts-expect-error no such field
void readings.getOneEx("id", null, "vlaue");
// @ts-expect-error no such relation
void readings.getOneEx("id", "owner");
// @ts-expect-error no such field
void readings.getOneEx("id", { fields: "vlaue" });
// @ts-expect-error no such relation
void readings.getOne("id", { expand: "owner" });
// @ts-expect-error no such field
void readings.getList({ sort: "craeted" });
// @ts-expect-error no such field of a collection whose relations are not known
void commands.getListEx({ expand: "owner" });
// @ts-expect-error a field of another collection
void commands.getListEx({ sort: "value" });
// @ts-expect-error there is no such parameter
void readings.getListEx({ perpage: 10 });
// @ts-expect-error sort is text
void readings.getListEx({ sort: ["created"] });
// @ts-expect-error records are objects
records.collection<string>("readings");

export async function withInterfaces(door: Door): Promise<string> {
	const doors = new Map<string, string>();
	const selected = filter("name = {:name} && id != {:id} && open = {:open}", door);
	new LiveRecords<Door>({ client: records, collection: "doors", filter: selected, onRecord: ({ id, name }) => void doors.set(id, name) }).close();
	await eachRecord<Door>({ client: records, collection: "doors" }, ({ id, name }) => void doors.set(id, name));
	return (await upload({ client: records, collection: "doors", field: "picture", filename: "door.jpg", length: 1, record: door }, () => 1)).error;
}
