import { createHash } from "node:crypto";
import type { ProxyName } from "./proxied.js";

export type Field = readonly [name: string, value: string];

/** An answer of the service, its body not in chunks whatever the fields say. */
export interface Answer {
	/** Code and reason. */
	readonly status: string;
	/** As the service writes them. */
	readonly fields: readonly Field[];
	readonly body: Buffer;
}

/** Where an answer stands on its connection. */
export interface Position {
	/** How many answers the proxy has given, this one included. What differs each time follows from it. */
	readonly number: number;
	/** Whether the connection ends with this answer. */
	readonly last: boolean;
}

/** Returns the header lines that a proxy makes of the service's. */
type Rewrite = (fields: readonly Field[], position: Position) => Field[];

const chunked: Field = ["Transfer-Encoding", "chunked"];
const close: Field = ["Connection", "close"];
const bodyFields = ["date", "content-type", "content-length", "transfer-encoding"];

/** The header lines of an answer with a body, as PocketBase 0.39.0 writes them. @param length bytes of the body, undefined for one in chunks */
export function serviceFields(date: string, length: number | undefined): Field[] {
	return [
		["Content-Type", "application/json"], ["Vary", "Origin"], ["X-Content-Type-Options", "nosniff"], ["X-Frame-Options", "SAMEORIGIN"],
		["X-Xss-Protection", "1; mode=block"], ["Date", date], length === undefined ? chunked : ["Content-Length", String(length)]
	];
}

/** Heads of answers that reverse proxies send to a client of HTTP/1.1, with the settings that they come with. */
const rewrites: Readonly<Record<ProxyName, Rewrite>> = {
	/** ngx_http_header_filter_module.c of nginx 1.24 writes its own fields first; Ubuntu's package names itself. */
	nginx: (fields, { last }) => [
		["Server", "nginx/1.24.0 (Ubuntu)"], ...pick(fields), last ? close : ["Connection", "keep-alive"], ...rest(fields)
	],
	/** Caddy 2.10: reverseproxy.go adds Via, a site with TLS has Alt-Svc. */
	caddy: (fields, { last }) => byGo([...fields, ["Alt-Svc", 'h3=":443"; ma=2592000'], ["Via", "1.1 Caddy"]], last),
	/** Traefik 3 hands on what it gets, through the reverse proxy of Go's net/http/httputil. */
	traefik: (fields, { last }) => byGo(fields, last),
	/** HAProxy since 2.1 writes names in lower case and keeps their order (its manual on h1-case-adjust). */
	haproxy: (fields, { last }) => [...fields, ...last ? [close] : []].map(([name, value]) => [name.toLowerCase(), value]),
	/** Apache 2.4.71 of Debian 12, as it was seen: Date and its own name first, how the body comes last. */
	apache: (fields, { last }) => {
		const first = fields.filter((field) => isField(field, "date"));
		const own = fields.filter((field) => isField(field, "transfer-encoding"));
		return [...first, ["Server", "Apache/2.4.71 (Debian)"], ...fields.filter((field) => !first.includes(field) && !own.includes(field)), ...last ? [close] : [], ...own];
	},
	/** As curl and devices print them (2024 to 2026): the report's URL, the ray and the timing differ each time. */
	cloudflare: (fields, { number, last }) => {
		const { signature, ray, timing } = varying(number);
		return [
			...pick(fields), last ? close : ["Connection", "keep-alive"], ...rest(fields),
			["cf-cache-status", "DYNAMIC"],
			["Report-To", `{"endpoints":[{"url":"https:\\/\\/a.nel.cloudflare.com\\/report\\/v4?s=${signature}"}],"group":"cf-nel","max_age":604800}`],
			["NEL", '{"success_fraction":0,"report_to":"cf-nel","max_age":604800}'],
			["Server", "cloudflare"], ["CF-RAY", ray], ["alt-svc", 'h3=":443"; ma=86400'], ["server-timing", timing]
		];
	},
	/** The same where the service's own proxy has compressed the body, which Cloudflare undoes for a client that takes no gzip. */
	"cloudflare-chunked": (fields, position) =>
		rewrites.cloudflare(fields.map((field) => isField(field, "content-length") ? chunked : field), position)
};

