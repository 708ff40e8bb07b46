/** What live records cost on the device. */
import type { ServerResponse } from "node:http";
import { count, row } from "../tools/report/table.js";
import { deviceBytes } from "./device.js";
import type { LiveSettings } from "./figures.js";
import type { Host } from "./runner.js";
import { serving } from "./serving.js";

/** What one part costs. */
interface Cost {
	readonly computrons: number;
	readonly bytes: number;
}

/** What live records cost. */
export interface LiveCosts {
	readonly poll: Cost;
	/** An event by itself, and one with the poll that it causes. */
	readonly event: Cost;
	readonly eventAndPoll: Cost;
	/** Bytes that a stream keeps between two events, its connection included. */
	readonly stream: number;
	readonly bytecode: number;
}

/** Runs something against a service without records, which sends events when it is asked to. */
function withEvents<T>(use: (url: string) => Promise<T>): Promise<T> {
	let stream: ServerResponse | undefined;
	const send = (name: string, data: object): unknown => stream?.write(`id:a1b2c3d4e5f6\nevent:${name}\ndata:${JSON.stringify(data)}\n\n`);
	return serving((request, response) => {
		let body = "";
		request.on("data", (piece) => {
			body += String(piece);
		}).on("end", () => {
			if (request.method === "GET" && request.url === "/api/realtime") {
				stream = response;
				response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store", "x-accel-buffering": "no" });
				send("PB_CONNECT", { clientId: "a1b2c3d4e5f6a1b2c3d4e5f6a1b2c3d4e5f6a1b2" });
			}
			else if (request.method === "GET")
				response.setHeader("content-type", "application/json").end('{"items":[],"page":1,"perPage":8}');
			else {
				response.writeHead(204).end();
				const { action, count: left = 0, interval = 0 } = JSON.parse(body) as { action?: string; count?: number; interval?: number };
				const topic = 'readings/*?options={"query":{"fields":"updated","filter":"sensor = \'temperature\'"}}';
				for (let number = 1; number <= left; number++)
					setTimeout(() => send(topic, { action, record: { updated: new Date().toISOString().replace("T", " ") } }), number * interval);
			}
		});
	}, use);
}

async function run(host: Host, isStreamed: boolean): Promise<{ readonly costs: readonly Cost[]; readonly live: number }> {
	return withEvents(async (url) => {
		const given: LiveSettings = { url, isStreamed };
		const lines = await host.run("ours-live", { settings: JSON.stringify(given) }) ?? [];
		const [waiting, ...all] = lines.flatMap(({ figures }) => figures ?? []);
		const [{ liveBytes, liveSlots }] = lines.flatMap(({ heap }) => heap ?? []);
		return {
			costs: all.map((figures) => ({ computrons: figures.computrons - waiting.computrons, bytes: deviceBytes(host, figures) - deviceBytes(host, waiting) })),
			live: liveBytes + liveSlots * 4 * host.pointer
		};
	});
}

export async function measureLive(host: Host): Promise<LiveCosts> {
	const { costs: [poll], live } = await run(host, false);
	const { costs: [event, eventAndPoll], live: streamed } = await run(host, true);
	return { poll, event, eventAndPoll, stream: streamed - live, bytecode: await host.bytecode("live") };
}

/** Text for build/measurements/memory.md. */
export async function reportLiveRecords(host: Host): Promise<string> {
	const { bytecode, event, eventAndPoll, poll, stream } = await measureLive(host);
	return [
		"",
		`Written by \`npm run bench:device\` (alone with \`--live\`) on ${new Date().toISOString().slice(0, 10)}; a server answers that has nothing else to do.`,
		"",
		`A poll that finds nothing new; an event by itself, and with the poll that it causes; what the stream keeps between two events, its socket in the engine included. The bytecode of the entry is ${count(bytecode)} bytes, without that of \`records-client/lists\`.`,
		"",
		row(["", "computrons", "bytes"]), row(["---", "---:", "---:"]),
		row(["poll", count(poll.computrons), count(poll.bytes)]), row(["event", count(event.computrons), count(event.bytes)]),
		row(["event and its poll", count(eventAndPoll.computrons), count(eventAndPoll.bytes)]), row(["stream, live", "", count(stream)]),
		""
	].join("\n");
}
