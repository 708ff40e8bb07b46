/** What each fault of the stand-ins for a network leaves of a request and of its answer. */
import { EventEmitter, once } from "node:events";
import { connect, type Socket } from "node:net";
import test, { type ExecutionContext } from "ava";
import { json } from "../peer/script.js";
import { SeededRandom } from "../seeded-random.js";
import { FailingNetwork } from "./failing-network.js";
import { FaultProxy } from "./fault-proxy.js";
import { byteFaults, type Fault, faults, type Victim } from "./faults.js";
import { Listener } from "./listener.js";
import { RequestParser } from "./request-parser.js";

const ANSWER = json({ id: "one", filler: "f".repeat(50) });
const AT = 20;
/** Node tells of a RST right behind bytes as of a FIN. */
const BROKEN = "end or ECONNRESET";

/** A service that answers each request alike, and the bytes that it has had. */
async function startService(t: ExecutionContext): Promise<{ readonly port: number; received: string }> {
	const listener = await new Listener((socket) => {
		const parser = new RequestParser();
		socket.on("data", (bytes) => {
			service.received += bytes.toString("latin1");
			parser.push(bytes);
			if (parser.take() !== undefined)
				socket.write(ANSWER);
		});
	}).open();
	const service = { port: listener.port, received: "" };
	t.teardown(() => listener.close());
	return service;
}

/** One connection to a stand-in: what came over it and how it ended. */
class Exchange {
	received = "";
	#ending = "open";
	readonly #changes = new EventEmitter();

	readonly #socket: Socket;

