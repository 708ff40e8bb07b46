/** What live records cost on the device. */
import type { ServerResponse } from "node:http";
import { deviceBytes } from "./device.js";
import type { LiveSettings } from "./figures.js";
import { difference, live } from "./heap.js";
import { costsOf, type Row, type Rows } from "./rows.js";
import { type Host, runScript } from "./runner.js";
import { serving } from "./serving.js";

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

/** What polls and events cost more than waiting, and bytes that are live between them. */
async function run(host: Host, isStreamed: boolean): Promise<{ readonly costs: readonly Row[]; readonly live: number }> {
	return withEvents(async (url) => {
		const given: LiveSettings = { url, isStreamed };
		const { figures: [waiting, ...all], heaps: [heap] } = await runScript(host, "ours-live", given);
		return { costs: all.map((figures) => costsOf(host, difference(figures, waiting))), live: deviceBytes(host, live(heap)) };
	});
}

/** A poll that finds nothing new, an event by itself and with the poll that it causes, and what a stream keeps between two events, its socket in the engine included. */
export async function measureLive(host: Host): Promise<Rows> {
	const { costs: [poll], live: polled } = await run(host, false);
	const { costs: [event, eventAndPoll], live: streamed } = await run(host, true);
	return {
		"a poll of live records that finds nothing": poll,
		"an event of live records": event,
		"an event of live records and its poll": eventAndPoll,
		"a stream of live records": { bytes: streamed - polled }
	};
}
