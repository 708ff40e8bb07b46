import { filter as filterOf } from "../filter/filter.js";
import { BAD_REQUEST, NOT_FOUND } from "../http-statuses.js";
import { eachRecord, getFirst, PageKey } from "../lists/each-record.js";
import type { Text } from "../platform.js";
import { COLLECTIONS, RECORDS } from "../pocketbase/paths.js";
import { ClientResponse, failure } from "../response.js";
import { textOf } from "../shared/thrown.js";
import { UrlWriter } from "../url/url-writer.js";
import type { LiveOptions, LiveRecord } from "./live-options.js";
import { dateOf, Versions } from "./versions.js";

/** Records that a poll asks for in one short answer; where there are more, they are streamed. */
const PAGE = 8;
const PER_PAGE = 100;

export const NO_LIST = "the answer is no list of records";
const KEY_FIELDS = "id,updated";

/** Reads the records that have changed since a time, and reports each state to the app once, by `id` and `updated`. */
export class ChangeReader<T extends object> {
	/** Path of the records. */
	readonly records: string;
	/** The states that were reported. */
	readonly versions: Versions;
	/** Whether there was any record, reported before or not. */
	hasFound = false;
	/** The first record that was passed over, as a failure. */
	passedOver: ClientResponse | undefined;

	private readonly options: LiveOptions<T>;
	/** Bytes of a record where they are streamed. */
	private readonly record: number;
	private readonly fields: string | undefined;
	/** The order of the records. */
	private readonly key = new PageKey("updated");
	/** Path and query, up to the time. */
	private readonly path: string;
	private isStopped = false;
	/** Why the reading has ended early. */
	private ended: ClientResponse | undefined;
	/** The last record, in the order of the service. */
	private last: object | undefined;

	/**
	 * @param options kept
	 * @param record as `options.record`
	 * @throws TypeError that names the option that is wrong
	 */
	constructor(options: LiveOptions<T>, record: number, text: Text) {
		const fields = options.fields ? this.key.fields(options.fields) : undefined;
		if (options.fields && fields === undefined)
			throw new TypeError("fields must not change id and updated");
		const writer = new UrlWriter(Infinity);
		this.records = writer.start(COLLECTIONS).segment(options.collection).path(RECORDS).finish("collection");
		if (this.records === "")
			throw new TypeError(writer.fault);
		this.path = writer.start(this.records).parameter("perPage", String(PAGE)).parameter("skipTotal", "1").parameter("sort", this.key.sort)
			.parameter("fields", fields)
			.parameter("filter", options.filter ? `(${options.filter}\n)&&updated>='` : "updated>='").finish("filter");
		this.options = options;
		this.record = record;
		this.fields = fields;
		this.versions = new Versions(text);
	}

	/** Reports nothing more. */
	stop(): void {
		this.isStopped = true;
	}

	/** Asks for the changes, as far as a short answer has room for them. @param first the time as the service writes it, "" for all records */
	ask(first: string): Promise<ClientResponse> {
		this.ended = this.passedOver = undefined;
		return this.options.client.sendEx("GET", `${this.path}${first.replace(" ", "%20")}'`);
	}

	/**
	 * Reports the changes.
	 * @param first as for `ask`
	 * @param response the answer to that
	 * @returns the response that ends it: a failure, or one that is good. May throw what the app throws from `then`
	 */
	async report(first: string, response: ClientResponse): Promise<ClientResponse> {
		const { filter } = this.options;
		const page = response.ok ? response.json() : undefined;
		const items = itemsOf(page);
		this.hasFound = items?.length !== 0;
		if (items !== undefined && items.length < PAGE)
			return this.reportAll(items, response);
		if (items === undefined && page !== undefined)
			return failure("protocol", NO_LIST);
		// An answer that is too long or can't be read may be so for one of its records.
		if (!response.ok && response.kind !== "too-large")
			return response.statusCode === BAD_REQUEST ? this.explained(response) : response;
		const changed = `updated>='${first}'`;
		return this.reportStreamed(filter ? `(${filter}\n)&&${changed}` : changed);
	}

	/** The service does not say what it refuses of a poll: asks whether it is the field. @param refusal of a poll, 400 */
	private async explained(refusal: ClientResponse): Promise<ClientResponse> {
		const { client, collection } = this.options;
		const { body, kind, statusCode } = await client.sendEx("GET", this.records + "?perPage=1&skipTotal=1&fields=id&sort=updated");
		return statusCode !== BAD_REQUEST ? refusal
			: new ClientResponse(kind, statusCode, `${collection} has no autodate field updated, or hides it from this client`, body);
	}

