import { methodFault, parameterFault, segmentFault } from "./shared/arguments.js";
import type { AuthRecord } from "./auth/session.js";
import { Collection } from "./collection.js";
import { DIRECT } from "./request/exchange.js";
import { ownHeaders } from "./request/own-headers.js";
import { StreamedCall } from "./request/scheduler-interface.js";
import { FILES, HEALTH } from "./pocketbase/paths.js";
import { RequestScheduler } from "./scheduler/request-scheduler.js";
import { type Configuration, makeConfiguration } from "./scheduler/configuration.js";
import { endedBy, sendBody, sendLinesEndedBy } from "./sending.js";
import type { Stats } from "./stats.js";
import { FILE_URL_OPTIONS, type FileUrlOptions, type Method, SEND_OPTIONS, type SendOptions } from "./call-options.js";
import type { RecordsClientOptions } from "./client-options.js";
import { optionsFault } from "./shared/complete-limits.js";
import { pathFault } from "./url/path-fault.js";
import { URL_TOO_LONG } from "./url/url-writer.js";
import type { SecurePlatform } from "./tls/tls-options.js";
import { type ClientResponse, PLAIN_HEADERS, refused } from "./response.js";

/**
 * A client of a records service (PocketBase): records of the selected collection, login by password, and the token that
 * later requests carry. Requests are sent one after the other over one kept connection; the collection is the one
 * selected at the call, the token the one stored when the request goes out. The methods named Ex, `authWithPassword` and
 * `authRefresh` never reject: what happened is in the response. The convenience methods resolve with the raw body, and
 * with "" on failure.
 * @typeParam T of the selected collection's records, unknown unless `collection` was called with one
 */
export class RecordsClient<out T = unknown> extends Collection<T> {
	readonly #configuration: Configuration;
	readonly #scheduler: RequestScheduler;
	/** The last path that was good for `sendEx`: who sends often sends there. */
	#lastPath = "/";

	/**
	 * @param platform what the library needs of the machine; kept
	 * @param options read once, not changed
	 * @throws TypeError or RangeError that names the option that is missing or wrong
	 */
	constructor(platform: SecurePlatform, options: RecordsClientOptions) {
		// Not inlined: its variables would lie below the deepest stack of a client, which is that of the scheduler's parts.
		const configuration = makeConfiguration(platform, options);
		const scheduler = new RequestScheduler(configuration);
		super(configuration, scheduler);
		this.#configuration = configuration;
		this.#scheduler = scheduler;
	}

	/** @internal The parts of a client, undefined otherwise. */
	static partsOf(client: object): Configuration | undefined {
		return #configuration in client ? client.#configuration : undefined;
	}

	/**
	 * Selects the collection of the calls that follow, whoever makes them: an app with several collections, or with calls between
	 * which it waits, makes one object of each by {@link at}.
	 * @param name collection name or id
	 * @returns the client, so that calls chain
	 * @example records.collection("readings");
	 */
	// eslint-disable-next-line @typescript-eslint/prefer-return-this-type -- the entries' classes say more of it
	collection(name: string): RecordsClient {
		Collection.select(this, name);
		return this;
	}

