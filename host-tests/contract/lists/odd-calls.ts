import { Batch } from "records-client/batch";
import { download, upload } from "records-client/files";
import { eachRecord, getFirst, getFullList } from "records-client/lists";
import type { RecordsClient } from "../../../lib/client.js";
import type { ClientResponse } from "../../../lib/response.js";
import { ODD_VALUES } from "../../../tools/odd-values.js";
import { type Case, testCase } from "../case.js";
import { against } from "../wire/scene.js";

/** A public call: its arguments, of which any may be another; the options of the last that may be null. */
interface Call {
	readonly given: readonly unknown[];
	readonly optional?: readonly string[];
	call(...given: never[]): Promise<unknown>;
}

const ID = "abcdefghij12345";
const READ = ["signal", "expand", "fields"];
const LIST = ["filter", "sort", "fields", "expand", "record"];

function callsOf(client: RecordsClient): Readonly<Record<string, Call>> {
	const readings = client.at("readings");
	const one = { client, collection: "readings" };
	const file = { ...one, recordId: ID };
	const ignored = (): void => undefined;
	const read = (view: Uint8Array): number => view.length;
	const batch = (): Batch => new Batch(client).collection("readings").create({ a: 1 });
	const answer = (made: Batch): Promise<ClientResponse> => made.send().then(({ response }) => response);
	return {
		at: { given: ["readings"], call: (name: string) => client.at(name).getOneEx(ID) },
		collection: { given: ["readings"], call: (name: string) => client.collection(name).getOneEx(ID) },
		getOneEx: { given: [ID, "device", "id"], call: readings.getOneEx.bind(readings) },
		"getOneEx by name": { given: [ID, {}], optional: READ, call: readings.getOneEx.bind(readings) },
		getListEx: { given: [1, 10, "id", "a = 1", "1", "device", "id"], call: readings.getListEx.bind(readings) },
		"getListEx by name": { given: [{}], optional: [...READ, "page", "perPage", "sort", "filter", "skipTotal"], call: readings.getListEx.bind(readings) },
		createEx: { given: [{ a: 1 }, {}], optional: READ, call: readings.createEx.bind(readings) },
		updateEx: { given: [ID, { a: 1 }, {}], optional: READ, call: readings.updateEx.bind(readings) },
		deleteRecordEx: { given: [ID, {}], optional: ["signal"], call: readings.deleteRecordEx.bind(readings) },
		getOne: { given: [ID, "device", "id"], call: readings.getOne.bind(readings) },
		getList: { given: [1], call: readings.getList.bind(readings) },
		create: { given: [{ a: 1 }], call: readings.create.bind(readings) },
		update: { given: [ID, { a: 1 }], call: readings.update.bind(readings) },
		deleteRecord: { given: [ID], call: readings.deleteRecord.bind(readings) },
		authWithPassword: { given: ["one", "secret"], call: readings.authWithPassword.bind(readings) },
		authWithOTP: { given: ["one", "secret"], call: readings.authWithOTP.bind(readings) },
		requestOTP: { given: ["one@example.org"], call: readings.requestOTP.bind(readings) },
		requestPasswordReset: { given: ["one@example.org"], call: readings.requestPasswordReset.bind(readings) },
		requestVerification: { given: ["one@example.org"], call: readings.requestVerification.bind(readings) },
		sendEx: { given: ["POST", "/api/one", { a: 1 }, {}], optional: ["headers", "signal"], call: client.sendEx.bind(client) },
		"a header": { given: ["1"], call: (value: string) => client.sendEx("GET", "/api/one", null, { headers: { "x-one": value } }) },
		"Batch.collection": { given: ["readings"], call: (name: string) => answer(new Batch(client).collection(name).create({ a: 1 })) },
		"Batch.create": { given: [{ a: 1 }], call: (record: object) => answer(batch().create(record)) },
		"Batch.update": { given: [ID, { a: 1 }], call: (id: string, record: object) => answer(batch().update(id, record)) },
		"Batch.upsert": { given: [{ a: 1 }], call: (record: object) => answer(batch().upsert(record)) },
		"Batch.delete": { given: [ID], call: (id: string) => answer(batch().delete(id)) },
		"Batch.send": { given: [{}], optional: ["signal"], call: (options: object) => batch().send(options).then(({ response }) => response) },
		eachRecord: { given: [one, ignored], optional: [...LIST, "perPage", "raw"], call: eachRecord },
		getFullList: { given: [one], optional: [...LIST, "perPage"], call: getFullList },
		getFirst: { given: [one], optional: LIST, call: getFirst },
		upload: { given: [{ ...one, field: "picture", filename: "a.jpg", length: 10 }, read], optional: ["buffer", "signal", "recordId", "record"], call: upload },
		download: { given: [{ ...file, filename: "a.jpg" }, ignored], optional: ["buffer", "signal", "thumb", "isProtected", "length"], call: download }
	};
}

/** A place of a call's arguments, or of its options, for another value. */
interface Place {
	readonly at: number;
	/** Name of the option, "" for an argument. */
	readonly option: string;
	readonly isOptional: boolean;
	put(value: unknown): unknown[];
}

function placesOf({ given, optional = [] }: Call): Place[] {
	return given.flatMap((argument, at) => {
		const replaced = (value: unknown): unknown[] => given.map((each, index) => index === at ? value : each);
		const hasOptions = optional.length > 0 && typeof argument === "object" && (at === given.length - 1 || at === 0 && typeof given[1] !== "object");
		const names = hasOptions ? [...new Set([...Object.keys(argument!), ...optional])] : [];
		return [
			{ at, option: "", isOptional: hasOptions && at > 0, put: replaced },
			...names.map((option) => ({ at, option, isOptional: optional.includes(option), put: (value: unknown) => replaced({ ...argument as object, [option]: value }) }))
		];
	});
}

/** Makes a call. @returns its kind; "thrown" if it throws or rejects, "silent" if it fails without a word */
async function outcome({ call }: Call, given: unknown[]): Promise<string> {
	try {
		const response = await call(...given as never[]) as ClientResponse | string;
		return typeof response === "string" ? "" : response.ok === (response.error === "") ? response.kind : "silent";
	}
	catch {
		return "thrown";
	}
}

/** What a proxy of the app's throws is the app's. */
const VALUES = Object.entries(ODD_VALUES).filter(([name]) => !name.includes("proxy"));

/** Each argument and each option of each call, as any value. */
export const oddCallCases: readonly Case[] = [
	testCase("no call throws or rejects, whatever value stands for any of its arguments and options; null leaves an option out", against("head-answers", { retries: 0 }), async ({ client }, context) => {
		const faults: string[] = [];
		for (const [name, call] of Object.entries(callsOf(client))) {
			const usual = await outcome(call, [...call.given]);
			for (const { at, isOptional, option, put } of placesOf(call)) {
				for (const [value, make] of VALUES) {
					const kind = await outcome(call, put(make()));
					if (kind === "thrown" || kind === "silent" || isOptional && value === "null" && kind !== usual)
						faults.push(`${name} with ${value} as ${option || at}: ${kind}`);
				}
			}
		}
		context.equal(faults.join("; "), "");
		context.equal((await client.sendEx("GET", "/api/one")).error, "", "the client is usable");
	})
];
