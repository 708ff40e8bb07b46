/** What a request for a record, alone or in a batch, has come to. */
interface Outcome {
	readonly status: number;
	readonly body: object;
}

/** An answer as it is on the wire. */
export interface Answer {
	readonly status: number;
	/** JSON text. */
	readonly body: string;
}

export type Fields = Readonly<Record<string, unknown>>;

interface BatchRequest {
	readonly method: string;
	readonly url: string;
	readonly body: Fields & { readonly id: string };
}

const RECORDS = "/api/collections/readings/records";
/** Answered with the record's id. */
const CREATE = `${RECORDS}?fields=id`;
/** Answered with the ids of all. */
const BATCH = "/api/batch?fields=body.id";
const MOST = 50;

/**
 * The records service in RAM, as far as an outbox that delivers to "readings" gets to see it: single creates, batches of
 * upserts which are done as a whole or not at all, and what it answers to those, word by word. A test holds it to the
 * real one.
 */
export class RamService {
	/** Records by id, as they were sent last, without the id. */
	readonly records = new Map<string, Fields>();
	/** Ids of records of another device. */
	readonly others = new Set<string>();
	/** Whether records can be read by the device that has made them. */
	readable = true;
	/** Whether who asks is a guest, as one is whose token isn't good any more. */
	guest = false;
	/** Whether batches are taken. */
	batches = true;
	/** Bytes of the longest request that is taken. */
	bodyLimit = Number.MAX_SAFE_INTEGER;
	/** Whether requests are refused for being too many. */
	limited = false;

	readonly #device: string;

	/** @param device id of the device whose token comes with the requests; readings for another are refused */
	constructor(device: string) {
		this.#device = device;
	}

	/** Tells about a record. */
	get(id: string): Answer {
		const fields = this.guest || !this.readable ? undefined : this.records.get(id);
		const { status, body } = fields === undefined ? refused(404, "The requested resource wasn't found.") : { status: 200, body: { ...fields, id } };
		return { status, body: JSON.stringify(body) + "\n" };
	}

	/** @param body JSON text in UTF-8 */
	request(method: string, path: string, body: Uint8Array): Answer {
		const { status, body: answer } = this.#answer(method, path, body);
		return { status, body: JSON.stringify(answer) + "\n" };
	}

	#answer(method: string, path: string, body: Uint8Array): Outcome {
		if (this.limited)
			return refused(429, "Too Many Requests.");
		if (body.length > this.bodyLimit)
			return refused(413, "Request entity too large.");
		const content = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body)) as object;
		if (method === "PATCH" && path === CREATE.replace("?", `/${(content as BatchRequest["body"]).id}?`))
			return this.#update(content as BatchRequest["body"]);
		if (path === CREATE)
			return this.#create(content as BatchRequest["body"]);
		if (path === BATCH)
			return this.#batch(content as { requests: BatchRequest[] });
		throw new Error(`no request of an outbox: ${path}`);
	}

	#batch({ requests }: { readonly requests: readonly BatchRequest[] }): Outcome {
		if (!this.batches)
			return refused(403, "Batch requests are not allowed.");
		if (requests.length > MOST) {
			const fault = { code: "validation_length_too_long", message: `The length must be no more than ${MOST}.`, params: { max: MOST, min: 0 } };
			return refused(400, "Invalid batch request data.", { requests: fault });
		}
		const before = new Map(this.records);
		const answers: Outcome[] = [];
		for (const { method, url, body } of requests) {
			if (method !== "PUT" || url !== RECORDS)
				throw new Error(`no request of an outbox: ${method} ${url}`);
			const response = this.records.has(body.id) || this.others.has(body.id) ? this.#update(body) : this.#create(body);
			if (response.status !== 200) {
				this.#restore(before);
				const fault = { code: "batch_request_failed", message: "Batch request failed.", response: response.body };
				return refused(400, "Batch transaction failed.", { requests: { [String(answers.length)]: fault } });
			}
			answers.push(response);
		}
		return { status: 200, body: answers.map(({ body }) => ({ body })) };
	}

	#restore(before: ReadonlyMap<string, Fields>): void {
		this.records.clear();
		for (const [id, fields] of before)
			this.records.set(id, fields);
	}

	#create(reading: BatchRequest["body"]): Outcome {
		const { id, device = this.#device, sensor } = reading;
		let faults: object | undefined;
		if (this.guest || device !== this.#device)
			faults = {};
		else if (sensor === undefined || sensor === "")
			faults = { sensor: { code: "validation_required", message: "Cannot be blank." } };
		else if (this.records.has(id) || this.others.has(id))
			faults = { id: { code: "validation_not_unique", message: "Value must be unique." } };
		return faults === undefined ? this.#keep(reading) : refused(400, "Failed to create record.", faults);
	}

	#update(reading: BatchRequest["body"]): Outcome {
		const { device = this.#device, id, sensor } = reading;
		if (this.guest || device !== this.#device || this.others.has(id))
			return refused(404, "The requested resource wasn't found.");
		if (sensor === "")
			return refused(400, "Failed to update record.", { sensor: { code: "validation_required", message: "Cannot be blank." } });
		return this.#keep(reading);
	}

	#keep({ id, ...fields }: BatchRequest["body"]): Outcome {
		this.records.set(id, { ...this.records.get(id), ...fields });
		return { status: 200, body: { id } };
	}
}

function refused(status: number, message: string, data: object = {}): Outcome {
	return { status, body: { data, message, status } };
}