	constructor(t: ExecutionContext, url: string, path: string) {
		const socket = connect({ port: Number(new URL(url).port), host: "127.0.0.1", allowHalfOpen: true });
		const end = (ending: string): void => {
			this.#ending = ending;
			this.#changes.emit("change");
		};
		socket.on("data", (bytes) => {
			this.received += bytes.toString("latin1");
			this.#changes.emit("change");
		});
		socket.once("end", () => end("end"));
		socket.once("error", (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
		this.#socket = socket;
		this.send(path);
		t.teardown(() => socket.destroy());
	}

	/** Asks once more. */
	send(path: string): void {
		this.#socket.write(requestFor(path));
	}

	/** How it has ended; waits until so many bytes have come, or for its end. */
	async ending(bytes = Infinity): Promise<string> {
		while (this.#ending === "open" && this.received.length < bytes)
			await once(this.#changes, "change");
		return this.#ending;
	}
}

async function until(condition: () => boolean): Promise<void> {
	while (!condition())
		await new Promise((resolve) => setImmediate(resolve));
}

function requestFor(path: string): string {
	return `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`;
}

/** What the client and the service get when the fault comes at byte `AT`; of a stall nothing more is waited for. */
const byByte: Readonly<Record<keyof typeof byteFaults, readonly [answer: string, ending: string, request: string]>> = {
	"none": [ANSWER, "open", requestFor("/x")],
	"cut": [ANSWER.slice(0, AT), "end", requestFor("/x")],
	"half-close": [ANSWER.slice(0, AT), "end", requestFor("/x")],
	"reset": [ANSWER.slice(0, AT), BROKEN, requestFor("/x")],
	"stall": [ANSWER.slice(0, AT), "open", requestFor("/x")],
	"delay": [ANSWER, "open", requestFor("/x")],
	"bytewise": [ANSWER, "open", requestFor("/x")],
	"forgotten": [ANSWER, "open", requestFor("/x")],
	"unasked-cut": ["", "end", ""],
	"unasked-reset": ["", "ECONNRESET", ""],
	"unasked-stall": ["", "open", ""],
	"request-cut": ["", "end", requestFor("/x").slice(0, AT)],
	"request-stall": ["", "open", requestFor("/x").slice(0, AT)]
};

for (const [fault, [answer, ending, request]] of Object.entries(byByte)) {
	test(`at a byte: ${fault}`, async (t) => {
		const service = await startService(t);
		const proxy = await new FaultProxy(service.port).open();
		t.teardown(() => proxy.close());
		const met = new Exchange(t, proxy.url, `/${fault}.${AT}/run/x`);
		const told = await met.ending(ending === "open" ? answer.length : Infinity);
		t.true(ending.includes(told), told);
		// Whatever was to come would have overtaken this.
		const next = new Exchange(t, proxy.url, "/none.0/another/y");
		t.is(await next.ending(ANSWER.length), "open");
		t.is(met.received, answer);
		t.is(await met.ending(0), told);
		t.is(service.received.replace(requestFor("/y"), ""), request);
		t.is(proxy.injected, fault === "none" ? 0 : 1);
	});
}

/** What a client sees of each fault of a network, what the service gets (a part where it says so), and who is killed. */
const byNetwork: Readonly<Record<Fault, readonly [answer: RegExp | "start", ending: string, request: "none" | "part" | "all", killed?: Victim]>> = {
	"unasked-cut": [/^$/, "end", "none"],
	"request-cut": [/^$/, "end", "part"],
	"asked-cut": [/^$/, "end", "all"],
	"unasked-stall": [/^$/, "open", "none"],
	"cut": ["start", "end", "all"],
	"reset": ["start", BROKEN, "all"],
	"stall": ["start", "open", "all"],
	"garbage": [/^[^]+$/, "end", "all"],
	"portal": [/^HTTP\/1\.1 200 OK\r\n[^]*login/, "open", "none"],
	"error": [/^HTTP\/1\.1 500 /, "open", "none"],
	"unavailable": [/^HTTP\/1\.1 503 /, "open", "none"],
	"limit": [/^HTTP\/1\.1 429 /, "open", "none"],
	"cached": [/^HTTP\/1\.1 200 OK\r\ndate: .* GMT\r\nage: 3600\r\n/, "open", "all"],
	"stranger": [/^HTTP\/1\.1 \d/, "open end", "none"],
	"refuse": [/^$/, "ECONNRESET", "none"],
	"service-before": [/^$/, "open", "none", "service"],
	"service-at-work": [/^HTTP\/1\.1 200 OK\r\n/, "open", "all", "service"],
	"service-behind": [/^$/, "open", "all", "service"],
	"device-before": [/^$/, "open", "none", "device"],
	"device-behind": [/^$/, "open", "all", "device"],
	"forgotten": [/^HTTP\/1\.1 200 OK\r\n/, "open", "all"]
};

for (const [fault, [answer, ending, request, killed]] of Object.entries(byNetwork)) {
	test(`of a network: ${fault}`, async (t) => {
		const service = await startService(t);
		let victim: Victim | undefined;
		let kill = (): void => undefined;
		const dead = new Promise<void>((resolve) => {
			kill = resolve;
		});
		const network = new FailingNetwork(service.port, new SeededRandom(1), {
			faults: [fault as Fault], share: 100, refusal: 3_600_000,
			kill(which) {
				victim = which;
				kill();
			}
		});
		await network.open();
		t.teardown(() => network.close());
		const met = new Exchange(t, network.url, "/x");
		if (killed !== undefined)
			await dead;
		await until(() => network.requests === 1);
		const answered = answer !== "start" && !answer.test("");
		const told = await met.ending(!ending.startsWith("open") ? Infinity : answered ? 1 : 0);
		t.true(ending.includes(told), told);
		const whole = requestFor("/x");
		// It gets there although the client may have gone.
		await until(() => service.received.length >= (request === "all" ? whole.length : request === "part" ? 1 : 0));
		if (answer === "start")
			t.true(ANSWER.startsWith(met.received) && met.received !== ANSWER);
		else
			t.regex(met.received, answer);
		t.true(whole.startsWith(service.received), service.received);
		t.is(service.received === whole ? "all" : service.received === "" ? "none" : "part", request);
		t.is(victim, killed);
		t.is(network.faults.get(fault as Fault), 1);
		if (fault === "refuse")
			t.is(await new Exchange(t, network.url, "/y").ending(), "ECONNREFUSED");
	});
}

test("what comes over a connection that was forgotten reaches nobody", async (t) => {
	const service = await startService(t);
	const proxy = await new FaultProxy(service.port).open();
	t.teardown(() => proxy.close());
	const met = new Exchange(t, proxy.url, "/forgotten.0/run/x");
	t.is(await met.ending(ANSWER.length), "open");
	met.send("/forgotten.0/run/y");
	const next = new Exchange(t, proxy.url, "/none.0/another/z");
	t.is(await next.ending(ANSWER.length), "open");
	t.is(met.received, ANSWER);
	t.is(await met.ending(0), "open");
	t.is(service.received, requestFor("/x") + requestFor("/z"));
});

test("a connection of the service's that ends, ends the client's", async (t) => {
	const sockets: Socket[] = [];
	const service = await new Listener((socket) => sockets.push(socket)).open();
	const network = new FailingNetwork(service.port, new SeededRandom(1), { faults: [], share: 0, refusal: 0 });
	await network.open();
	t.teardown(() => network.close());
	const idle = new Exchange(t, network.url, "/x");
	await until(() => sockets.length > 0);
	service.close();
	t.is(await idle.ending(), "end");
});

test("the same seed has the same faults again", async (t) => {
	const service = await startService(t);
	const draw = async (seed: number): Promise<string> => {
		const network = new FailingNetwork(service.port, new SeededRandom(seed), { faults: ["unavailable", "error", "limit"], share: 50, refusal: 0 });
		await network.open();
		const statuses: string[] = [];
		for (let number = 0; number < 20; number++) {
			const exchange = new Exchange(t, network.url, "/x");
			await exchange.ending("HTTP/1.1 200".length);
			statuses.push(exchange.received.slice("HTTP/1.1 ".length, "HTTP/1.1 200".length));
		}
		network.close();
		return statuses.join();
	};
	const first = await draw(7);
	t.is(await draw(7), first);
	t.not(await draw(8), first);
	t.is(Object.keys(faults).length, Object.keys(byNetwork).length);
});
