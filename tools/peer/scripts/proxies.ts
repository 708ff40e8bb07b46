import { listOf, login, proxyNames, type ProxyName, recordOf, refusal } from "../../proxies/proxied.js";
import { behind, serviceFields } from "../../proxies/heads.js";
import { type Asked, type Script, type Scripts, send } from "../script.js";

/** Ten answers, a second apart, before the day, the month and the year change. */
const firstDate = Date.UTC(2026, 11, 31, 23, 59, 50);

interface Content {
	readonly status: string;
	readonly body: string;
	/** Whether the service sends it in chunks. */
	readonly chunked?: boolean;
}

/** What the service has to say. */
function contentOf({ method, path, body, number }: Asked): Content {
	if (path.endsWith("/auth-with-password"))
		return { status: "200 OK", body: login };
	if (method === "GET" && path.includes("?"))
		return { status: "200 OK", body: listOf(number), chunked: true };
	return body.includes("refuse") ? { status: "400 Bad Request", body: refusal } : { status: "200 OK", body: recordOf(number) };
}

/** What a script does otherwise: `fields` come on top of the service's, `lines` behind all that the proxy writes. */
interface Deviation {
	readonly status?: string;
	readonly fields?: readonly (readonly [name: string, value: string])[];
	readonly lines?: string;
	/** Whether the answer says that the connection ends with it. The peer leaves that to the client. */
	readonly last?: boolean;
}

function answered(proxy: ProxyName, asked: Asked, { status, fields = [], lines = "", last = false }: Deviation = {}): Buffer {
	const { number } = asked;
	const content = contentOf(asked);
	const date = new Date(firstDate + 1000 * number).toUTCString();
	const body = Buffer.from(content.body);
	const answer = behind(proxy, {
		status: status ?? content.status, fields: [...fields, ...serviceFields(date, content.chunked === true ? undefined : body.length)], body
	}, { number, last });
	const end = answer.indexOf("\r\n\r\n") + 2;
	return Buffer.concat([answer.subarray(0, end), Buffer.from(lines), answer.subarray(end)]);
}

/** The answer whose number is the script's deviates. */
function deviating(proxy: ProxyName, deviation: Deviation): Script {
	return {
		reply: (asked) => [send(answered(proxy, asked, asked.number === asked.argument ? deviation : {}))]
	};
}

/** The service behind reverse proxies (tools/proxies/heads.ts). */
export const proxyScripts: Scripts = {
	...Object.fromEntries(proxyNames.flatMap((proxy): [string, Script][] => [
		[`behind-${proxy}`, { reply: (asked) => [send(answered(proxy, asked))] }],
		[`behind-${proxy}-closing`, deviating(proxy, { last: true })],
		[`behind-${proxy}-pausing`, deviating(proxy, { status: "429 Too Many Requests", fields: [["Retry-After", "3600"]] })]
	])),
	"behind-cloudflare-closing-at-the-end": deviating("cloudflare", { lines: "Connection: close\r\n" }),
	// What differs looks like framing, and is a value.
	"behind-cloudflare-misleading": {
		reply: (asked) => [send(answered("cloudflare", asked, {
			fields: [["Server-Timing", asked.number % 2 === 0 ? 'app;desc="connection: close; content-length: 3"' : `app;desc="transfer-encoding: chunked",${asked.number}`]]
		}))]
	}
};
