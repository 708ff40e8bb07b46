import { once } from "node:events";
import { Agent, createServer, type IncomingMessage, request as ask, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { Service } from "../../service/launcher.js";
import { FrontRun } from "./front-run.js";
import { OwnDevices } from "./own-devices.js";
import { Superuser } from "./superuser.js";

/** A running front. */
export interface Front {
	/** Base URL; `/<run>` follows. */
	readonly url: string;
	/** Ends it and every connection. */
	close(): void;
}

const place = /^\/([A-Za-z0-9-]+)(\/.*)$/;
const command = /^\/api\/collections\/front\/records\/([a-z0-9.-]+)$/;

/**
 * Starts a front that hands requests to the real service, and its answers back, but for what a case has told
 * it: it sets the Date ahead, keeps answers back, refuses. The path's first segment names the run, whose state is its own;
 * what to do is told by reading the record of that name in the collection `front` (see `FrontRun`), so that cases on other
 * engines can. The record `seen` says what came, `token.<seconds>` is a token of the service's with that life,
 * `own.<command>` is about accounts of the run's own (see `OwnDevices`).
 * @param host IPv4 address of this machine to listen on
 */
export async function startFront(service: Pick<Service, "url" | "data">, host = "127.0.0.1"): Promise<Front> {
	const superuser = await Superuser.of(service);
	// An empty list makes a client ask about its token: whichever case comes first, the device's is not empty.
	await superuser.makeReading("device-one", "front");
	const agent = new Agent({ keepAlive: true });
	const runs = new Map<string, FrontRun>();
	const own = new Map<FrontRun, OwnDevices>();
	let last: Promise<unknown> = Promise.resolve();

	/** Changes of collections come one by one: the service forgets for a moment what was made beside another change. */
	function alone(change: () => Promise<object>): Promise<object> {
		const done = last.then(change);
		last = done.catch(() => undefined);
		return done;
	}

	function devicesOf(run: FrontRun): OwnDevices {
		const devices = own.get(run) ?? new OwnDevices(superuser);
		own.set(run, devices);
		return devices;
	}

	async function told(run: FrontRun, name: string): Promise<object> {
		const [what, seconds] = name.split(".");
		if (what === "own")
			return alone(() => devicesOf(run).tell(seconds));
		if (what === "token")
			return { token: await superuser.token("device-one", Number(seconds)) };
		if (what === "seen")
			return { seen: run.seen };
		run.tell(name);
		return {};
	}

	/** Asks the service and hands its answer on, with the run's Date. */
	function pass(run: FrontRun, incoming: IncomingMessage, path: string, body: Buffer, fault: string, response: ServerResponse): Promise<void> {
		const headers = { ...incoming.headers };
		if (fault === "anonymous")
			delete headers.authorization;
		return new Promise((resolve, reject) => {
			const outgoing = ask(service.url + path, { agent, method: incoming.method, headers }, (answer) => {
				if (fault === "done-503") {
					answer.resume();
					answer.once("end", () => json(response, 503, { message: "The front says later." }));
					answer.once("end", resolve);
					return;
				}
				if (fault === "cut") {
					answer.resume();
					answer.once("end", () => incoming.socket.destroy());
					answer.once("end", resolve);
					return;
				}
				response.sendDate = false;
				const { date, ...rest } = answer.headers;
				const shown = run.date(date ?? "");
				response.writeHead(answer.statusCode ?? 500, shown === "" ? rest : { ...rest, date: shown });
				answer.pipe(response);
				answer.once("end", resolve);
				answer.once("error", reject);
			});
			outgoing.once("error", reject);
			outgoing.end(body);
		});
	}

	async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
		const [, key = "", path = ""] = place.exec(incoming.url ?? "") ?? [];
		const body = await buffer(incoming);
		const run = runs.get(key) ?? new FrontRun();
		runs.set(key, run);
		const name = command.exec(path)?.[1];
		if (name !== undefined) {
			json(response, 200, await told(run, name));
			return;
		}
		const fault = run.see(incoming.method ?? "", path, incoming.headers.authorization !== undefined);
		switch (fault) {
			case "unasked-stall":
				return;
			case "unasked-cut":
				incoming.socket.destroy();
				return;
			case "portal":
				response.writeHead(200, { "content-type": "text/html" }).end("<html>Log in</html>");
				return;
			case "late":
				await run.released();
				break;
			case "":
			case "anonymous":
			case "cut":
			case "done-503":
				break;
			default:
				if (fault.startsWith("page-"))
					response.writeHead(Number(fault.slice(5)), { "content-type": "text/html", location: "/login" }).end("<html>Not here</html>");
				else
					json(response, Number(fault), { data: {}, message: "The front says no.", status: Number(fault) });
				return;
		}
		await pass(run, incoming, path, body, fault, response);
	}

	// An idle connection stays: how long a case takes to its next request depends on the machine.
	const server = createServer({ keepAliveTimeout: 0 }, (incoming, response) => {
		serve(incoming, response).catch((error: unknown) => {
			if (response.headersSent)
				response.destroy();
			else
				json(response, 500, { message: String(error) });
		});
	});
	server.listen(0, host);
	await once(server, "listening");
	return {
		url: `http://${host}:${(server.address() as AddressInfo).port}`,
		close() {
			server.close();
			server.closeAllConnections();
			agent.destroy();
		}
	};
}

function json(response: ServerResponse, status: number, value: object): void {
	response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}
