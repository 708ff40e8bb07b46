/** Strangers in place of a TLS server: none may end the app, whose heap is that of a board and does not grow. */
import { createServer as createHTTPServer } from "node:http";
import type { Server, Socket } from "node:net";
import { createServer as createSecureServer } from "node:tls";
import { World } from "../../tools/x509/world.js";
import { type HostileFlight, hostileFlights } from "./hostile-flights.js";
import { makeApp, manifestOf, type Simulator } from "./simulator.js";
import { Listener } from "../../tools/network/listener.js";
import { toHex } from "./tls-questions.js";
import { pemOf } from "../../tools/x509/der.js";

/** Milliseconds without a verdict, after which the app hangs. */
const patience = 60_000;
const deadline = 3_600_000;
/** Strangers that may end the app before it is given up. */
const endsMaximum = 40;

/** What came of them. */
export interface Strangers {
	readonly asked: number;
	readonly hangs: number;
	readonly aborts: number;
	readonly milliseconds: number;
	readonly faults: readonly string[];
}

/** Each connection gets the next flight, and the last ones the genuine server. */
class Place {
	readonly flights: readonly HostileFlight[];
	/** Connections so far. */
	taken = 0;
	readonly #genuine: Server;

	constructor(flights: readonly HostileFlight[], genuine: Server) {
		this.flights = flights;
		this.#genuine = genuine;
	}

	take(socket: Socket): void {
		const flight = this.flights[this.taken++];
		if (flight === undefined) {
			this.#genuine.emit("connection", socket);
			return;
		}
		// Behind the client's hello; the end comes where the client waits for more.
		socket.once("data", () => socket.end(flight.bytes));
	}
}

/** @param step each how-manieth of the made-up flights is tried */
export async function meetStrangers(simulator: Simulator, step: number): Promise<Strangers> {
	const world = new World();
	const http = createHTTPServer((request, response) => request.resume().on("end", () => {
		response.setHeader("content-type", "application/json");
		response.end('{"id":"the end"}');
	}));
	const genuine = createSecureServer({
		cert: [world.leaf, world.middle].map(({ der }) => pemOf(der)).join(""), key: world.leafKeys.privateKey.export({ type: "pkcs8", format: "pem" }), maxVersion: "TLSv1.2"
	}).on("secureConnection", (socket) => http.emit("connection", socket));
	const place = new Place(hostileFlights(world, step), genuine);
	const server = await new Listener((socket) => place.take(socket)).open();
	const app = await makeApp(simulator, "tls-strangers", manifestOf("tls-strangers"), { server: `https://localhost:${server.port}`, authority: toHex(world.root.der) });
	const begun = Date.now();
	const faults: string[] = [];
	let hangs = 0;
	let aborts = 0;
	for (let ended = false; !ended && hangs + aborts < endsMaximum;) {
		const { code, how, output } = await app.run({
			deadline, patience,
			onLine: (line) => {
				const verdict = /^verdict (.*)$/.exec(line)?.[1];
				if (verdict === undefined)
					return;
				ended = verdict.startsWith("ok:");
				if (!ended && !verdict.startsWith("tls: ") || ended && place.taken <= place.flights.length)
					faults.push(`${place.flights[place.taken - 1]?.name ?? "the genuine server"}: ${verdict}`);
			}
		});
		if (ended && code === 0)
			break;
		if (how === "the deadline")
			hangs++;
		else
			aborts++;
		faults.push(`${place.flights[place.taken - 1]?.name ?? "the genuine server"}: ends the app (${how}): ${output.trim().split("\n").slice(-2).join(" ")}`);
		ended = place.taken > place.flights.length;
	}
	server.close();
	return { asked: place.flights.length, hangs, aborts, milliseconds: Date.now() - begun, faults };
}