/**
 * Bytes of the first chunk of a long answer and of those after it, as nginx 1.22, HAProxy 2.6, Caddy 2.6 and Apache 2.4 were seen to make them:
 * as large as their buffers. Traefik has the proxy of Go, as Caddy does; Cloudflare's are not known. HAProxy writes sizes in capitals.
 */
const chunkSizes: Readonly<Record<ProxyName, readonly [first: number, next: number]>> = {
	nginx: [3845, 8192], caddy: [32_768, 32_768], traefik: [32_768, 32_768], haproxy: [3864, 16_320], apache: [8192, 8192], cloudflare: [4096, 4096], "cloudflare-chunked": [4096, 4096]
};

/** Returns an answer as the proxy sends it. */
export function behind(proxy: ProxyName, { status, fields, body }: Answer, position: Position): Buffer {
	const rewritten = rewrites[proxy](fields, position);
	const head = [`HTTP/1.1 ${status}`, ...rewritten.map(([name, value]) => `${name}: ${value}`), "", ""].join("\r\n");
	const inChunks = rewritten.some((field) => isField(field, "transfer-encoding"));
	return Buffer.concat([Buffer.from(head, "latin1"), inChunks ? chunks(body, chunkSizes[proxy], proxy === "haproxy") : body]);
}

function isField([name]: Field, ...wanted: readonly string[]): boolean {
	return wanted.includes(name.toLowerCase());
}

/** The fields that nginx and Cloudflare write themselves, in their order. */
function pick(fields: readonly Field[]): Field[] {
	return bodyFields.flatMap((name) => fields.filter((field) => isField(field, name)));
}

function rest(fields: readonly Field[]): Field[] {
	return fields.filter((field) => !isField(field, ...bodyFields));
}

/** Go's net/http (server.go) sorts what a handler has set, and writes what it adds itself behind. */
function byGo(fields: readonly Field[], last: boolean): Field[] {
	const own = fields.filter((field) => isField(field, "transfer-encoding"));
	const set = fields.filter((field) => !own.includes(field)).sort(([one], [other]) => one < other ? -1 : 1);
	return [...set, ...last ? [close] : [], ...own];
}

/** What differs in each answer of Cloudflare's. The signature's and the timing's lengths differ, too. */
function varying(number: number): { signature: string; ray: string; timing: string } {
	const bytes = createHash("sha512").update(String(number)).digest();
	const signature = encodeURIComponent(Buffer.concat([bytes, bytes.subarray(0, 32)]).toString("base64"));
	const rtt = 1000 + bytes.readUInt16BE(0);
	return {
		signature,
		ray: `${bytes.toString("hex", 2, 10)}-FRA`,
		timing: `cfL4;desc="?proto=TCP&rtt=${rtt}&min_rtt=${rtt >> 1}&rtt_var=${rtt >> 2}&sent=${number + 3}&recv=${number + 4}&lost=0&retrans=0`
			+ `&sent_bytes=${3000 + 900 * number}&recv_bytes=${500 + 400 * number}&delivery_rate=${bytes.readUInt16BE(10) * 16}&cwnd=${bytes[12]}`
			+ `&unsent_bytes=0&cid=${bytes.toString("hex", 13, 21)}&ts=${bytes.readUInt16BE(21)}&x=0"`
	};
}

function chunks(body: Buffer, [first, next]: readonly [number, number], inCapitals: boolean): Buffer {
	const parts: Buffer[] = [];
	for (let at = 0, size = first; at < body.length; size = next) {
		const part = body.subarray(at, at + size);
		const digits = part.length.toString(16);
		parts.push(Buffer.from(`${inCapitals ? digits.toUpperCase() : digits}\r\n`), part, Buffer.from("\r\n"));
		at += size;
	}
	return Buffer.concat([...parts, Buffer.from("0\r\n\r\n")]);
}