	/**
	 * Reports the records of a filter one by one. Those that are too large for that, or can't be read, are reported alone or passed over.
	 */
	private async reportStreamed(changed: string): Promise<ClientResponse> {
		const { fields, options: { client, collection }, record } = this;
		for (let where = changed; ;) {
			this.last = undefined;
			const response = await eachRecord<object>({ client, collection, filter: where, fields, sort: "updated", perPage: PER_PAGE, record },
				this.take);
			if (this.isEnd(response))
				return this.ended ?? response;
			// The service's word that there is a next record, and which.
			if (this.last !== undefined)
				where = this.key.after(changed, this.last);
			const found = await getFirst({ client, collection, filter: where, fields: KEY_FIELDS, sort: "updated" });
			const key = found.json<LiveRecord>() ?? undefined;
			if (!found.ok || key === undefined || typeof key.id !== "string" || dateOf(key) === "")
				return found.ok || found.statusCode === NOT_FOUND ? response : found;
			const failed = await this.reportSingle(changed, key.id, response);
			if (failed !== undefined)
				return failed;
			this.versions.see(dateOf(key));
			const next = this.key.after(changed, key);
			if (next === where)
				return response;
			where = next;
		}
	}

	/** Whether an answer ends the reading, and was not ended by one of its records. */
	private isEnd({ kind, ok }: ClientResponse): boolean {
		return ok || this.ended !== undefined || this.isStopped || kind !== "too-large" && kind !== "protocol";
	}

	/**
	 * Reports a record that did not come among others, or passes it over.
	 * @param changed filter that it has to meet
	 * @param fault of the answer with the others
	 * @returns undefined if they can follow, else what has failed
	 */
	private async reportSingle(changed: string, id: string, fault: ClientResponse): Promise<ClientResponse | undefined> {
		const path = new UrlWriter(Infinity).start(this.records).parameter("perPage", "1").parameter("skipTotal", "1")
			.parameter("fields", this.fields).parameter("filter", `(${changed}\n)&&${filterOf("id={:id}", { id })}`).finish("filter");
		const response = await this.options.client.sendEx("GET", path);
		const page = response.ok ? response.json() : undefined;
		const items = itemsOf(page);
		if (items !== undefined)
			await this.reportAll(items, response);
		else if (page !== undefined)
			return failure("protocol", NO_LIST);
		else if (response.ok || response.kind === "too-large")
			this.passedOver ??= failure("too-large", `record ${id} was passed over: ${response.error || fault.error}`);
		else
			return response;
		return this.ended;
	}

	/** Reports records of one answer. @returns the answer, or why it has ended early */
	private async reportAll(items: readonly unknown[], response: ClientResponse): Promise<ClientResponse> {
		for (let index = 0; index < items.length; index++) {
			const result = this.take(items[index]);
			if (result === false || await (result as Promise<unknown> | undefined) === false)
				break;
		}
		return this.ended ?? response;
	}

	/** Reports a record whose state is not known. @returns false to end the list, a promise of the app's, or undefined */
	private readonly take = (record: unknown): unknown => {
		if (this.isStopped)
			return false;
		if (!isRecord(record))
			return this.end("protocol", NO_LIST);
		const version = this.versions.versionOf(record);
		const updated = dateOf(record);
		this.last = record;
		if (this.versions.isKnown(version))
			return undefined;
		try {
			const result = this.options.onRecord(record as T) as Promise<unknown> | null | undefined;
			if (typeof result?.then === "function")
				return Promise.resolve(result).then(() => this.versions.remember(version, updated), this.onThrown);
		}
		catch (error) {
			return this.onThrown(error);
		}
		this.versions.remember(version, updated);
		return undefined;
	};

	private readonly onThrown = (error: unknown): false => this.end("closed", "onRecord has thrown: " + textOf(error));

	private end(kind: "closed" | "protocol", message: string): false {
		this.ended = failure(kind, message);
		return false;
	}
}

/** The records of a page, undefined for what is none. */
function itemsOf(page: unknown): readonly unknown[] | undefined {
	const items = (page as { items?: unknown } | null | undefined)?.items;
	return Array.isArray(items) ? items : undefined;
}

/** Whether it has what each record of the service has. */
export function isRecord(record: unknown): record is { readonly id: string } {
	return typeof (record as { id?: unknown } | null)?.id === "string";
}
