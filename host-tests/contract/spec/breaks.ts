/** Clients and services that break a rule, each in one way. breaks.md says which cases each of them makes fail. */
import type { RecordsClient } from "../../../lib/client.js";
import type { RecordsClientOptions } from "../../../lib/client-options.js";
import type { ByteBuffer, Socket, SocketOptions, Transport } from "../../../lib/platform.js";
import { ClientResponse } from "../../../lib/response.js";
import type { Context } from "../case.js";

type Call = (...given: unknown[]) => unknown;

/** What is wrong with a client, or with what answers it. */
export interface Break {
	/** The rule that is broken; a heading of breaks.md. */
	readonly name: string;
	/** Changes the options before the client is made. */
	readonly options?: (options: RecordsClientOptions) => RecordsClientOptions;
	/** Does a method's work in its place. @param real the method of the client */
	readonly call?: (method: string, real: Call, given: unknown[], client: RecordsClient) => unknown;
	/** Changes a request on its way. */
	readonly request?: (text: string) => string;
	/** Changes a response. */
	readonly response?: (response: ClientResponse, method: string) => ClientResponse;
}

interface Fields {
	readonly body: string;
	readonly error: string;
	readonly kind: ClientResponse["kind"];
	readonly ok: boolean;
	readonly statusCode: number;
}

/** A response with other members. */
function changed(response: ClientResponse, fields: Partial<Fields>): ClientResponse {
	return Object.assign(Object.create(ClientResponse.prototype) as ClientResponse, response, fields);
}

/** A response whose JSON body is another. */
function withBody(response: ClientResponse, change: (body: Record<string, unknown>) => unknown): ClientResponse {
	try {
		const body = JSON.parse(response.body) as Record<string, unknown>;
		return changed(response, { body: JSON.stringify(change(body)) });
	}
	catch {
		return response;
	}
}

/** A request without a parameter. */
function without(parameter: string): Pick<Break, "request"> {
	return {
		request: (text) => text.replace(/^(\w+ )(\S+)/, (_, method: string, url: string) => {
			const [path, query = ""] = url.split("?");
			const rest = query.split("&").filter((part) => part !== "" && !part.startsWith(`${parameter}=`)).join("&");
			return method + (rest === "" ? path : `${path}?${rest}`);
		})
	};
}

/** A request line whose target is another. */
function target(change: (url: string) => string): Pick<Break, "request"> {
	return { request: (text) => text.replace(/^(\w+ )(\S+)/, (_, method: string, url: string) => method + change(url)) };
}

/** A method that does something else; all others are as they are. */
function instead(name: string | readonly string[], work: (real: Call, given: unknown[], client: RecordsClient) => unknown): Pick<Break, "call"> {
	return { call: (method, real, given, client) => (typeof name === "string" ? name === method : name.includes(method)) ? work(real, given, client) : real(...given) };
}

const plain = ["getOne", "getList", "create", "update", "deleteRecord"];
const byId = ["getOneEx", "updateEx", "deleteRecordEx"];
const requests = [...byId, "getListEx", "createEx", "authWithPassword", "authRefresh", "sendEx", "checkHealth"];
const field = (name: string, text: string): RegExp => new RegExp(`\r\n${name}: ${text}`);

