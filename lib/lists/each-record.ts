/**
 * Lists that are longer than the memory.
 * @module records-client/lists
 */
import type { RequestSender } from "../call-options.js";
import { COLLECTIONS, PAGE_MOST, RECORDS } from "../pocketbase/paths.js";
import { NOT_FOUND, OK } from "../http-statuses.js";
import { type OptionExamples, optionsFault } from "../shared/complete-limits.js";
import { clientFault, parameterFault, segmentFault, wholeFault } from "../shared/arguments.js";
import { valuesBeyond } from "../shared/safe-json.js";
import { ClientResponse, failure, refused } from "../response.js";
import { Attempts, guarded, taken, through } from "../streams/streamed-body.js";
import { UrlWriter } from "../url/url-writer.js";
import {
	FIRST_OPTIONS, type FirstOptions, FULL_OPTIONS, type FullOptions, LIST_OPTIONS, type ListOptions
} from "./list-options.js";
import { PageKey, questionsOf } from "./page-key.js";
import { endsList, type OnRecord, type OnTooLarge, RecordScanner } from "./record-scanner.js";

/** @internal For live records. */
export { PageKey } from "./page-key.js";
export type { FirstOptions, FullOptions, ListOptions, OnRecord, OnTooLarge };

const RECORD = 4096;
const LEAST_RECORD = 256;
const MOST_RECORD = 1_048_576;
/** Bytes of the window beside a record: what follows it, ",{" or "]". One more and it is full. */
const BESIDE = 3;

/**
 * Hands over all records of a list, one at a time, as their bytes come: as many as the service has, in the memory of one. The
 * next page begins after the last record of the one before, not at a number: what is created or deleted meanwhile moves no
 * other record out of the list or into it twice, if the fields of `sort` do not change. A page that was cut goes on after its
 * last record, one that was cut before its first is asked for again, up to `limits.retries` of the client times. `limits.idle` of the
 * client counts between two pieces of an answer, `limits.timeout` between two records; none counts for the whole list, or while a promise
 * from `onRecord` is waited for.
 * @param options not changed
 * @param onRecord gets each record, which it may keep. `false` ends the list; a promise is awaited before the next record, and
 * ends it by false. Another request of the same client goes before the rest of the list
 * @returns a response that is ok when the list has ended; its body is the number of records, as JSON. Never rejects:
 * `kind "closed"` if a callback has thrown, `"too-large"` for a record that is longer than `record`, or that `onTooLarge` is for
 * @example
 * ```ts
 * import { RecordsClient } from "records-client";
 * import { eachRecord } from "records-client/lists";
 *
 * const client = new RecordsClient({ baseUrl: "http://192.168.1.10:8090" });
 * let sum = 0;
 * eachRecord<{ value: number }>({ client, collection: "readings", filter: "value > 20" }, ({ value }) => { sum += value; })
 * 	.then(({ error, body }) => trace(error || `${sum} of ${body}`, "\n"));
 * ```
 */
export function eachRecord(options: ListOptions & { readonly raw: true }, onRecord: OnRecord<string>): Promise<ClientResponse>;
/** As with texts. */
export function eachRecord<T = Readonly<Record<string, unknown>>>(options: ListOptions & { readonly raw?: false | null },
	onRecord: OnRecord<T>): Promise<ClientResponse>;
export function eachRecord(options: ListOptions, onRecord: OnRecord<never>): Promise<ClientResponse> {
	const fault = faultOf(options, LIST_OPTIONS) || (typeof onRecord === "function" ? "" : "onRecord must be a function");
	return fault === "" ? guarded(run(options, scannerOf(options, onRecord))) : refused(fault);
}

/**
 * Reads all records of a list at once, page by page as `eachRecord` does: for lists that fit the memory.
 * @param options not changed
 * @returns a response whose body is the list of the records as JSON; `kind "too-large"` where that has more characters than `limits.body`
 * of the client has bytes, or more values than `limits.values`. Never rejects
 * @example
 * ```ts
 * import { RecordsClient } from "records-client";
 * import { getFullList } from "records-client/lists";
 *
 * const client = new RecordsClient({ baseUrl: "http://192.168.1.10:8090" });
 * getFullList({ client, collection: "devices", fields: "name" }).then((response) => {
 * 	const devices = response.json<{ name: string }[]>() ?? [];
 * 	trace(response.error || devices.map(({ name }) => name).join(), "\n");
 * });
 * ```
 */
