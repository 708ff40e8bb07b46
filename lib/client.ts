import { BODY_REQUIRED, bytesOf, countFault, methodFault, parameterFault, segmentFault, serialised, parameterText } from "./shared/arguments.js";
import { LOGIN_PATH } from "./auth/credentials.js";
import type { AuthRecord } from "./auth/session.js";
import type { Abortable, AbortableSignal } from "./request/scheduler.js";
import { DIRECT, LOGS_IN, type Purpose, REFRESHES } from "./request/exchange.js";
import { StreamedCall } from "./request/streamed-call.js";
import { RequestScheduler } from "./scheduler/scheduler.js";
import { type Configuration, makeConfiguration } from "./scheduler/configuration.js";
import type { ExpandNames, FieldNames, SortNames } from "./names.js";
import type { Stats } from "./stats.js";
import {
	CALL_OPTIONS, type CallOptions, FILE_URL_OPTIONS, type FileUrlOptions, LIST_OPTIONS, type ListOptions, type Method, type Optional, READ_OPTIONS, type ReadOptions, type RecordsClientOptions
} from "./options.js";
import { type OptionExamples, optionsFault } from "./shared/complete-limits.js";
import { pathFault } from "./url/path-fault.js";
import { URL_TOO_LONG } from "./url/url-writer.js";
import type { SecurePlatform } from "./tls/options.js";
import { type ClientResponse, COLLECTION_REQUIRED, IDENTITY_REQUIRED, PER_PAGE_TOO_LARGE, PLAIN_CREDENTIALS, refused, SIGNAL_UNUSABLE, SORT_IS_OPTIONS } from "./response.js";

/** Records of a page at most. */
const PER_PAGE = 500;

/**
 * A client of a records service (PocketBase): records of the selected collection, login by password, and the token that
 * later requests carry. Requests are sent one after the other over one kept connection; the collection is the one
 * selected at the call, the token the one stored when the request goes out. The methods named Ex, `authWithPassword` and
 * `authRefresh` never reject: what happened is in the response. The convenience methods resolve with the raw body, and
 * with "" on failure.
 * @typeParam T of the selected collection's records, unknown unless `collection` was called with one
 */
export class RecordsClient<out T = unknown> {
	readonly #configuration: Configuration;
	readonly #scheduler: RequestScheduler;
	#collection = "";
	#collectionPath = "";
	#recordsPath = "";
	#fault = COLLECTION_REQUIRED;
	/** The last path that was good for `sendEx`: who sends often sends there. */
	#path = "/";

	/**
	 * @param platform what the library needs of the machine; kept
	 * @param options read once, not changed
	 * @throws TypeError or RangeError that names the option that is missing or wrong
	 */
	constructor(platform: SecurePlatform, options: RecordsClientOptions) {
		// Not inlined: its variables would lie below the deepest stack of a client, which is that of the scheduler's parts.
		this.#scheduler = new RequestScheduler(this.#configuration = makeConfiguration(platform, options));
	}

	/** @internal The parts of a client, undefined otherwise. */
	static partsOf(client: object): Configuration | undefined {
		return #configuration in client ? client.#configuration : undefined;
	}

