import test, { type ExecutionContext } from "ava";
import { Addresses, Connecting, kindOf } from "../../../lib/http/connecting.js";
import type { Resolver, ResolverProvider, Socket, SocketOptions } from "../../../lib/platform.js";
import { TLSError } from "../../../lib/tls/tls-error.js";
import { ConnectionDrive } from "../../../tools/connection/drive.js";
import { MemoryResolver } from "../../../tools/connection/memory-machine.js";
import { SetTimers } from "../../../tools/set-timers.js";

type Lookup = Parameters<Resolver["resolve"]>[0];

/** A connection to be opened, whose resolver and sockets do as a test says. */
class Stage {
	readonly timers = new SetTimers(0x7fffff00);
	/** Addresses of the sockets that were made and of those that were closed. */
	readonly made: string[] = [];
	readonly closed: string[] = [];
	readonly sockets: SocketOptions[] = [];
	/** How it failed: kind, message, whether the connection is broken. */
	readonly failures: string[] = [];
	readonly connecting: Connecting;
	lookup!: Lookup;
	/** Called while a socket is made. */
	onMake: (() => void) | undefined;
	/** How often the resolver was closed. */
	resolverCloses = 0;

	/**
	 * @param refuses addresses whose socket throws when it is made
	 * @param silent address that did not answer before
	 */
	constructor(refuses: readonly string[] = [], silent = "") {
		// eslint-disable-next-line @typescript-eslint/no-this-alias -- classes are made that have a `this` of their own
		const stage = this;
		const { closed, made, sockets, timers } = stage;
		const dns = class implements Resolver {
			resolve(lookup: Lookup): void {
				stage.lookup = lookup;
			}
			close(): void {
				stage.resolverCloses++;
			}
		};
		const io = class implements Socket {
			readonly address: string;
			constructor(options: SocketOptions) {
				this.address = options.address;
				made.push(options.address);
				sockets.push({ ...options, onError: (error) => options.onError?.call(options as unknown as Socket, error) });
				stage.onMake?.();
				if (refuses.includes(options.address))
					throw new Error("invalid address");
			}
			read(): undefined {
				return undefined;
			}
			write(): number {
				return 100;
			}
			close(): void {
				closed.push(this.address);
			}
		};
		this.connecting = new Connecting({
			transport: { dns: { io: dns }, socket: { io, mark: "kept" } }, url: { scheme: "http", host: "any.test", port: 80, authority: "any.test", prefix: "" }, timers, limit: 9000, silent,
			owner: this
		});
		this.connecting.begin();
	}

	onReadable(): void {
		this.failures.push("it can be read");
	}

	onWritable(): void {
		this.failures.push("it can be written");
	}

	onError(error: unknown): void {
		this.connecting.failed(error, error instanceof Error);
	}

	ended(kind: string, message: string, isBroken: boolean): void {
		this.failures.push(`${kind}: ${message}, ${isBroken ? "broken" : "closed"}`);
	}

	resolved(address: string, addresses?: readonly string[]): void {
		this.lookup.onResolved("any.test", address, addresses);
	}
}

function expect(t: ExecutionContext, stage: Stage, made: string, closed: string, failure = ""): void {
	t.is(stage.made.join(), made, "made");
	t.is(stage.closed.join(), closed, "closed");
	t.is(stage.failures.join(), failure, "failure");
}

test("a socket whose making closes the connection is closed", (t) => {
	// As the app's store of TLS sessions can.
	const stage = new Stage();
	stage.onMake = () => stage.connecting.close();
	stage.resolved("10.0.0.1");
	expect(t, stage, "10.0.0.1", "10.0.0.1");
	t.is(stage.connecting.release(), undefined);
});

test("shares: a half of what is left where two are left, a third where more are; never none, also where ticks wrap", (t) => {
	for (const begun of [0, 0x7fffffff - 5000 | 0]) {
		const shares = (count: number, each: (share: number) => number): number[] => {
			const addresses = new Addresses(Array.from({ length: count }, (_, index) => String(index)), 0, begun + 9000 | 0);
			let ticks = begun;
			const all: number[] = [];
			while (addresses.more) {
				t.is(addresses.next(), String(all.length));
				const share = addresses.share(ticks | 0);
				all.push(share);
				ticks += each(share);
			}
			return all;
		};
		t.deepEqual(shares(2, (share) => share), [4500, 4500]);
		t.deepEqual(shares(3, (share) => share), [3000, 3000, 3000]);
		t.deepEqual(shares(5, (share) => share), [3000, 2000, 1333, 1333, 1334]);
		t.deepEqual(shares(3, () => 0), [3000, 4500, 9000]);
		t.deepEqual(shares(3, () => 9000), [3000, 1, 1]);
	}
});

test("a socket is made with the transport's options, host, port and callbacks, and is the caller's when it is open", (t) => {
	const stage = new Stage();
	t.is(stage.lookup.host, "any.test");
	stage.resolved("1.2.3.4");
	const { address, host, mark, nodelay, onError, port } = stage.sockets[0];
	t.deepEqual({ address, host, mark, nodelay, port }, { address: "1.2.3.4", host: "any.test", mark: "kept", nodelay: true, port: 80 });
	t.is(typeof onError, "function");
	const { socket } = stage.connecting;
	t.not(socket, undefined);
	t.is(stage.connecting.release(), socket);
	stage.connecting.close();
	expect(t, stage, "1.2.3.4", "");
});

