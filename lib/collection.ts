import {
	AUTH_METHODS, AUTH_REFRESH, AUTH_WITH_OTP, AUTH_WITH_PASSWORD, PAGE_MOST, RECORDS, REQUEST_OTP, REQUEST_PASSWORD_RESET,
	REQUEST_VERIFICATION
} from "./pocketbase/paths.js";
import { pageFault, parameterFault, parameterText, segmentFault } from "./shared/arguments.js";
import { DIRECT, LOGIN, type Purpose, REFRESH } from "./request/exchange.js";
import type { Configuration } from "./scheduler/configuration.js";
import type { RequestScheduler } from "./scheduler/request-scheduler.js";
import type { ExpandNames, FieldNames, PageBody, RecordBody, RequestBody, SortNames } from "./record-types.js";
import {
	CALL_OPTIONS, type CallOptions, LIST_OPTIONS, type ListOptions, type Optional, READ_OPTIONS, type ReadOptions
} from "./call-options.js";
import { endedBy, send, sendBody } from "./sending.js";
import { type OptionExamples, optionsFault } from "./shared/complete-limits.js";
import { type ClientResponse, PLAIN_CREDENTIALS, refused } from "./response.js";

/**
 * The records of one collection, and its ways to log in: what `RecordsClient.at` makes. Nobody else selects another collection for it.
 * It needs no closing; its client's `close` ends its calls. The methods named Ex and those of logging in never reject: what happened is
 * in the response. The convenience methods resolve with the raw body, and with "" on failure.
 * @typeParam T of the collection's records, unknown unless `at` was called with one
 */
export class Collection<out T = unknown> {
	readonly #configuration: Configuration;
	readonly #scheduler: RequestScheduler;
	#name = "";
	#path = "";
	#recordsPath = "";
	#fault = "collection is required";

	/** @internal Made by a client, with its parts. */
	constructor(configuration: Configuration, scheduler: RequestScheduler) {
		this.#configuration = configuration;
		this.#scheduler = scheduler;
	}