export function getFullList(options: FullOptions): Promise<ClientResponse> {
	const fault = faultOf(options, FULL_OPTIONS);
	if (fault !== "")
		return refused(fault);
	const texts: string[] = [];
	let length = 1;
	const scanner = scannerOf({ ...taken(options), onTooLarge: options.onTooLarge ?? endsList, raw: true }, (text: string) => {
		texts.push(text);
		length += text.length + 1;
		return length <= scanner.request.configuration.limits.body;
	});
	return guarded(run(options, scanner)).then((response) => {
		if (!response.ok)
			return response;
		const { body: most, values } = scanner.request.configuration.limits;
		const body = `[${texts.join()}]`;
		const needed = valuesBeyond(body, values);
		const limit = length > most ? `limits.body (${most})` : needed > 0 ? `limits.values (${values}): limits.values ${needed} would do` : "";
		return limit === "" ? new ClientResponse("", OK, "", body)
			: new ClientResponse("too-large", OK, `the list has more than ${limit}; eachRecord reads lists of any length`, "");
	});
}

/**
 * Reads the first record of a list, however long it is: up to `record` bytes, whatever `limits.body` says.
 * @param options not changed
 * @returns a response whose body is the record as JSON; `kind "http"` with status 404 if there is none. Never rejects
 * @example
 * ```ts
 * import { RecordsClient } from "records-client";
 * import { getFirst } from "records-client/lists";
 *
 * const client = new RecordsClient({ baseUrl: "http://192.168.1.10:8090" });
 * getFirst({ client, collection: "readings", sort: "-created" }).then(({ body, error }) => trace(error || body, "\n"));
 * ```
 */
export function getFirst(options: FirstOptions): Promise<ClientResponse> {
	const fault = faultOf(options, FIRST_OPTIONS);
	if (fault !== "")
		return refused(fault);
	let first = "";
	const onFirst = (text: string): false => {
		first = text;
		return false;
	};
	const one = { ...taken(options), onTooLarge: endsList, perPage: 1, raw: true };
	return guarded(run(one, scannerOf(one, onFirst))).then((response) => {
		if (!response.ok)
			return response;
		return first === "" ? new ClientResponse("http", NOT_FOUND, "no record matches", "") : new ClientResponse("", OK, "", first);
	});
}

/** What is wrong with options, "" for nothing. */
function faultOf(options: ListOptions, examples: OptionExamples): string {
	const fault = optionsFault("options.", options, examples);
	if (fault !== "")
		return fault;
	return clientFault(options.client) || segmentFault("collection", options.collection)
		|| parameterFault("filter", options.filter) || parameterFault("sort", options.sort) || parameterFault("fields", options.fields)
		|| parameterFault("expand", options.expand) || wholeFault("perPage", options.perPage ?? PAGE_MOST, 1, PAGE_MOST)
		|| wholeFault("record", options.record ?? RECORD, LEAST_RECORD, MOST_RECORD);
}

function scannerOf({ onTooLarge, raw, record }: ListOptions, onRecord: OnRecord<never>): RecordScanner {
	return new RecordScanner((record ?? RECORD) + BESIDE, raw === true, onRecord, onTooLarge ?? undefined);
}

/** Goes through the pages of a list. @param scanner gets them */
async function run(options: ListOptions, scanner: RecordScanner): Promise<ClientResponse> {
	const key = new PageKey(options.sort ?? "");
	const needed = options.fields ? key.fields(options.fields) : undefined;
	const fault = key.fault || (options.fields && needed === undefined ? "fields must not change those of sort" : "");
	if (fault !== "")
		return failure("argument", fault);
	const writer = new UrlWriter(Infinity);
	const path = writer.start(COLLECTIONS).segment(options.collection).path(RECORDS).finish("collection");
	if (path === "")
		return failure("argument", writer.fault);
	return new Pages({ ...taken(options), fields: needed }, scanner, key, path).run();
}

/** The pages of a list, one after the other. */
class Pages {
	private readonly options: ListOptions;
	private readonly perPage: number;
	private readonly scanner: RecordScanner;
	private readonly key: PageKey;
	/** Of the collection's records. */
	private readonly path: string;
	private readonly attempts = new Attempts(undefined);
	/** Filter of the next page. */
	private where: string;
	/** Records of the pages before it. */
	private count = 0;