test("what the look-up took is not there to be shared", (t) => {
	const stage = new Stage();
	stage.timers.pass(7000);
	stage.resolved("a", ["a", "b"]);
	stage.timers.pass(999);
	expect(t, stage, "a", "");
	stage.timers.pass(1);
	expect(t, stage, "a,b", "a");
});

test("an address that fails, or whose socket can't be made, makes room on a turn of its own; the last one's error is told", (t) => {
	const stage = new Stage(["b", "c"]);
	stage.resolved("a", ["a", "b", "c", "d", "e"]);
	stage.sockets[0].onError?.(new Error("refused"));
	expect(t, stage, "a", "a");
	t.is(stage.timers.waiting, 1);
	stage.timers.pass(0);
	expect(t, stage, "a,b,c,d", "a");
	stage.sockets[3].onError?.();
	stage.timers.pass(0);
	stage.sockets[4].onError?.(new Error("connection refused"));
	expect(t, stage, "a,b,c,d,e", "a,d", "connect: connection refused, broken");
	t.is(stage.timers.waiting, 0);
});

test("an open connection's addresses are given up; a peer that is not trusted is told, and no other address is tried", (t) => {
	const open = new Stage();
	open.resolved("a", ["a", "b"]);
	t.not(open.connecting.release(), undefined);
	t.is(open.timers.waiting, 0);
	expect(t, open, "a", "");
	const distrusted = new Stage();
	distrusted.resolved("a", ["a", "b"]);
	distrusted.sockets[0].onError?.(new TLSError("certificate has expired"));
	expect(t, distrusted, "a", "", "tls: certificate has expired, broken");
});

test("close ends it before, between and during addresses; a resolver that tells late or twice is not heard", (t) => {
	const before = new Stage();
	before.connecting.close();
	before.resolved("a", ["a", "b"]);
	before.lookup.onError();
	expect(t, before, "", "");
	const between = new Stage();
	between.resolved("a", ["a", "b"]);
	between.resolved("c", ["c", "d"]);
	between.sockets[0].onError?.(new Error("refused"));
	between.connecting.close();
	between.timers.pass(100_000);
	expect(t, between, "a", "a");
	t.is(between.timers.waiting, 0);
	const during = new Stage();
	during.resolved("a", ["a", "b"]);
	during.connecting.close();
	during.connecting.close();
	expect(t, during, "a", "a");
	t.is(during.timers.waiting, 0);
});

test("a resolver that tells one address has no timer set", (t) => {
	for (const addresses of [undefined, [], ["a"]]) {
		const stage = new Stage();
		stage.resolved("a", addresses);
		expect(t, stage, "a", "");
		t.is(stage.timers.waiting, 0);
	}
});

test("a resolver that throws is closed, if it was made, and the request refused; the next one tries again", (t) => {
	for (const [throwing, closes] of [["made", 0], ["asked", 1]] as const) {
		let count = 0;
		let faulty = true;
		const dns = class extends MemoryResolver {
			constructor(options: ResolverProvider) {
				super(options);
				if (faulty && throwing === "made")
					throw new Error("out of sockets");
			}
			override resolve(lookup: Lookup): void {
				if (faulty)
					throw new Error("out of sockets");
				super.resolve(lookup);
			}
			override close(): void {
				count++;
			}
		};
		const drive = new ConnectionDrive({}, { dns });
		drive.send();
		t.is(drive.outcome, '[0,"connect","out of sockets",""]');
		t.false(drive.isOpen);
		t.is(count, closes);
		faulty = false;
		drive.send();
		t.true(drive.isOpen);
	}
});

test("one address that fails is told: with its error, without one, as a socket that can't be made", (t) => {
	const refused = new Stage();
	refused.resolved("a");
	refused.sockets[0].onError?.(new Error(""));
	expect(t, refused, "a", "", "connect: connection failed, broken");
	const closed = new Stage();
	closed.resolved("a");
	closed.sockets[0].onError?.();
	expect(t, closed, "a", "", "connect: connection failed, closed");
	const unmade = new Stage(["a"]);
	unmade.resolved("a");
	expect(t, unmade, "a", "", "connect: invalid address, broken");
});

test("a name that is not known is told; the resolver is closed once it has told", (t) => {
	const stage = new Stage();
	stage.lookup.onError(new Error("no such name"));
	expect(t, stage, "", "", "dns: no such name, broken");
	const untold = new Stage();
	untold.lookup.onError("any.test");
	expect(t, untold, "", "", "dns: host name was not resolved, broken");
	stage.connecting.close();
	t.is(stage.resolverCloses, 1);
	const known = new Stage();
	known.resolved("a");
	t.is(known.resolverCloses, 1);
	known.lookup.onError();
	known.resolved("b");
	expect(t, known, "a", "");
	known.connecting.close();
	t.is(known.resolverCloses, 1);
});

test("kind of whatever a socket reports", (t) => {
	const named = Object.assign(new Error("handshake failed"), { name: "TLSError" });
	for (const [error, kind] of [
		[new TLSError("expired"), "tls"], [named, "tls"], [new Error("reset"), "connect"], [undefined, "connect"], ["text", "connect"], [{ name: "TLSError" }, "connect"]
	] as const)
		t.is(kindOf(error), kind);
});