	/** @internal Gives a collection its name, or another. Not a method of the object: an app must not move what others use. */
	static select(collection: Collection, name: string): void {
		if (name === collection.#name && collection.#fault === "")
			return;
		const { prefix, writer } = collection.#configuration;
		const fault = segmentFault("collection", name);
		const path = fault === "" ? writer.start(prefix).segment(name).finish("collection") : "";
		collection.#fault = fault || writer.fault;
		collection.#name = collection.#fault === "" ? name : "";
		collection.#path = path;
		collection.#recordsPath = path + RECORDS;
	}

	/**
	 * Reads one record.
	 * @param recordId its id; required
	 * @param expand comma-separated relation fields to expand, or an object with `expand` and `fields`
	 * @param fields comma-separated fields to return
	 * @example const { body } = await records.collection("readings").getOneEx("7j2kq0w9x1m5c3v", "device", "id,value,expand.device.name");
	 * @example const { body } = await records.collection("readings").getOneEx("7j2kq0w9x1m5c3v", { fields: "id,value" });
	 */
	getOneEx<E extends string, F extends string = "">(recordId: string, expand?: ExpandNames<T, E> | null,
		fields?: FieldNames<T, F> | null): Promise<ClientResponse<RecordBody<T, F>>>;
	/** As with positions. */
	getOneEx<E extends string, F extends string = "">(recordId: string,
		options: ReadOptions<ExpandNames<T, E>, FieldNames<T, F>>): Promise<ClientResponse<RecordBody<T, F>>>;
	getOneEx(recordId: string, expand?: Optional | ReadOptions, fields?: Optional): Promise<ClientResponse> {
		if (typeof expand === "object" && expand !== null)
			return this.#withOptions(expand, READ_OPTIONS, "getOneEx", recordId, expand.expand, expand.fields);
		const fault = segmentFault("recordId", recordId) || this.#fault
			|| parameterFault("expand", expand) || parameterFault("fields", fields);
		if (fault !== "")
			return refused(fault);
		const url = this.#configuration.writer.start(this.#recordsPath).segment(recordId).parameter("expand", expand).parameter("fields", fields);
		return send(this.#scheduler, "GET", url.finish("recordId"));
	}

	/**
	 * Reads a page of records. Each parameter may be null or left out.
	 * @param page page number, from 1; the service's default is 1. Or an object with all of these by name
	 * @param perPage records a page, at most 500, as number or text; more is refused (`kind "argument"`). The service's default is 30
	 * @param sort comma-separated fields, "-" before one for descending
	 * @param filter filter expression, such as `sensor = 'temperature' && value > 20`
	 * @param skipTotal "1" leaves `totalItems` and `totalPages` out; PocketBase without the hooks of the kit answers -1 for both
	 * @param expand comma-separated relation fields to expand
	 * @param fields comma-separated fields to return
	 * @example const { body } = await records.collection("readings").getListEx(1, 10, "-created", "value > 20", "1", null, "id,value");
	 * @example const { body } = await records.collection("readings").getListEx({ perPage: 10, filter: "value > 20", skipTotal: true });
	 */
	getListEx<S extends string, E extends string, F extends string = "">(page?: number | Optional, perPage?: number | Optional,
		sort?: SortNames<T, S> | null, filter?: Optional, skipTotal?: Optional,
		expand?: ExpandNames<T, E> | null, fields?: FieldNames<T, F> | null): Promise<ClientResponse<PageBody<T, F>>>;
	/** As with positions. */
	getListEx<S extends string, E extends string, F extends string = "">(
		options: ListOptions<SortNames<T, S>, ExpandNames<T, E>, FieldNames<T, F>>): Promise<ClientResponse<PageBody<T, F>>>;
	getListEx(page?: number | Optional | ListOptions, perPage?: number | Optional, sort?: Optional, filter?: Optional, skipTotal?: Optional,
		expand?: Optional, fields?: Optional): Promise<ClientResponse> {
		if (typeof page === "object" && page !== null) {
			const total = page.skipTotal;
			return this.#withOptions(page, LIST_OPTIONS, "getListEx", page.page, page.perPage, page.sort, page.filter,
				typeof total === "boolean" ? total ? "1" : null : total, page.expand, page.fields);
		}
		const fault = this.#fault || pageFault("page", page) || perPageFault(perPage) || sortFault(sort) || parameterFault("filter", filter)
			|| parameterFault("skipTotal", skipTotal) || parameterFault("expand", expand) || parameterFault("fields", fields);
		if (fault !== "")
			return refused(fault);
		const url = this.#configuration.writer.start(this.#recordsPath).parameter("page", parameterText(page))
			.parameter("perPage", parameterText(perPage))
			.parameter("sort", sort).parameter("filter", filter).parameter("skipTotal", skipTotal)
			.parameter("expand", expand).parameter("fields", fields);
		return send(this.#scheduler, "GET", url.finish("filter"));
	}

	/**
	 * Creates a record.
	 * @param requestBody JSON text of the fields to set; bytes (`Uint8Array` or `ArrayBuffer`), of JSON text in UTF-8, are sent from
	 * where they are and must stay as they are until the response is there; an object is serialised. What JSON does not have is
	 * refused: NaN and infinite numbers, promises, and objects of classes without members, such as a Map
	 * @param options what the answer has of the record, and what ends the call
	 * @example const { error, ok } = await records.collection("readings").createEx({ sensor: "temperature", value: 21.4 });
	 * @example
	 * const reading = { sensor: "temperature", value: 21.4 };
	 * const { body } = await records.collection("readings").createEx(reading, { fields: "id,created" });
	 */
	createEx<E extends string, F extends string = "">(requestBody: string | Uint8Array | ArrayBuffer | RequestBody<T>,
		options?: ReadOptions<ExpandNames<T, E>, FieldNames<T, F>> | null): Promise<ClientResponse<RecordBody<T, F>>>;
	createEx(requestBody: string | Uint8Array | object, options?: ReadOptions | null): Promise<ClientResponse> {
		return this.#fault === "" ? this.#write("POST", this.#recordsPath, requestBody, options) : refused(this.#fault);
	}

	/**
	 * Changes fields of a record; those left out keep their values.
	 * @param recordId its id; required
	 * @param requestBody fields to change, as for {@link createEx}
	 * @param options as for {@link createEx}
	 * @example const { ok } = await records.collection("readings").updateEx("7j2kq0w9x1m5c3v", { value: 21.5 });
	 */
	updateEx<E extends string, F extends string = "">(recordId: string, requestBody: string | Uint8Array | ArrayBuffer | RequestBody<T>,
		options?: ReadOptions<ExpandNames<T, E>, FieldNames<T, F>> | null): Promise<ClientResponse<RecordBody<T, F>>>;
	updateEx(recordId: string, requestBody: string | Uint8Array | object, options?: ReadOptions | null): Promise<ClientResponse> {
		const fault = segmentFault("recordId", recordId) || this.#fault;
		if (fault !== "")
			return refused(fault);
		const { writer } = this.#configuration;
		const path = writer.start(this.#recordsPath).segment(recordId).finish("recordId");
		return path === "" ? refused(writer.fault) : this.#write("PATCH", path, requestBody, options);
	}

	/**
	 * Deletes a record.
	 * @param recordId its id; required
	 * @example const { ok } = await records.collection("readings").deleteRecordEx("7j2kq0w9x1m5c3v");
	 */
	deleteRecordEx(recordId: string, options?: CallOptions | null): Promise<ClientResponse> {
		if (options !== undefined && options !== null)
			return this.#withOptions(options, CALL_OPTIONS, "deleteRecordEx", recordId);
		const fault = segmentFault("recordId", recordId) || this.#fault;
		if (fault !== "")
			return refused(fault);
		return send(this.#scheduler, "DELETE", this.#configuration.writer.start(this.#recordsPath).segment(recordId).finish("recordId"));
	}

	/** As {@link getOneEx}, resolving with the raw body, "" on failure. */
	getOne<E extends string, F extends string>(recordId: string, expand?: ExpandNames<T, E> | null,
		fields?: FieldNames<T, F> | null): Promise<string>;
	/** As with positions. */
	getOne<E extends string, F extends string>(recordId: string, options: ReadOptions<ExpandNames<T, E>, FieldNames<T, F>>): Promise<string>;
	getOne(recordId: string, expand?: Optional | ReadOptions, fields?: Optional): Promise<string> {
		return this.getOneEx(recordId, expand as Optional, fields).then(bodyOf);
	}

	/** As {@link getListEx}, resolving with the raw body, "" on failure. */
	getList<S extends string, E extends string, F extends string>(page?: number | Optional, perPage?: number | Optional,
		sort?: SortNames<T, S> | null, filter?: Optional, skipTotal?: Optional,
		expand?: ExpandNames<T, E> | null, fields?: FieldNames<T, F> | null): Promise<string>;
	/** As with positions. */
	getList<S extends string, E extends string, F extends string>(
		options: ListOptions<SortNames<T, S>, ExpandNames<T, E>, FieldNames<T, F>>): Promise<string>;
	getList(page?: number | Optional | ListOptions, perPage?: number | Optional, sort?: Optional, filter?: Optional, skipTotal?: Optional,
		expand?: Optional, fields?: Optional): Promise<string> {
		return this.getListEx(page as Optional, perPage, sort, filter, skipTotal, expand, fields).then(bodyOf);
	}

	/** As {@link createEx}, resolving with the raw body, "" on failure. */
	create<E extends string, F extends string = "">(requestBody: string | Uint8Array | ArrayBuffer | RequestBody<T>,
		options?: ReadOptions<ExpandNames<T, E>, FieldNames<T, F>> | null): Promise<string> {
		return this.createEx(requestBody, options).then(bodyOf);
	}

	/** As {@link updateEx}, resolving with the raw body, "" on failure. */
	update<E extends string, F extends string = "">(recordId: string, requestBody: string | Uint8Array | ArrayBuffer | RequestBody<T>,
		options?: ReadOptions<ExpandNames<T, E>, FieldNames<T, F>> | null): Promise<string> {
		return this.updateEx(recordId, requestBody, options).then(bodyOf);
	}

	/** As {@link deleteRecordEx}, resolving with the raw body, which is "" on success too. */
	deleteRecord(recordId: string, options?: CallOptions | null): Promise<string> {
		return this.deleteRecordEx(recordId, options).then(bodyOf);
	}

	/**
	 * Logs in to the selected auth collection. On success the token of the answer is stored, and no pause after a log-in with
	 * `credentials` goes on; on failure nothing changes.
	 * @param identity e-mail address or user name
	 * @param password in clear text; over plain http it is sent to private hosts only, else refused (`kind "argument"`)
	 * @example const { error, ok } = await records.collection("users").authWithPassword("device-one", "device-pass-1234");
	 */
	authWithPassword(identity: string, password: string): Promise<ClientResponse> {
		if (this.#fault !== "")
			return refused(this.#fault);
		if (typeof identity !== "string" || typeof password !== "string")
			return refused("identity and password must be text");
		if (this.#configuration.session.isPlaintext)
			return refused(PLAIN_CREDENTIALS);
		return this.#scheduler.send("POST", this.#path + AUTH_WITH_PASSWORD, JSON.stringify({ identity, password }), LOGIN);
	}

	/** Exchanges the stored token for a new one, which is stored. The auth collection must be selected. */
	authRefresh(): Promise<ClientResponse> {
		if (this.#fault !== "")
			return refused(this.#fault);
		return this.#scheduler.send("POST", this.#path + AUTH_REFRESH, undefined, REFRESH);
	}

	/**
	 * Lists the ways to log in that the selected auth collection offers: password, OAuth2, OTP, MFA.
	 * @example const methods = (await records.collection("users").authMethods()).json<{ otp: { enabled: boolean } }>();
	 */
	authMethods(): Promise<ClientResponse> {
		return this.#sendDirect("GET", AUTH_METHODS, undefined, this.#fault);
	}

	/**
	 * Has the service send an email with a link by which the user sets a new password. The service answers 204 whether or not it knows
	 * the address.
	 * @param email of a user in the selected auth collection
	 * @example const { ok } = await records.collection("users").requestPasswordReset("owner@example.org");
	 */
	requestPasswordReset(email: string): Promise<ClientResponse> {
		return this.#sendDirect("POST", REQUEST_PASSWORD_RESET, { email }, this.#fault || segmentFault("email", email));
	}

	/**
	 * Has the service send an email with a link by which the user confirms the address. The service answers 204 whether or not it knows
	 * the address.
	 * @param email of a user in the selected auth collection
	 * @example const { ok } = await records.collection("users").requestVerification("owner@example.org");
	 */
	requestVerification(email: string): Promise<ClientResponse> {
		return this.#sendDirect("POST", REQUEST_VERIFICATION, { email }, this.#fault || segmentFault("email", email));
	}

	/**
	 * Has the service send an email with a one-time password. The body of a good answer has its `otpId`, for {@link authWithOTP}.
	 * @param email of a user in the selected auth collection, which must have OTP enabled
	 * @example const otp = (await records.collection("users").requestOTP("owner@example.org")).json<{ otpId: string }>();
	 */
	requestOTP(email: string): Promise<ClientResponse> {
		return this.#sendDirect("POST", REQUEST_OTP, { email }, this.#fault || segmentFault("email", email));
	}

	/**
	 * Logs in to the selected auth collection with a one-time password. A token that the answer brings is stored as
	 * {@link authWithPassword} stores it, as one of the user with the email of the answer's record.
	 * @param otpId from the answer to {@link requestOTP}
	 * @param password from the email; over plain http it is sent to private hosts only, else refused (`kind "argument"`)
	 * @example const { error, ok } = await records.collection("users").authWithOTP("a1b2c3d4e5f6g7h", "12345678");
	 */
	authWithOTP(otpId: string, password: string): Promise<ClientResponse> {
		const fault = this.#fault || segmentFault("otpId", otpId) || segmentFault("password", password)
			|| (this.#configuration.session.isPlaintext ? PLAIN_CREDENTIALS : "");
		return this.#sendDirect("POST", AUTH_WITH_OTP, { otpId, password }, fault, LOGIN);
	}

	/** Calls a method with what was given beside the options, if these are good, and has their signal end the call. */
	#withOptions(options: CallOptions, examples: OptionExamples, name: "deleteRecordEx" | "getListEx" | "getOneEx",
		...given: unknown[]): Promise<ClientResponse> {
		const fault = optionsFault("options.", options, examples);
		if (fault !== "")
			return refused(fault);
		return endedBy(options.signal, this.#scheduler, () =>
			(this[name] as (...given: unknown[]) => Promise<ClientResponse>).apply(this, given));
	}

	/** Creates or changes a record. */
	#write(method: "PATCH" | "POST", path: string, requestBody: string | object,
		options: ReadOptions | null | undefined): Promise<ClientResponse> {
		return options === undefined || options === null ? sendBody(this.#scheduler, method, path, requestBody)
			: this.#writeWithOptions(method, path, requestBody, options);
	}

	// By itself: on XS a call allocates what a closure of its function holds, whether or not that is made.
	#writeWithOptions(method: "PATCH" | "POST", path: string, requestBody: string | object, options: ReadOptions): Promise<ClientResponse> {
		const { writer } = this.#configuration;
		const fault = optionsFault("options.", options, READ_OPTIONS) || parameterFault("expand", options.expand)
			|| parameterFault("fields", options.fields);
		if (fault !== "")
			return refused(fault);
		const url = writer.start(path).parameter("expand", options.expand).parameter("fields", options.fields).finish("fields");
		if (url === "")
			return refused(writer.fault);
		return sendBody(this.#scheduler, method, url, requestBody, "", options.signal);
	}

	/** Sends a request of the collection itself that waits for no token. */
	#sendDirect(method: string, path: string, body: object | undefined, fault: string, purpose: Purpose = DIRECT): Promise<ClientResponse> {
		return fault === "" ? this.#scheduler.send(method, this.#path + path, JSON.stringify(body), purpose) : refused(fault);
	}
}

function perPageFault(perPage: unknown): string {
	return pageFault("perPage", perPage) || (Number(perPage) > PAGE_MOST ? "perPage must be 500 at most" : "");
}

/** Options by name stand after page and perPage in PocketBase's JavaScript SDK. */
function sortFault(sort: unknown): string {
	return typeof sort === "object" && sort !== null ? "sort must be text; options by name are one object: getListEx({ page, perPage, sort })"
		: parameterFault("sort", sort);
}

function bodyOf(response: ClientResponse): string {
	return response.ok ? response.body : "";
}