export const breaks: readonly Break[] = [
	...["page", "perPage", "sort", "filter", "skipTotal", "expand", "fields"].map((name) => ({ name: `${name} is not sent`, ...without(name) })),
	{ name: "skipTotal: the service answers -1 for the totals, as PocketBase alone", response: (response, method) =>
		method === "getListEx" ? withBody(response, (page) => "totalItems" in page ? page : { ...page, totalItems: -1, totalPages: -1 }) : response },
	{ name: "the service gives 1000 records a page", response: (response) => withBody(response, (page) => page.perPage === 500 ? { ...page, perPage: 1000 } : page) },
	{ name: "the service counts no records", response: (response) => withBody(response, (page) => "totalItems" in page ? { ...page, totalItems: 0 } : page) },
	{ name: "the service gives a page one record more", response: (response) => withBody(response, (page) => Array.isArray(page.items) ? { ...page, items: [...page.items as unknown[], { value: 99 }] } : page) },
	{ name: "pages are counted from 0", ...target((url) => url.replace(/([?&]page=)(\d+)/, (_, name: string, page: string) => name + String(Number(page) + 1))) },
	{ name: "numbers are sent with a fraction", ...target((url) => url.replace(/([?&](?:page|perPage)=\d+)/, "$1.0")) },
	{ name: "characters beyond ASCII are left out of the URL", ...target((url) => url.replace(/%[89A-F][0-9A-F]/g, "")) },
	{ name: "blanks are left out of the URL", ...target((url) => url.replace(/%(20|09)/g, "")) },
	{ name: "digits are doubled in the URL's query", ...target((url) => url.replace(/\?.*/, (query) => query.replace(/\d/g, "$&$&"))) },
	{ name: "dots and letters are escaped", ...target((url) => url.replace(/[.~a]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)) },
	{ name: "an escape in an id is decoded", ...target((url) => decodeURI(url).replace(/[^!-~]/g, "").replaceAll("%2F", "/").replaceAll("%3F", "?").replaceAll("%23", "#")) },
	{ name: "an id or a collection's name is not looked into", ...instead([...byId, "collection"], (real, given, client) => {
		const [name] = given;
		return typeof name === "string" && /[./\\\r\n\0]/.test(name) ? real.name === "collection" ? client : Promise.resolve(new ClientResponse("", 200, "", "{}")) : real(...given);
	}) },
	{ name: "an id without which nothing is asked is taken for another's", ...instead(byId, (real, [id, ...rest]) => real(id === null || id === undefined || id === "" ? "a" : id, ...rest)) },
	{ name: "a collection need not be selected", ...instead(requests, (real, given, client) => {
		if (client.getListEx.name !== "")
			(client as unknown as { collection(name: string, unless: boolean): void }).collection("readings", true);
		return real(...given);
	}) },
	{ name: "collection() returns another object", ...instead("collection", (real, given) => {
		real(...given);
		return {};
	}) },
	{ name: "the first collection stays selected", ...instead("collection", (real, _, client) => {
		real("users");
		return client;
	}) },
	{ name: "a missing collection is an empty one", response: (response) => response.statusCode === 404 ? changed(response, { ok: true, kind: "", error: "", statusCode: 200, body: '{"items":[],"page":1,"perPage":30}' }) : response },
	{ name: "a page past the end is a 404", response: (response) => response.body.includes('"items":[]') ? changed(response, { ok: false, kind: "http", error: "Not found.", statusCode: 404 }) : response },
	{ name: "a refusal is a success", response: (response) => response.kind === "http" ? changed(response, { ok: true, kind: "", error: "" }) : response },
	{ name: "a wrong argument is a success", response: (response) => response.kind === "argument" ? changed(response, { ok: true, kind: "", error: "" }) : response },
	{ name: "an answer that can't be used is a success", response: (response) => response.kind === "protocol" || response.kind === "too-large" ? changed(response, { ok: true, kind: "", error: "" }) : response },
	{ name: "a call without an answer is a success", response: (response) => response.kind === "connect" || response.kind === "timeout" ? changed(response, { ok: true, kind: "", error: "", statusCode: 200 }) : response },
	{ name: "a closed client's calls are successes", response: (response) => response.kind === "closed" ? changed(response, { ok: true, kind: "", error: "" }) : response },
	{ name: "a busy call is a success", response: (response) => response.kind === "busy" ? changed(response, { ok: true, kind: "", error: "" }) : response },
	{ name: "a refusal has no text", response: (response) => response.kind === "http" ? changed(response, { error: "" }) : response },
	{ name: "a refusal's fields are not in its text", response: (response) => response.kind === "http" ? changed(response, { error: response.error.split(". ")[0] + "." }) : response },
	{ name: "a failure's body is thrown away", response: (response) => response.ok ? response : changed(response, { body: "" }) },
	{ name: "a success has another status", response: (response) => response.ok ? changed(response, { statusCode: response.statusCode + 1 }) : response },
	{ name: "a stored record that is too long is a failure", response: (response) => response.body === "{}" ? changed(response, { ok: false, kind: "too-large", error: "too long", body: "" }) : response },
	{ name: "a long answer is a failure", response: (response) => response.body.length > 5000 ? changed(response, { ok: false, kind: "too-large", error: "too long", body: "" }) : response },
	{ name: "a URL has 1,024 bytes", options: (options) => ({ ...options, limits: { url: 1024, ...options.limits } }) },
	{ name: "limits.url and limits.body are not kept", options: (options) => {
		const limits = { ...options.limits } as Record<string, unknown>;
		if (limits.url === 64)
			delete limits.url;
		if (limits.body === 600)
			delete limits.body;
		return { ...options, limits };
	} },
	{ name: "a body is written anew", response: (response) => withBody(response, (body) => body) },
	{ name: "all calls share a response", call: (method, real, given) => {
		const made = real(...given);
		return requests.includes(method) ? (made as Promise<ClientResponse>).then((response) => Object.assign(shared, response)) : made;
	} },
	{ name: "a convenience call resolves with nothing", ...instead(plain, (real, given) => (real(...given) as Promise<string>).then(() => "")) },
	{ name: "a convenience call tells of its failure", ...instead(plain, (real, given) => (real(...given) as Promise<string>).then((body) => body || "failed")) },
	{ name: "a create is sent as an update", request: (text) => text.replace(/^POST (\S*\/records) /, "PATCH $1/a ") },
	{ name: "a create or an update stores nothing", request: (text) => text.replace(/^(?:POST|PATCH) (\S*\/records\S*) /, "GET $1 ") },
	{ name: "an update empties what is left out", request: (text) => text.replace(/^(PATCH [^]*?content-length: )(\d+)([^]*?\r\n\r\n)\{/, (_, head: string, length: string, rest: string) =>
		`${head}${Number(length) + (text.endsWith("{}") ? 9 : 10)}${rest}{"unit":""${text.endsWith("{}") ? "" : ","}`) },
	{ name: "an update changes nothing", request: (text) => text.replace(/"value":\d/, '"velue":1') },
	{ name: "a delete deletes nothing", request: (text) => text.replace(/^DELETE/, "GET") },
	{ name: "a body's text is changed", request: (text) => text.replace(/(\r\n\r\n.*)$/s, (body) => body.replace(/[a-zA-Z](?=[^"]*"[^"]*$)/, "_")) },
	{ name: "a body's first character is lost", request: (text) => text.replace(/(\r\n\r\n)[^]/, "$1 ") },
	{ name: "a body's type is not said", request: (text) => text.replace(field("content-type", "application/json"), "") },
	{ name: "a request has a header more", request: (text) => text.replace("\r\n", "\r\naccept: */*\r\n") },
	{ name: "a token is not sent", request: (text) => text.replace(field("authorization", "[^\r]*"), "") },
	{ name: "every request carries a token", request: (text) => text.includes("\r\nauthorization") ? text : text.replace("\r\n", "\r\nauthorization: Bearer x.y.z\r\n") },
	{ name: "a login or a refresh brings no token", call: (method, real, given, client) => {
		const before = client.getAuthToken();
		return method.startsWith("auth") ? (real(...given) as Promise<ClientResponse>).then((response) => {
			client.setAuthToken(before);
			return response;
		}) : real(...given);
	} },
	{ name: "any answer with a token changes the token", call: (method, real, given, client) => requests.includes(method) ? (real(...given) as Promise<ClientResponse>).then((response) => {
		const token = /"token":"([^"]+)"/.exec(response.body)?.[1];
		if (token !== undefined)
			client.setAuthToken(token);
		return response;
	}) : real(...given) },
	{ name: "a failed login clears the token", call: (method, real, given, client) => method.startsWith("auth") ? (real(...given) as Promise<ClientResponse>).then((response) => {
		if (!response.ok)
			client.clearAuthToken();
		return response;
	}) : real(...given) },
	{ name: "the token is not told", ...instead("getAuthToken", () => "") },
	{ name: "a token is told where there is none", ...instead("getAuthToken", (real) => (real() as string) === "" ? "none" : real()) },
	{ name: "clearAuthToken does nothing", ...instead("clearAuthToken", () => undefined) },
	{ name: "another collection clears the token", ...instead("collection", (real, given, client) => {
		const token = client.getAuthToken();
		if (given[0] === "readings" && token !== "")
			client.clearAuthToken();
		return real(...given);
	}) },
	{ name: "any text is a token", ...instead("setAuthToken", (real, [token]) => real(typeof token === "string" ? token.replace(/[^!-~]/g, "") : "a.b.c")) },
	{ name: "close() clears the token", ...instead("close", (real, _, client) => {
		client.clearAuthToken();
		real();
	}) },
	{ name: "restoreAuthToken says that there was a token", ...instead("restoreAuthToken", (real) => {
		real();
		return true;
	}) },
	{ name: "a token is restored unasked", ...instead(["getAuthToken"], (real, _, client) => {
		const token = real();
		return token === "" && client.restoreAuthToken() ? real() : token;
	}) },
	{ name: "all domains share a token", options: ({ domain, ...options }) => domain === undefined || domain === "" || typeof domain !== "string" || domain.length > 15 ? { ...options, ...domain === undefined ? {} : { domain } } : options },
	{ name: "storage that fails ends a call", options: (options) => options, ...instead(["authWithPassword", "setAuthToken", "restoreAuthToken", "clearAuthToken"], (real, given, client) => {
		const { storageErrors } = client.stats();
		const made = real(...given);
		if (client.stats().storageErrors > storageErrors)
			throw new Error("storage");
		return made instanceof Promise ? made.then((response: ClientResponse) => client.stats().storageErrors > storageErrors ? changed(response, { ok: false, error: "storage" }) : response) : made;
	}) },
	{ name: "PocketBase takes emails only", ...instead("authWithPassword", (real, [identity, password]) => real(typeof identity === "string" && !identity.includes("@") && identity.startsWith("device-t") ? "nobody" : identity, password)) },
	{ name: "any password is right", ...instead("authWithPassword", (real, [identity]) => real(identity === "nobody" ? "device-one" : identity, "device-pass-1234")) },
	{ name: "a user has no name", response: (response) => withBody(response, (body) => "record" in body ? { ...body, record: { ...body.record as object, name: undefined, email: undefined } } : body) },
	{ name: "the answer to a login holds an id more", response: (response, method) => method === "authWithPassword" ? withBody(response, (body) => ({ ...body, record: { ...body.record as object, id: "another" } })) : response },
	{ name: "a login is sent as another request", request: (text) => text.replace(/^POST (\S*)\/auth-\S+/, "POST $1/auth-methods") },
	{ name: "a refresh sends the token in its body, too", request: (text) => text.replace(/^(POST \S*\/auth-refresh[^]*?content-length: )0\r\n\r\n/, "$12\r\n\r\n{}") },
	{ name: "the queue has no place", options: (options) => ({ ...options, limits: { ...options.limits, queue: 0 } }) },
	{ name: "a call that waits is answered as the first one", call: (method, real, given, client) => {
		const made = real(...given);
		if (!requests.includes(method))
			return made;
		const first = answers.get(client) ?? made as Promise<ClientResponse>;
		answers.set(client, first);
		return (made as Promise<ClientResponse>).then(() => first);
	} },
	{ name: "a call throws", ...instead(requests, (real, given) => {
		if (given.some((value) => typeof value === "symbol" || typeof value === "object" && value !== null))
			throw new TypeError("not text");
		return real(...given);
	}) },
	{ name: "stats count a request more", ...instead("stats", (real) => {
		const counts = real() as { requests: number };
		return { ...counts, requests: counts.requests + 1 };
	}) },
	...["retries", "timeouts", "renewals", "recycled"].map((name) => ({ name: `stats count no ${name}`, ...instead("stats", (real) => ({ ...real() as object, [name]: 0 })) })),
	{ name: "a wrong option does no harm", options: (options) => {
		const given = options ?? {} as RecordsClientOptions;
		const limits = Object.entries(given.limits ?? {}).filter(([name, value]) => name !== "nosuch" && Number.isInteger(value) && value > 0);
		const isGood = typeof given.baseUrl === "string" && /^https?:\/\/[\w.[\]:-]+\/?[\w/-]*$/i.test(given.baseUrl) && !given.baseUrl.includes("//", 8) && !/:(?:0|65536|x)$|^https/i.test(given.baseUrl);
		return { ...given, baseUrl: isGood ? given.baseUrl : "http://127.0.0.1:1", limits: Object.fromEntries(limits), ...given.domain === undefined ? {} : { domain: "records" } };
	} },
	{ name: "baseUrl's path is forgotten", options: (options) => ({ ...options, baseUrl: options.baseUrl.replace(/^(https?:\/\/[^/]+).*/i, "$1") }) },
	{ name: "a slash at baseUrl's end is kept", ...target((url) => `/${url}`) },
	{ name: "sendEx takes any path and method", ...instead("sendEx", (real, [method, path, body]) => real("GET", typeof path === "string" && /^\/\w+$/.test(path) && method === "GET" ? path : "/api/health", body)) },
	{ name: "checkHealth asks for something else", request: (text) => text.replace(/^GET (\S*)\/api\/health /, "GET $1/api/healthy ") },
	{ name: "checkHealth logs in", ...instead("checkHealth", (real, _, client) => client.collection("users").authWithPassword("device-one", "device-pass-1234").then(() => real())) },
	{ name: "getFileUrl makes another URL", ...instead("getFileUrl", (real, given) => {
		const url = real(...given) as string;
		return url.replace("/api/files/", "/files/");
	}) },
	{ name: "getFileUrl throws nothing", ...instead("getFileUrl", (real, given) => {
		try {
			return real(...given);
		}
		catch {
			return "";
		}
	}) },
	{ name: "an expired token is refused with 401", response: (response) => response.kind === "auth" || response.statusCode === 404 ? changed(response, { statusCode: 401, kind: "http" }) : response },
	{ name: "a number loses its fraction or its last digits", response: (response) => changed(response, { body: response.body.replace(/("value":-?\d+)\d/g, "$10") }) },
	{ name: "the service keeps what it does not know", response: (response) => withBody(response, (body) => "sensor" in body ? { ...body, nosuch: 1, value: body.value === 0 ? "abc" : body.value } : body) },
	{ name: "dates are compared as times", ...target((url) => url.replace(/(\d\d-\d\d)T(\d\d%3A)/g, "$1%20$2")) },
	{ name: "a text of the service is changed", response: (response) => changed(response, { body: response.body.replace("\ufffd", "?").replace("温", "?") }) }
];

const shared = new ClientResponse("", 200, "", "");
const answers = new WeakMap<object, Promise<ClientResponse>>();

/** A context whose clients break a rule. */
export function broken(context: Context, broken: Break): Context {
	return {
		...context,
		client(options) {
			const given = broken.options?.(options) ?? options;
			const network = broken.request === undefined ? given?.network : { http: brokenTransport(given?.network?.http ?? context.http, broken.request) };
			return brokenClient(context.client(network === undefined ? given : { ...given, network }), broken);
		}
	};
}

function brokenClient(client: RecordsClient, { call = (_, real, given) => real(...given), response = (found) => found }: Break): RecordsClient {
	const proxy: RecordsClient = new Proxy(client, {
		get(target, key) {
			const value = Reflect.get(target, key, target) as Call;
			if (typeof key !== "string" || typeof value !== "function")
				return value;
			const real = { [key]: (...given: unknown[]): unknown => value.apply(target, given) }[key];
			return (...given: unknown[]): unknown => {
				const made = call(key, real, given, target);
				if (made === target)
					return proxy;
				return made instanceof Promise ? made.then((found: unknown) => typeof found === "object" ? response(found as ClientResponse, key) : found) : made;
			};
		}
	});
	return proxy;
}

function brokenTransport(transport: Transport, change: (text: string) => string): Transport {
	const { io: Real, ...rest } = transport.socket;
	class Changing implements Socket {
		readonly #socket: Socket;

		constructor(options: SocketOptions) {
			this.#socket = new Real(options);
		}

		read(target?: number | ByteBuffer): ReturnType<Socket["read"]> {
			return this.#socket.read(target);
		}

		write(data: ByteBuffer): ReturnType<Socket["write"]> {
			const text = Buffer.from(data as Uint8Array).toString("latin1");
			return this.#socket.write(/^[A-Z]+ \//.test(text) ? new Uint8Array(Buffer.from(change(text), "latin1")) : data);
		}

		close(): void {
			this.#socket.close();
		}
	}
	return { ...transport, socket: { ...rest, io: Changing } };
}

/** For the finding of cases: the names of those that a break is about. Later breaks find what is left. */
export const topics: Readonly<Record<string, RegExp>> = {
	"page is not sent": /^page counts|^a page past|order$/,
	"perPage is not sent": /perPage takes|^limit: perPage is 500|takes whole/,
	"sort is not sent": /^sort|^a bad sort/,
	"filter is not sent": /^filter (?:understands|finds|compares)|^a bad filter|^a lone surrogate in a filter|^filter with|^limit: a filter/,
	"skipTotal is not sent": /^skipTotal|each parameter that is null/,
	"expand is not sent": /^expand brings|expand and fields$|^expand and fields|^limit: a page of the default|getOneEx sends expand/,
	"fields is not sent": /^fields|^expand with fields|unknown fields modifier/,
	"skipTotal: the service answers -1 for the totals, as PocketBase alone": /^skipTotal/,
	"the service gives 1000 records a page": /^limit: /,
	"the service counts no records": /^limit: perPage is 30|own records only/,
	"the service gives a page one record more": /without a token a list|^createEx .*nothing is created|^limit: a page of|past the end/,
	"pages are counted from 0": /^page counts/,
	"numbers are sent with a fraction": /^page and perPage take/,
	"characters beyond ASCII are left out of the URL": /emoji|Chinese|surrogate|encodes|encoded|getFileUrl/,
	"blanks are left out of the URL": /^filter finds/,
	"digits are doubled in the URL's query": /^filter (?:understands|finds)|encoded/,
	"dots and letters are escaped": /unreserved|any other path is sent|is GET|is POST|is PATCH|is DELETE/,
	"an escape in an id is decoded": /leave its segment|lone surrogate becomes/,
	"an id or a collection's name is not looked into": /as an id or a collection|CR, LF and NUL|leave its segment|judged anew|walks back|no text makes no request and no exc/,
	"an id without which nothing is asked is taken for another's": /^rule 1/,
	"a collection need not be selected": /collection must be selected|unselects/,
	"collection() returns another object": /^collection\(/,
	"the first collection stays selected": /collection/,
	"a missing collection is an empty one": /404/,
	"a page past the end is a 404": /past the end|without a token a list/,
	"a refusal is a success": /is a 400|is a 404|is a 403|is a 401|^errors|refuses it|refused|guest/,
	"a wrong argument is a success": /make no request|makes no request|refuse the number|no text|is required|names itself/,
	"an answer that can't be used is a success": /failure|no success|UTF-8/,
	"a call without an answer is a success": /statusCode is 0|without an answer/,
	"a closed client's calls are successes": /^close/,
	"a busy call is a success": /^queue/,
	"a refusal has no text": /^errors 2/,
	"a refusal's fields are not in its text": /names the field|validation errors|id of one's own/,
	"a failure's body is thrown away": /stays readable|never empty|service's message/,
	"a success has another status": /^ClientResponse|204/,
	"a stored record that is too long is a failure": /longer than limits.body/,
	"a long answer is a failure": /default|many kilobytes|501/,
	"a URL has 1,024 bytes": /^limit: /,
	"limits.url and limits.body are not kept": /limits.url|limits.body/,
	"a body is written anew": /raw body/,
	"all calls share a response": /ClientResponse of its own/,
	"a convenience call resolves with nothing": /raw body|busy convenience/,
	"a convenience call tells of its failure": /rule 4|busy convenience/,
	"a create is sent as an update": /createEx is POST|createEx creates|order/,
	"a create or an update stores nothing": /createEx|rule 2|object/,
	"an update empties what is left out": /rule 2/,
	"an update changes nothing": /rule 2|create, update and delete/,
	"a delete deletes nothing": /rule 3|deleteRecordEx (?:is|of)|delete/,
	"a body's text is changed": /as given|surrogate in a body|credentials may|identity and password$|kilobytes|object, which/,
	"a body's first character is lost": /is POST|is PATCH|many/,
	"a body's type is not said": /its type/,
	"a request has a header more": /without a body|sends nothing|without a query/,
	"a token is not sent": /authentication 3|Authorization|state: .*setAuthToken|reboot|carries the token/,
	"every request carries a token": /no token|without a token|goes out without one|clearAuthToken|waits for no log-in/,
	"a login or a refresh brings no token": /authentication [25]|state: .*succeeds|goes out|from authRefresh|produce|stays when another|login/,
	"any answer with a token changes the token": /only authWithPassword|holds a token stores none|checkHealth/,
	"a failed login clears the token": /fails|failed|authentication 8|without a token stores/,
	"the token is not told": /state: |authentication 1|restoreAuthToken|setAuthToken/,
	"a token is told where there is none": /state: a new|no token|nothing|no token, clear|stores no token|token belongs/,
	"clearAuthToken does nothing": /clearAuthToken|is cleared/,
	"another collection clears the token": /another collection/,
	"any text is a token": /stand in a header|because of its token/,
	"close() clears the token": /^close/,
	"restoreAuthToken says that there was a token": /restoreAuthToken|damaged|RAM|domain/,
	"a token is restored unasked": /restoreAuthToken/,
	"all domains share a token": /two domains/,
	"storage that fails ends a call": /storage that fails/,
	"PocketBase takes emails only": /a username and/,
	"any password is right": /errors 3/,
	"a user has no name": /authentication 1|authRefresh brings/,
	"the answer to a login holds an id more": /authentication 1/,
	"a login is sent as another request": /authWithPassword is|authentication/,
	"a refresh sends the token in its body, too": /authRefresh is/,
	"the queue has no place": /^queue|stats|order|close: a client/,
	"a call that waits is answered as the first one": /^queue|^close/,
	"a call throws": /no text|can't be written|names itself/,
	"stats count a request more": /^stats/,
	"a wrong option does no harm": /^baseUrl|^limits that|^domain|^getFileUrl throws/,
	"baseUrl's path is forgotten": /prefix/,
	"a slash at baseUrl's end is kept": /slash|prefix|is GET/,
	"sendEx takes any path and method": /^sendEx/,
	"checkHealth asks for something else": /^checkHealth/,
	"checkHealth logs in": /^checkHealth/,
	"getFileUrl makes another URL": /getFileUrl/,
	"getFileUrl throws nothing": /^getFileUrl throws/,
	"an expired token is refused with 401": /expired or bad/,
	"a number loses its fraction or its last digits": /2\^53|getOneEx returns|createEx creates/,
	"the service keeps what it does not know": /coerced/,
	"dates are compared as times": /dates/,
	"a text of the service is changed": /surrogate|Chinese|getOneEx returns/
};
