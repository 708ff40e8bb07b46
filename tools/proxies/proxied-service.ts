import type { ProxyName } from "./proxied.js";
import { Listener } from "../network/listener.js";
import { bytesOf, serveRequests } from "../network/serve-requests.js";
import { Upstream } from "../network/upstream.js";
import { type Answer, behind, type Field } from "./heads.js";

/** The service behind a proxy. */
export interface ProxiedService {
	readonly url: string;
	readonly port: number;
	/** Ends it and every connection; never waits for anybody. */
	close(): void;
}

const fieldLine = /^([^:]+): (.*)$/;
const second = 1000;

/**
 * Hands the service's answers on, on loopback, with the heads that a proxy gives them. Each answer is
 * written at once, when all of it is there. Its Date is a second after the one before, as a device that posts now and then
 * sees it: by the real clock, the machine's speed would decide how often the Date differs, and what answers cost.
 * @param service port of the service on loopback
 */
export async function startProxied(service: number, proxy: ProxyName): Promise<ProxiedService> {
	const upstream = new Upstream(service);
	const begun = Date.now();
	let number = 0;
	const listener = await Listener.open((socket) => serveRequests(socket, async (request) => {
		const date = new Date(begun + ++number * second);
		socket.write(behind(proxy, parse(await upstream.ask(bytesOf(request)), date), { number, last: false }));
	}, () => socket.destroy()));
	return {
		url: listener.url,
		port: listener.port,
		close() {
			listener.close();
			upstream.close();
		}
	};
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