	/**
	 * Selects the collection of the calls that follow.
	 * @param name collection name or id
	 * @returns the client, so that calls chain
	 * @example records.collection("readings");
	 */
	// eslint-disable-next-line @typescript-eslint/prefer-return-this-type -- the entries' classes say more of it
	collection(name: string): RecordsClient {
		if (name === this.#collection && this.#fault === "")
			return this;
		const fault = segmentFault("collection", name);
		const path = fault === "" ? this.#configuration.writer.start(this.#configuration.prefix).segment(name).finish("collection") : "";
		this.#fault = fault || this.#configuration.writer.fault;
		this.#collection = this.#fault === "" ? name : "";
		this.#collectionPath = path;
		this.#recordsPath = path + "/records";
		return this;
	}

	/**
	 * Reads one record.
	 * @param recordId its id; required
	 * @param expand comma-separated relation fields to expand, or an object with `expand` and `fields`
	 * @param fields comma-separated fields to return
	 * @example const { body } = await records.collection("readings").getOneEx("7j2kq0w9x1m5c3v", "device", "id,value,expand.device.name");
	 * @example const { body } = await records.collection("readings").getOneEx("7j2kq0w9x1m5c3v", { fields: "id,value" });
	 */
	getOneEx<E extends string, F extends string>(recordId: string, expand?: ExpandNames<T, E> | null, fields?: FieldNames<T, F> | null): Promise<ClientResponse>;
	/** As with positions. */
	getOneEx<E extends string, F extends string>(recordId: string, options: ReadOptions<ExpandNames<T, E>, FieldNames<T, F>>): Promise<ClientResponse>;
	getOneEx(recordId: string, expand?: Optional | ReadOptions, fields?: Optional): Promise<ClientResponse> {
		if (typeof expand === "object" && expand !== null)
			return this.#withOptions(expand, READ_OPTIONS, "getOneEx", recordId, expand.expand, expand.fields);
		const fault = segmentFault("recordId", recordId) || this.#fault
			|| parameterFault("expand", expand) || parameterFault("fields", fields);
		if (fault !== "")
			return refused(fault);
		const url = this.#configuration.writer.start(this.#recordsPath).segment(recordId).parameter("expand", expand).parameter("fields", fields);
		return this.#send("GET", url.finish("recordId"));
	}

	/**
	 * Reads a page of records. Each parameter may be null or left out.
	 * @param page page number, from 1; the service's default is 1. Or an object with all of these by name
	 * @param perPage records a page, at most 500, as number or text; more is refused (`kind "argument"`). The service's default is 30
	 * @param sort comma-separated fields, "-" before one for descending
	 * @param filter filter expression, such as `sensor = 'temperature' && value > 20`
	 * @param skipTotal "1" leaves `totalItems` and `totalPages` out; PocketBase without the hooks of service/kit answers -1 for both
	 * @param expand comma-separated relation fields to expand
	 * @param fields comma-separated fields to return
	 * @example const { body } = await records.collection("readings").getListEx(1, 10, "-created", "value > 20", "1", null, "id,value");
	 * @example const { body } = await records.collection("readings").getListEx({ perPage: 10, filter: "value > 20", skipTotal: true });
	 */
	getListEx<S extends string, E extends string, F extends string>(page?: number | Optional, perPage?: number | Optional, sort?: SortNames<T, S> | null, filter?: Optional,
		skipTotal?: Optional, expand?: ExpandNames<T, E> | null, fields?: FieldNames<T, F> | null): Promise<ClientResponse>;
	/** As with positions. */
	getListEx<S extends string, E extends string, F extends string>(options: ListOptions<SortNames<T, S>, ExpandNames<T, E>, FieldNames<T, F>>): Promise<ClientResponse>;
	getListEx(page?: number | Optional | ListOptions, perPage?: number | Optional, sort?: Optional, filter?: Optional, skipTotal?: Optional,
		expand?: Optional, fields?: Optional): Promise<ClientResponse> {
		if (typeof page === "object" && page !== null) {
			const total = page.skipTotal;
			return this.#withOptions(page, LIST_OPTIONS, "getListEx", page.page, page.perPage, page.sort, page.filter, typeof total === "boolean" ? total ? "1" : null : total, page.expand, page.fields);
		}
		const fault = this.#fault || countFault("page", page) || countFault("perPage", perPage) || (Number(perPage) > PER_PAGE ? PER_PAGE_TOO_LARGE : "")
			|| (typeof sort === "object" && sort !== null ? SORT_IS_OPTIONS : parameterFault("sort", sort)) || parameterFault("filter", filter) || parameterFault("skipTotal", skipTotal) || parameterFault("expand", expand)
			|| parameterFault("fields", fields);
		if (fault !== "")
			return refused(fault);
		const url = this.#configuration.writer.start(this.#recordsPath).parameter("page", parameterText(page)).parameter("perPage", parameterText(perPage))
			.parameter("sort", sort).parameter("filter", filter).parameter("skipTotal", skipTotal)
			.parameter("expand", expand).parameter("fields", fields);
		return this.#send("GET", url.finish("filter"));
	}

	/**
	 * Creates a record.
	 * @param requestBody JSON text of the fields to set; bytes (`Uint8Array` or `ArrayBuffer`), of JSON text in UTF-8, are sent from
	 * where they are and must stay as they are until the response is there; an object is serialised. What JSON does not have is
	 * refused: NaN and infinite numbers, promises, and objects of classes without members, such as a Map
	 * @example const { error, ok } = await records.collection("readings").createEx({ sensor: "temperature", value: 21.4 });
	 */
	createEx(requestBody: string | Uint8Array | object, options?: CallOptions): Promise<ClientResponse> {
		if (this.#fault !== "")
			return refused(this.#fault);
		if (options !== undefined)
			return this.#withOptions(options, CALL_OPTIONS, "createEx", requestBody);
		return this.#sendBody("POST", this.#recordsPath, requestBody);
	}

	/**
	 * Changes fields of a record; those left out keep their values.
	 * @param recordId its id; required
	 * @param requestBody fields to change, as for {@link createEx}
	 * @example const { ok } = await records.collection("readings").updateEx("7j2kq0w9x1m5c3v", { value: 21.5 });
	 */
	updateEx(recordId: string, requestBody: string | Uint8Array | object, options?: CallOptions): Promise<ClientResponse> {
		if (options !== undefined)
			return this.#withOptions(options, CALL_OPTIONS, "updateEx", recordId, requestBody);
		const fault = segmentFault("recordId", recordId) || this.#fault;
		if (fault !== "")
			return refused(fault);
		return this.#sendBody("PATCH", this.#configuration.writer.start(this.#recordsPath).segment(recordId).finish("recordId"), requestBody);
	}

	/**
	 * Deletes a record.
	 * @param recordId its id; required
	 * @example const { ok } = await records.collection("readings").deleteRecordEx("7j2kq0w9x1m5c3v");
	 */
	deleteRecordEx(recordId: string, options?: CallOptions): Promise<ClientResponse> {
		if (options !== undefined)
			return this.#withOptions(options, CALL_OPTIONS, "deleteRecordEx", recordId);
		const fault = segmentFault("recordId", recordId) || this.#fault;
		if (fault !== "")
			return refused(fault);
		return this.#send("DELETE", this.#configuration.writer.start(this.#recordsPath).segment(recordId).finish("recordId"));
	}

	/**
	 * Sends a request to any path of the service, "/api/health" or "/api/batch" for example. It carries the token; no
	 * collection needs to be selected.
	 * @param method "GET", "POST", "PUT", "PATCH" or "DELETE"
	 * @param path path and query after the base URL, percent-encoded; begins with "/", and has no segment "." or ".." that
	 * would lead out of there (RFC 3986, section 5.2.4)
	 * @param requestBody JSON text; an object is serialised; bytes, of JSON text in UTF-8, are sent from where they are and
	 * must stay as they are until the response is there. GET and DELETE have none.
	 * @example const { ok } = await records.sendEx("GET", "/api/health");
	 */
	sendEx(method: Method, path: string, requestBody?: string | Uint8Array | object | null, options?: CallOptions): Promise<ClientResponse> {
		const fault = methodFault(method) || (path === this.#path ? "" : pathFault(path));
		if (fault !== "")
			return refused(fault);
		this.#path = path;
		const { limits, url } = this.#configuration;
		const whole = url.prefix + path;
		if (whole.length > limits.url)
			return refused(URL_TOO_LONG);
		if (options !== undefined)
			return this.#withOptions(options, CALL_OPTIONS, "sendEx", method, path, requestBody);
		return method === "GET" || method === "DELETE" ? this.#send(method, whole) : this.#sendBody(method, whole, requestBody);
	}

	/**
	 * Asks the service whether it works: 200 means yes. The request needs no log-in, and no token is refreshed for it;
	 * no collection needs to be selected.
	 */
	checkHealth(): Promise<ClientResponse> {
		return this.#scheduler.send("GET", this.#configuration.url.prefix + "/api/health", undefined, DIRECT);
	}

	/**
	 * The address of a record's file; no request is made.
	 * @param collection name or id of the record's collection
	 * @param filename as it stands in the record's field
	 * @returns an absolute URL, percent-encoded
	 * @throws TypeError that names the argument that is missing or wrong
	 */
	getFileUrl(collection: string, recordId: string, filename: string, options?: FileUrlOptions): string {
		const { url, writer } = this.#configuration;
		const thumb = options?.thumb, token = options?.token;
		const fault = segmentFault("collection", collection) || segmentFault("recordId", recordId) || segmentFault("filename", filename)
			|| optionsFault("options.", options ?? {}, FILE_URL_OPTIONS) || parameterFault("thumb", thumb) || parameterFault("token", token)
			|| (typeof (options?.download ?? true) === "boolean" ? "" : "download must be true or false");
		if (fault !== "")
			throw new TypeError(fault);
		const path = writer.start(url.prefix + "/api/files").segment(collection).segment(recordId).segment(filename)
			.parameter("thumb", thumb).parameter("token", token).parameter("download", options?.download ? "true" : null).finish("filename");
		if (path === "")
			throw new TypeError(writer.fault);
		return url.scheme + "://" + url.authority + path;
	}

	/** As {@link getOneEx}, resolving with the raw body, "" on failure. */
	getOne<E extends string, F extends string>(recordId: string, expand?: ExpandNames<T, E> | null, fields?: FieldNames<T, F> | null): Promise<string>;
	/** As with positions. */
	getOne<E extends string, F extends string>(recordId: string, options: ReadOptions<ExpandNames<T, E>, FieldNames<T, F>>): Promise<string>;
	getOne(recordId: string, expand?: Optional | ReadOptions, fields?: Optional): Promise<string> {
		return this.getOneEx(recordId, expand as Optional, fields).then(bodyOf);
	}

	/** As {@link getListEx}, resolving with the raw body, "" on failure. */
	getList<S extends string, E extends string, F extends string>(page?: number | Optional, perPage?: number | Optional, sort?: SortNames<T, S> | null, filter?: Optional,
		skipTotal?: Optional, expand?: ExpandNames<T, E> | null, fields?: FieldNames<T, F> | null): Promise<string>;
	/** As with positions. */
	getList<S extends string, E extends string, F extends string>(options: ListOptions<SortNames<T, S>, ExpandNames<T, E>, FieldNames<T, F>>): Promise<string>;
	getList(page?: number | Optional | ListOptions, perPage?: number | Optional, sort?: Optional, filter?: Optional, skipTotal?: Optional,
		expand?: Optional, fields?: Optional): Promise<string> {
		return this.getListEx(page as Optional, perPage, sort, filter, skipTotal, expand, fields).then(bodyOf);
	}

	/** As {@link createEx}, resolving with the raw body, "" on failure. */
	create(requestBody: string | object): Promise<string> {
		return this.createEx(requestBody).then(bodyOf);
	}

	/** As {@link updateEx}, resolving with the raw body, "" on failure. */
	update(recordId: string, requestBody: string | object): Promise<string> {
		return this.updateEx(recordId, requestBody).then(bodyOf);
	}

	/** As {@link deleteRecordEx}, resolving with the raw body, which is "" on success too. */
	deleteRecord(recordId: string): Promise<string> {
		return this.deleteRecordEx(recordId).then(bodyOf);
	}

	/**
	 * Logs in to the selected auth collection. On success the token of the answer is stored, and no pause after a log-in with
	 * `credentials` goes on; on failure nothing changes.
	 * @param identity e-mail address or user name
	 * @param password in clear text; over plain http to a public host it is not sent (`kind "argument"`)
	 * @example const { error, ok } = await records.collection("users").authWithPassword("device-one", "device-pass-1234");
	 */
	authWithPassword(identity: string, password: string): Promise<ClientResponse> {
		if (this.#fault !== "")
			return refused(this.#fault);
		if (typeof identity !== "string" || typeof password !== "string")
			return refused(IDENTITY_REQUIRED);
		if (this.#configuration.session.isPlaintext)
			return refused(PLAIN_CREDENTIALS);
		return this.#scheduler.send("POST", this.#collectionPath + LOGIN_PATH, JSON.stringify({ identity, password }), LOGS_IN);
	}

	/** Exchanges the stored token for a new one, which is stored. The auth collection must be selected. */
	authRefresh(): Promise<ClientResponse> {
		if (this.#fault !== "")
			return refused(this.#fault);
		return this.#scheduler.send("POST", this.#collectionPath + "/auth-refresh", undefined, REFRESHES);
	}

	/**
	 * Lists the ways to log in that the selected auth collection offers: password, OAuth2, OTP, MFA.
	 * @example const methods = (await records.collection("users").authMethods()).json<{ otp: { enabled: boolean } }>();
	 */
	authMethods(): Promise<ClientResponse> {
		return this.#sendDirect("GET", "/auth-methods", undefined, this.#fault);
	}

	/**
	 * Has the service send an email with a link by which the user sets a new password. The service answers 204 whether or not it knows
	 * the address.
	 * @param email of a user in the selected auth collection
	 * @example const { ok } = await records.collection("users").requestPasswordReset("owner@example.org");
	 */
	requestPasswordReset(email: string): Promise<ClientResponse> {
		return this.#sendDirect("POST", "/request-password-reset", { email }, this.#fault || segmentFault("email", email));
	}

	/**
	 * Has the service send an email with a one-time password. The body of a good answer has its `otpId`, for {@link authWithOTP}.
	 * @param email of a user in the selected auth collection, which must have OTP enabled
	 * @example const otp = (await records.collection("users").requestOTP("owner@example.org")).json<{ otpId: string }>();
	 */
	requestOTP(email: string): Promise<ClientResponse> {
		return this.#sendDirect("POST", "/request-otp", { email }, this.#fault || segmentFault("email", email));
	}

	/**
	 * Logs in to the selected auth collection with a one-time password. A token that the answer brings is stored as
	 * {@link authWithPassword} stores it, as one of the user with the email of the answer's record.
	 * @param otpId from the answer to {@link requestOTP}
	 * @param password from the email; over plain http to a public host it is not sent (`kind "argument"`)
	 * @example const { error, ok } = await records.collection("users").authWithOTP("a1b2c3d4e5f6g7h", "12345678");
	 */
	authWithOTP(otpId: string, password: string): Promise<ClientResponse> {
		const fault = this.#fault || segmentFault("otpId", otpId) || segmentFault("password", password)
			|| (this.#configuration.session.isPlaintext ? PLAIN_CREDENTIALS : "");
		return this.#sendDirect("POST", "/auth-with-otp", { otpId, password }, fault, LOGS_IN);
	}

	/**
	 * Stores a token; later requests carry it. Written to preferences when it differs from what is there. The answer to a
	 * login or refresh that was called before changes it no more.
	 * @param token a JWT of the service's; before the first request the service is asked whether it accepts it
	 */
	setAuthToken(token: string): void {
		this.#configuration.session.set(token);
	}

	/** The stored token, "" when not authenticated. */
	getAuthToken(): string {
		return this.#configuration.session.token;
	}

	/**
	 * Whose the stored token is, also after {@link restoreAuthToken}: read from the token each time. Null without a token, or with
	 * one that names no user.
	 */
	get authRecord(): AuthRecord | null {
		return this.#configuration.session.record;
	}

	/**
	 * Forgets the token, in preferences too; later requests carry no Authorization header. The answer to a login or refresh
	 * that was called before brings none back.
	 */
	clearAuthToken(): void {
		this.#configuration.session.set("");
	}

	/**
	 * Restores the token that was stored before a reboot, as {@link setAuthToken} sets one. It must have been stored
	 * for the same base URL and, with `credentials`, be the token of the same user: collection and identity. A function for
	 * `credentials` is asked before the first request; without `credentials` any user's token is taken.
	 * @returns whether there was one
	 */
	restoreAuthToken(): boolean {
		return this.#configuration.session.restore();
	}

	/**
	 * The service's time of day, on a device that need not have any: learned from the Date of its good answers (RFC 9110,
	 * section 6.6.1) and carried on by the machine's ticks. It is late by less than a second, the answer's way, and what the
	 * ticks are off by since (20 ppm are 1.7 s a day). From the first call on it is learned from the next answer, whatever the
	 * token, then compared with each eighth, and the client holds a timer until `close`. Over plain http, and with
	 * `tls.insecure`, a time is given out when two answers agree.
	 * @param unconfirmed whether a time from a single answer is accepted. Default false
	 * @returns milliseconds since 1970; -1 while unknown
	 */
	now(unconfirmed = false): number {
		return this.#scheduler.now(unconfirmed);
	}

	/** Counts since the client was made, in a new object. */
	stats(): Stats {
		return this.#configuration.stats.snapshot();
	}

	/** Closes the connection. All that waits or is in flight, and all that is asked later, resolves with `kind "closed"`. */
	close(): void {
		this.#scheduler.close();
	}

	/** Calls a method with what was given beside the options, if these are good, and has their signal end the call. */
	#withOptions(options: CallOptions, examples: OptionExamples, name: "createEx" | "deleteRecordEx" | "getListEx" | "getOneEx" | "sendEx" | "updateEx", ...given: unknown[]): Promise<ClientResponse> {
		const streamed = options instanceof StreamedCall && name === "sendEx" ? options : undefined;
		const fault = streamed === undefined ? optionsFault("options.", options, examples) : "";
		if (fault !== "")
			return refused(fault);
		const { signal } = options;
		const call = (): Promise<ClientResponse> => streamed === undefined ? (this[name] as (...given: unknown[]) => Promise<ClientResponse>).apply(this, given)
			: streamed.send(this.#scheduler, given[0] as string, this.#configuration.url.prefix + (given[1] as string));
		if (signal === undefined)
			return call();
		const abortable = (signal as AbortableSignal).abortable ?? this.#configuration.platform.abortable as Abortable | undefined;
		return abortable?.(signal, this.#scheduler, call) ?? refused(SIGNAL_UNUSABLE);
	}

	/** Sends a request of the selected auth collection that waits for no token. */
	#sendDirect(method: string, path: string, body: object | undefined, fault: string, purpose: Purpose = DIRECT): Promise<ClientResponse> {
		return fault === "" ? this.#scheduler.send(method, this.#collectionPath + path, JSON.stringify(body), purpose) : refused(fault);
	}

	#sendBody(method: string, path: string, requestBody: string | object | null | undefined): Promise<ClientResponse> {
		if (typeof requestBody === "string" && requestBody !== "" || requestBody instanceof Uint8Array && requestBody.length > 0)
			return this.#send(method, path, requestBody);
		const body = serialised(requestBody);
		if (body.fault === "")
			return this.#send(method, path, body.text);
		const bytes = bytesOf(requestBody);
		if (bytes === undefined)
			return refused(body.fault);
		return bytes.length === 0 ? refused(BODY_REQUIRED) : this.#send(method, path, bytes);
	}

	#send(method: string, path: string, body?: string | Uint8Array): Promise<ClientResponse> {
		return path === "" ? refused(this.#configuration.writer.fault) : this.#scheduler.send(method, path, body);
	}
}

function bodyOf(response: ClientResponse): string {
	return response.ok ? response.body : "";
}
