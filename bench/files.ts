/** What a file costs on the device: of each KB, and of memory. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Figures, FileSettings } from "./figures.js";
import { fixed, leastMemory } from "./least.js";
import { costsOf, type Row, type Rows } from "./rows.js";
import { type Host, type Memory, runScript } from "./runner.js";
import { serving } from "./serving.js";

/** Bytes of a short file and of a long one. */
const SHORT_FILE = 100_000;
const LONG_FILE = 10_000_000;

const PIECE = Buffer.alloc(65_536, "f");
const RECORD = '{"collectionId":"pbc_3142635823","id":"one"}';

/** Sends a file as long as its path says, in pieces that the client has to take before the next. */
function sendFile(length: number, response: ServerResponse): void {
	response.writeHead(200, { "content-type": "application/octet-stream", "content-length": length, "last-modified": "Sat, 21 Nov 2026 07:00:00 GMT" });
	let left = length;
	const more = (): void => {
		while (left > 0) {
			const piece = PIECE.subarray(0, left);
			left -= piece.length;
			if (!response.write(piece))
				return void response.once("drain", more);
		}
		response.end();
	};
	more();
}

function answer(request: IncomingMessage, response: ServerResponse, length: number): void {
	if (request.method === "GET")
		return sendFile(length, response);
	request.resume().on("end", () => response.setHeader("content-type", "application/json").end(RECORD));
}

/** Has a file go one way; "" for creates alone. Resolves with undefined when the memory didn't do. */
function transfer(host: Host, way: FileSettings["way"], bytes: number, memory: Memory): Promise<object | undefined> {
	return serving((request, response) => answer(request, response, bytes), (url) => {
		const given: FileSettings = { url, bytes, counts: false, way };
		return host.run("ours-files", { settings: JSON.stringify(given) }, memory);
	});
}

/** What a KB of a short file costs, on average. */
export function measureKB(host: Host, way: "up" | "down"): Promise<Figures> {
	return serving((request, response) => answer(request, response, SHORT_FILE), async (url) => {
		const given: FileSettings = { url, bytes: SHORT_FILE, counts: true, way };
		return (await runScript(host, "ours-files", given)).figures[0];
	});
}

/** A KB of a file that goes through the default buffer, and what the least fixed heap for a short file has more than creates alone need. @throws Error when that heap does not bear a long file */
export async function measureFiles(host: Host): Promise<Rows> {
	const rows: Record<string, Row> = {};
	const creates = await leastMemory((memory) => transfer(host, "", SHORT_FILE, memory));
	for (const way of ["up", "down"] as const) {
		rows[`a KB of a file, ${way}`] = costsOf(host, await measureKB(host, way));
		const least = await leastMemory((memory) => transfer(host, way, SHORT_FILE, memory));
		if (await transfer(host, way, LONG_FILE, fixed(least)) === undefined)
			throw new Error(`a file of ${LONG_FILE} bytes that goes ${way} takes more heap than one of ${SHORT_FILE}`);
		rows[`a file, ${way}: peak over creates`] = { bytes: least.total - creates.total };
	}
	return rows;
}
