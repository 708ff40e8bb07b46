import type { ProxyName } from "./proxied.js";
import { bytesOf, RequestProxy } from "../network/request-proxy.js";
import { type Answer, behind, type Field } from "./heads.js";

const fieldLine = /^([^:]+): (.*)$/;
const second = 1000;

/**
 * Hands the service's answers on, on loopback, with the heads that a proxy gives them. Each answer is
 * written at once, when all of it is there. Its Date is a second after the one before, as a device that posts now and then
 * sees it: by the real clock, the machine's speed would decide how often the Date differs, and what answers cost.
 * @param service port of the service on loopback
 */
export function startProxied(service: number, proxy: ProxyName): Promise<RequestProxy> {
	const begun = Date.now();
	let number = 0;
	return new RequestProxy(service, async ({ received, socket, upstream }) => {
		const date = new Date(begun + ++number * second);
		socket.write(behind(proxy, parse(await upstream.ask(bytesOf(received)), date), { number, last: false }));
	}).open();
}

/** Takes an answer of the service's apart. @param date that it is given */
function parse(bytes: Buffer, date: Date): Answer {
	const end = bytes.indexOf("\r\n\r\n");
	const [first, ...lines] = bytes.toString("latin1", 0, end).split("\r\n");
	const fields = lines.map((line): Field => {
		const [, name, value] = fieldLine.exec(line) ?? [];
		return [name, name === "Date" ? date.toUTCString() : value];
	});
	const body = bytes.subarray(end + 4);
	const inChunks = fields.some(([name]) => name === "Transfer-Encoding");
	return { status: first.slice("HTTP/1.1 ".length), fields, body: inChunks ? unchunked(body) : body };
}

function unchunked(body: Buffer): Buffer {
	const parts: Buffer[] = [];
	for (let at = 0; ;) {
		const end = body.indexOf("\r\n", at);
		const size = parseInt(body.toString("latin1", at, end), 16);
		if (size === 0)
			return Buffer.concat(parts);
		parts.push(body.subarray(end + 2, end + 2 + size));
		at = end + 2 + size + 2;
	}
}