	/**
	 * Makes an object of one collection, to be kept: what it is asked for goes to that collection, whatever `collection` selects. It
	 * shares the connection, the queue and the token of the client.
	 * @param name collection name or id; with one that is wrong each call returns `kind "argument"`
	 * @example
	 * const readings = records.at("readings"), users = records.at("users");
	 * await readings.createEx({ sensor: "temperature", value: 21.4 });
	 */
	at(name: string): Collection;
	/**
	 * As without a type: TypeScript checks bodies and names by it, and `json()` has it.
	 * @typeParam R of the collection's records, such as `ReadingsResponse` of `pocketbase-typegen`
	 * @example const readings = records.at<{ id: string; value: number }>("readings");
	 */
	at<R extends object>(name: string): Collection<R>;
	at(name: string): Collection {
		const made = new Collection(this.#configuration, this.#scheduler);
		Collection.select(made, name);
		return made;
	}

	/**
	 * Sends a request to any path of the service, "/api/health" or "/api/batch" for example. It carries the token; no
	 * collection needs to be selected.
	 * @param method "GET", "POST", "PUT", "PATCH" or "DELETE"
	 * @param path path and query after the base URL, percent-encoded; begins with "/", and has no segment "." or ".." that
	 * would lead out of there (RFC 3986, section 5.2.4)
	 * @param requestBody JSON text; an object is serialised; bytes, of JSON text in UTF-8, are sent from where they are and
	 * must stay as they are until the response is there. GET and DELETE have none: null.
	 * @param options header fields of this request, and what ends the call
	 * @example const { ok } = await records.sendEx("GET", "/api/health");
	 */
	sendEx(method: Method, path: string, requestBody?: string | Uint8Array | object | null,
		options?: SendOptions | null): Promise<ClientResponse> {
		const fault = methodFault(method) || (path === this.#lastPath ? "" : pathFault(path));
		if (fault !== "")
			return refused(fault);
		this.#lastPath = path;
		const hasNoBody = method === "GET" || method === "DELETE";
		if (hasNoBody && (requestBody ?? "") !== "")
			return refused("GET and DELETE have no requestBody: sendEx(method, path, null, options)");
		const whole = this.#configuration.url.prefix + path;
		if (whole.length > this.#configuration.limits.url)
			return refused(URL_TOO_LONG);
		if (options !== undefined && options !== null)
			return this.#sendWith(options, method, whole, requestBody);
		return hasNoBody ? this.#scheduler.send(method, whole) : sendBody(this.#scheduler, method, whole, requestBody);
	}

	/**
	 * Asks the service whether it works: 200 means yes. The request needs no log-in, and no token is refreshed for it;
	 * no collection needs to be selected.
	 */
	checkHealth(): Promise<ClientResponse> {
		return this.#scheduler.send("GET", this.#configuration.url.prefix + HEALTH, undefined, DIRECT);
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
		const given = options ?? {};
		const fault = segmentFault("collection", collection) || segmentFault("recordId", recordId) || segmentFault("filename", filename)
			|| optionsFault("options.", given, FILE_URL_OPTIONS) || parameterFault("thumb", given.thumb) || parameterFault("token", given.token)
			|| (typeof (given.download ?? true) === "boolean" ? "" : "download must be true or false");
		if (fault !== "")
			throw new TypeError(fault);
		const path = writer.start(url.prefix + FILES).segment(collection).segment(recordId).segment(filename)
			.parameter("thumb", given.thumb).parameter("token", given.token).parameter("download", given.download ? "true" : null)
			.finish("filename");
		if (path === "")
			throw new TypeError(writer.fault);
		return url.scheme + "://" + url.authority + path;
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
	 * Whether a token is stored of which nothing bad is known: it can be sent, it has not expired by the service's time as far as that is
	 * known, and the service has not refused it.
	 */
	get isAuthValid(): boolean {
		return this.#configuration.session.isValid(this.#configuration.platform.timers.now());
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

	/** Sends a request with options. @param path whole */
	#sendWith(options: SendOptions, method: Method, path: string, requestBody: string | object | null | undefined): Promise<ClientResponse> {
		if (options instanceof StreamedCall)
			return endedBy(options.signal, this.#scheduler, () => options.send(this.#scheduler, method, path));
		const fault = optionsFault("options.", options, SEND_OPTIONS);
		if (fault !== "")
			return refused(fault);
		const scheduler = this.#scheduler;
		const own = ownHeaders("options.headers", options.headers ?? {}, this.#configuration.headers);
		const wrong = own.fault || (own.lines !== "" && this.#configuration.session.isPlaintext ? PLAIN_HEADERS : "");
		if (wrong !== "")
			return refused(wrong);
		return method !== "GET" && method !== "DELETE" ? sendBody(scheduler, method, path, requestBody, own.lines, options.signal)
			: sendLinesEndedBy(options.signal, scheduler, method, path, undefined, own.lines);
	}
}