	constructor(options: ListOptions, scanner: RecordScanner, key: PageKey, path: string) {
		this.options = options;
		this.perPage = options.perPage ?? PAGE_MOST;
		this.scanner = scanner;
		this.key = key;
		this.path = path;
		this.where = options.filter ?? "";
	}

	async run(): Promise<ClientResponse> {
		for (;;) {
			const url = new UrlWriter(Infinity).start(this.path).parameter("perPage", String(this.perPage)).parameter("skipTotal", "1")
				.parameter("sort", this.key.sort).parameter("filter", this.where || null)
				.parameter("fields", this.options.fields).parameter("expand", this.options.expand).finish("filter");
			this.scanner.reset();
			const response = await this.options.client.sendEx("GET", url, null, through(this.scanner));
			// The page is over, or what cut it may not cut the next. What was cut before its first record is asked for again.
			const outcome = await this.end(response) ?? (this.scanner.count > 0 ? await this.goOn(response.statusCode) : undefined);
			if (outcome !== undefined)
				return outcome;
		}
	}

	/** A page has ended. @returns what the list ends with; undefined where it goes on */
	private async end(response: ClientResponse): Promise<ClientResponse | undefined> {
		const { count, pending, request } = this.scanner;
		// Another request has gone first: what the app waits for may have been its answer.
		const isEnded = this.scanner.isStopped || response.kind === "busy" && pending !== undefined && await pending === false;
		const hasRecords = count > 0;
		if (hasRecords)
			this.attempts.gained();
		this.count += count;
		const outcome = this.failure(response.statusCode, isEnded) ?? this.attempts.unstreamed(response, request);
		if (outcome !== undefined)
			return outcome;
		if (isEnded || response.ok && count < (this.scanner.perPage || this.perPage))
			return new ClientResponse("", OK, "", String(this.count));
		return response.ok || response.kind !== "closed" && await this.attempts.waitForNext(response, request, hasRecords) ? undefined : response;
	}

	/** Why a page was of no use; undefined for no reason. @param isEnded whether the app has ended the list */
	private failure(status: number, isEnded: boolean): ClientResponse | undefined {
		const { fault, isTooLong, thrown, tooLarge } = this.scanner;
		if (thrown !== undefined)
			return failure("closed", thrown);
		if (isEnded && tooLarge !== undefined)
			return tooLarge;
		if (isTooLong)
			return new ClientResponse("too-large", status, `a record is longer than ${this.options.record ?? RECORD} bytes (record)`, "");
		return fault === "" ? undefined : new ClientResponse("protocol", status, fault, "");
	}

	/** Goes on after the last record. @returns what the list ends with where that can't be; undefined where it can */
	private async goOn(status: number): Promise<ClientResponse | undefined> {
		const { last } = this.scanner;
		const before = this.where;
		const doubted: string[] = [];
		for (const name of this.key.doubtful(last)) {
			const found = await isNull(this.options.client, this.path, last, name);
			if (typeof found !== "boolean")
				return found;
			if (found)
				doubted.push(name);
		}
		try {
			this.where = this.key.after(this.options.filter ?? "", last, doubted);
		}
		catch (error) {
			return failure("argument", "the list can't go on: " + (error as Error).message);
		}
		// A cache that does not look at the query would be asked for ever.
		return this.where === before
			? new ClientResponse("protocol", status, "the page after the last record ends with the same record", "") : undefined;
	}
}

/**
 * Asks the service whether a record's field is NULL.
 * @param path of the collection's records
 * @returns the response that the list ends with where that can't be known
 */
async function isNull(client: RequestSender, path: string, record: object, name: string): Promise<boolean | ClientResponse> {
	const questions = questionsOf(record, name);
	for (const question of questions) {
		const url = new UrlWriter(Infinity).start(path).parameter("perPage", "1").parameter("skipTotal", "1").parameter("filter", question)
			.parameter("fields", "id").finish("filter");
		const response = await client.sendEx("GET", url, null);
		const { items } = Object(response.json()) as { items?: unknown };
		if (!response.ok)
			return response;
		if (Array.isArray(items) && items.length > 0)
			return question !== questions[0];
	}
	return new ClientResponse("protocol", OK,
		`the list can't go on: its last record was deleted, and whether its ${name} was NULL is not known`, "");
}
