/** What a file costs on the device: of each KB, and of memory. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { count, row } from "../tools/report/table.js";
import type { Figures, FileSettings } from "./figures.js";
import { deviceBytes } from "./device.js";
import { leastMemory } from "./least.js";
import type { Host, Memory } from "./runner.js";
import { serving } from "./serving.js";

/** Bytes of a short file and of a long one. */
const SHORT_FILE = 100_000;
const LONG_FILE = 10_000_000;

/** What one way costs. */
interface FileCost {
	readonly way: "up" | "down";
	/** Allocated for each KB. */
	readonly bytes: number;
	/** Of each KB. */
	readonly computrons: number;
	/** Least total heap for a short file, more than creates alone need. */
	readonly peak: number;
	/** Whether a long file goes through in the heap that a short one needs at least. */
	readonly isFlat: boolean;
}

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

/** Has a file go one way; "" for creates alone. Returns undefined when the memory didn't do. */
function runFile(host: Host, way: FileSettings["way"], bytes: number, counts: boolean, memory?: Memory): Promise<Figures | undefined> {
	return serving((request, response) => answer(request, response, bytes), async (url) => {
		const given: FileSettings = { url, bytes, counts, way };
		const lines = await host.run("ours-files", { settings: JSON.stringify(given) }, memory);
		return lines && (lines[0].figures ?? {} as Figures);
	});
}

/** What a KB of a short file costs, on average. */
export async function measureKB(host: Host, way: FileCost["way"]): Promise<Figures> {
	const figures = await runFile(host, way, SHORT_FILE, true);
	if (figures === undefined)
		throw new Error("ours-files ran out of memory");
	return figures;
}

async function measureFiles(host: Host): Promise<FileCost[]> {
	const found: FileCost[] = [];
	const leastFor = (way: FileSettings["way"]): ReturnType<typeof leastMemory> => leastMemory((memory) => runFile(host, way, SHORT_FILE, false, memory) as Promise<never>);
	const creates = await leastFor("");
	for (const way of ["up", "down"] as const) {
		const figures = await measureKB(host, way);
		const least = await leastFor(way);
		const same: Memory = { chunks: [least.chunks, 0], slots: [least.slots, 0], stack: least.stack };
		found.push({
			way, bytes: deviceBytes(host, figures), computrons: figures.computrons, peak: least.total - creates.total,
			isFlat: await runFile(host, way, LONG_FILE, false, same) !== undefined
		});
	}
	return found;
}

/** Text for build/measurements/memory.md. */
export async function reportFiles(host: Host): Promise<string> {
	const files = await measureFiles(host);
	return [
		"",
		`Written by \`npm run bench:device\` (alone with \`--files\`) on ${new Date().toISOString().slice(0, 10)}.`,
		"",
		`A file of ${count(SHORT_FILE)} bytes goes through the default buffer; a server takes and sends it that has nothing else to do. Costs are those of a KB, on average. The peak is what the least fixed heap, stack included, has more than 20 creates in the same app need. In the last column the same heap bears ${count(LONG_FILE)} bytes.`,
		"",
		row(["", "computrons", "bytes", "peak over creates, bytes", `${count(LONG_FILE)} bytes`]), row(["---", "---:", "---:", "---:", "---"]),
		...files.map(({ bytes, computrons, isFlat, peak, way }) => row([way, ...[computrons, bytes, peak].map(count), isFlat ? "in the same heap" : "**not** in the same heap"])),
		"",
		`Bytes of bytecode: ${count(await host.bytecode("files"))}.`,
		""
	].join("\n");
}
