/**
 * Several changes in one request, of which all are done or none.
 * @module records-client/batch
 */
import type { Refusal, RequestFaults } from "../pocketbase/refusals.js";
import { BATCH, COLLECTIONS, RECORDS } from "../pocketbase/paths.js";
import type { CallOptions, RequestSender } from "../call-options.js";
import { ClientResponse, failure } from "../response.js";
import { classFault, segmentFault } from "../shared/arguments.js";
import { textOf } from "../shared/thrown.js";
import { UrlWriter } from "../url/url-writer.js";

const NO_RESULTS = "the answer is no list of a result for each change; they were probably made";

/** What the service says of one change. */
export interface BatchResult {
	/** Of the change, in the order in which they were added, from 0. */
	readonly index: number;
	/** Its HTTP status. */
	readonly status: number;
	/** The record; null for a delete; the service's error for a change that failed. */
	readonly body: unknown;
}

/** A change as the service takes it. */
interface Change {
	readonly method: string;
	readonly url: string;
	readonly body: object | undefined;
}

/** The outcome of a batch. */
export interface BatchResponse {
	/** Of the whole request. With `ok` all changes were done. Without, none was, unless its `kind` says that a create may have been done. */
	readonly response: ClientResponse;
	/** Of each change; of a batch that was refused, those that the service names. */
	readonly results: readonly BatchResult[];
}

/**
 * Changes of records, of several collections too, that are sent together (PocketBase, `POST /api/batch`): all are done or none. The
 * service must have batches enabled, and limits their number: 50 with the kit.
 * @example
 * ```ts
 * import { RecordsClient } from "records-client";
 * import { Batch } from "records-client/batch";
 *
 * const records = new RecordsClient({ baseUrl: "http://192.168.1.10:8090" });
 * const batch = new Batch(records).collection("readings").create({ sensor: "temperature", value: 21.4 }).delete("7j2kq0w9x1m5c3v");
 *
 * batch.send().then(({ response, results }) => trace(response.error || JSON.stringify(results), "\n"));
 * ```
 */
export class Batch {
	private readonly client: RequestSender;
	private readonly writer = new UrlWriter(Infinity);
	private readonly requests: Change[] = [];
	private path = "";
	/** The first that is wrong with what was added. */
	private fault = "";

	/** @param client that sends it; its selected collection plays no part */
	constructor(client: RequestSender) {
		this.client = client;
	}

	/** Selects the collection of the changes that follow. @param name collection name or id */
	collection(name: string): this {
		const path = this.address(COLLECTIONS, "collection", name);
		this.path = path === "" ? "" : path + RECORDS;
		return this;
	}

	/** Adds a create. @param record fields to set, kept until `send` */
	create(record: object): this {
		return this.add("POST", this.path, record);
	}

	/** Adds a change of a record. @param record fields to change, kept until `send` */
	update(recordId: string, record: object): this {
		return this.add("PATCH", this.address(this.path, "recordId", recordId), record);
	}

	/** Adds an update of the record with the id in `record`, or a create where there is none. @param record kept until `send` */
	upsert(record: object): this {
		return this.add("PUT", this.path, record);
	}

	/** Adds a delete. */
	delete(recordId: string): this {
		return this.add("DELETE", this.address(this.path, "recordId", recordId));
	}

	/**
	 * Sends all changes. Never rejects: an argument that was wrong is in the response (`kind "argument"`), and nothing was sent then.
	 * The changes stay: a second `send` sends them again.
	 */
	async send(options?: CallOptions | null): Promise<BatchResponse> {
		const fault = this.fault || (this.requests.length === 0 ? "the batch is empty" : this.recordFault());
		const response = fault === "" ? await this.sent(options) : failure("argument", fault);
		const answer = response.json();
		if (!response.ok)
			return { response, results: refusedChanges(answer, this.requests.length) };
		if (!isListOfResults(answer, this.requests.length))
			return { response: new ClientResponse("protocol", response.statusCode, NO_RESULTS, response.body), results: [] };
		return { response, results: answer.map(({ body: made, status }, index) => ({ index, status, body: made })) };
	}

	/** Sends the request. Never rejects, whatever the client does; what it has done before that is not known. */
	private async sent(options?: CallOptions | null): Promise<ClientResponse> {
		try {
			return await this.client.sendEx("POST", BATCH, { requests: this.requests }, options);
		}
		catch (error) {
			return failure("protocol", `client.sendEx has thrown: ${textOf(error)}`);
		}
	}

	private add(method: string, url: string, body?: object): this {
		if (this.path === "")
			this.fault ||= segmentFault("collection", "");
		this.requests.push({ method, url, body });
		return this;
	}

	/** What is wrong with the records as they are now, "" for nothing. */
	private recordFault(): string {
		try {
			for (const { body, method } of this.requests) {
				const isRecord = typeof body === "object" && body !== null && !Array.isArray(body);
				const fault = isRecord ? classFault("record", body) : method === "DELETE" ? "" : "record must be an object";
				if (fault !== "")
					return fault;
			}
		}
		catch {
			// What can't be written as JSON is refused where it is written.
		}
		return "";
	}

	private address(path: string, name: string, segment: string): string {
		this.fault ||= segmentFault(name, segment);
		if (this.fault !== "")
			return "";
		const url = this.writer.start(path).segment(segment).finish(name);
		this.fault = this.writer.fault;
		return url;
	}
}

/** Whether an answer has a result for each change, in their order, as the service writes them. */
function isListOfResults(answer: unknown, count: number): answer is readonly { readonly body: unknown; readonly status: number }[] {
	return Array.isArray(answer) && answer.length === count
		&& answer.every((result: { status?: unknown } | null | undefined) => typeof result?.status === "number");
}

/** The changes that the service names in its refusal of a batch; none where that refuses the batch as a whole, for its length say. */
function refusedChanges(answer: unknown, count: number): BatchResult[] {
	const { data } = Object(answer) as Refusal;
	const results: BatchResult[] = [];
	for (const [name, refused] of Object.entries(Object(data?.requests) as RequestFaults)) {
		const index = Number(name);
		const body = refused?.response;
		const { status } = Object(body) as { status?: unknown };
		if (String(index) === name && index < count && body !== undefined)
			results.push({ index, status: typeof status === "number" ? status : 0, body });
	}
	return results;
}
