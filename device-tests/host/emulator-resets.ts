/** The image against a peer that resets its connections in each state, one after the other. */
import type { Socket } from "node:net";
import { seen } from "../../tools/moddable/emulator-app.js";
import { Listener } from "../../tools/network/listener.js";
import { RestartCause } from "../../tools/moddable/restart-cause.js";
import { buildFlash, type Emulator, faultOf, functionsOf, keep, note, runFlash } from "./emulator-image.js";
import { isKnownTCP } from "./emulator-tcp.js";

/** Connections, of which each state has its share. */
const connections = 300;
/** Milliseconds without a line, and for all. */
const patience = 120_000, deadline = 1_200_000;

const record = JSON.stringify({ collectionId: "pbc_1", collectionName: "readings", id: "000000000000000" });
const answer = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${record.length}\r\n\r\n${record}`;

/** What the peer does with a connection whose first bytes have come. */
const states: Readonly<Record<string, (socket: Socket) => void>> = {
	"when the first bytes have come": (socket) => socket.resetAndDestroy(),
	"in the head of the answer": (socket) => socket.write(answer.slice(0, 30), () => socket.resetAndDestroy()),
	"before the answer's body": (socket) => socket.write(answer.slice(0, -record.length), () => socket.resetAndDestroy()),
	"at once behind the answer": (socket) => socket.write(answer, () => socket.resetAndDestroy()),
	"a moment behind the answer": (socket) => socket.write(answer, () => setTimeout(() => socket.resetAndDestroy(), 3)),
	"behind the end of the connection": (socket) => socket.end(answer, () => setTimeout(() => socket.resetAndDestroy(), 3)),
	"when the next request comes": (socket) => socket.write(answer, () => socket.once("data", () => socket.resetAndDestroy()))
};
const atAccept = "as soon as it is accepted";

class Peer extends Listener {
	/** Of the connection that was accepted last. */
	state = "";
	accepted = 0;

	constructor() {
		const names = [atAccept, ...Object.keys(states)];
		super((socket) => {
			const name = names[this.accepted++ % names.length] ?? atAccept;
			this.state = name;
			if (name === atAccept)
				socket.resetAndDestroy();
			else
				socket.once("data", () => states[name]?.(socket));
		});
	}
}

/** Milliseconds between two requests. */
const pauses = [0, 5];

/** Each connection is reset; the image tells so for each request, and goes on. */
export async function runResets(emulator: Emulator): Promise<void> {
	for (const pause of pauses) {
		if (emulator.results.failures.length === 0)
			await runPeer(emulator, pause);
	}
}

async function runPeer(emulator: Emulator, pause: number): Promise<void> {
	const { results, show } = emulator;
	const peer = await new Peer().open();
	try {
		const flash = await buildFlash(emulator, "resets", { baseUrl: seen(peer.url), pause: String(pause) });
		const functions = await functionsOf(emulator, "resets");
		const came = new Map<string, number>();
		const restarts: string[] = [];
		let last = "";
		while (peer.accepted < connections && results.failures.length === 0) {
			const cause = new RestartCause();
			const ended = await runFlash(emulator, flash, {
				patience, deadline,
				onLine(line, control) {
					const [, kind] = /^came ([a-z-]+): /.exec(line) ?? [];
					if (kind !== undefined)
						came.set(kind, (came.get(kind) ?? 0) + 1);
					else if (line.startsWith("gauges "))
						last = line;
					else if (!line.startsWith("IP address ") && !cause.take(line))
						note(emulator, "resets", line);
					if (peer.accepted >= connections)
						control.cut();
				}
			});
			if (ended.restart !== "") {
				restarts.push(`after a reset ${peer.state}: ${cause.words(functions)}`);
				if (!isKnownTCP(cause.names(functions)))
					results.fail(`resets: ${cause.words(functions) || faultOf(ended)}, which is not the SDK's known fault; its flash is kept as ${await keep(flash, "resets")}`);
			}
			else if (!ended.isCut)
				results.fail(`resets: ${faultOf(ended)}; its flash is kept as ${await keep(flash, "resets")}`);
		}
		for (const restart of restarts)
			show(`  ${restart}`);
		show(`  ${last}`);
		const line = `resets: ${pause} ms between requests, ${peer.accepted} connections, all of them reset, ${[...came].map(([kind, count]) => `${count} ${kind}`).join(", ")}; the image restarted ${restarts.length} times`;
		// The image goes on, which is what counts here.
		if (results.failures.length === 0)
			results.take(`${restarts.length === 0 ? "ok" : "known"} ${line}`);
		show(line);
	}
	finally {
		peer.close();
	}
}
