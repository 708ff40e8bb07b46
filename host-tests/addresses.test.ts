import test, { type ExecutionContext } from "ava";
import { text } from "../host/text.js";
import { Addresses } from "../lib/http/addresses.js";
import { Link } from "../lib/http/link.js";
import type { HTTPClientOptions, Resolver, SocketOptions } from "../lib/platform.js";
import { TLSError } from "../lib/tls-error.js";
import { SetTimers } from "./set-timers.js";

/** A link whose resolver and sockets do as a test says. */
class Stage {
	readonly timers = new SetTimers(0x7fffff00);
	/** Addresses of the sockets that were made and of those that were closed. */
	readonly made: string[] = [];
	readonly closed: string[] = [];
	readonly sockets: SocketOptions[] = [];
	readonly link: Link;
	resolved!: (address: string, addresses?: readonly string[]) => void;

	/** @param refuses addresses whose socket throws when it is made */
	constructor(options: Partial<HTTPClientOptions> = {}, refuses: readonly string[] = []) {
		const { closed, made, sockets } = this;
		const dns = (told: Stage) => class {
			resolve({ host, onResolved }: Parameters<Resolver["resolve"]>[0]): void {
				told.resolved = (address, addresses) => onResolved.call(this, host, address, addresses);
			}
			close(): void {
				// nothing is open
			}
		};
		const io = class {
			readonly address: string;
			constructor(given: SocketOptions) {
				this.address = given.address;
				made.push(given.address);
				sockets.push(given);
				if (refuses.includes(given.address))
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
		const owner = { onLinkReadable: () => undefined, onLinkWritable: () => undefined };
		this.link = new Link({ host: "any.test", dns: { io: dns(this) }, socket: { io }, text, timers: this.timers, connect: 9000, ...options }, 80, owner);
	}
}

function expect(t: ExecutionContext, stage: Stage, made: string, closed: string): void {
	t.is(stage.made.join(), made, "made");
	t.is(stage.closed.join(), closed, "closed");
}

test("shares: a half of what is left where two are left, a third where more are; never none, also where ticks wrap", (t) => {
	for (const begun of [0, 0x7fffffff - 5000 | 0]) {
		const shares = (count: number, each: (share: number) => number): number[] => {
			const addresses = new Addresses(Array.from({ length: count }, String), begun + 9000 | 0);
			let ticks = begun;
			const all: number[] = [];
			while (addresses.more) {
				addresses.next();
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

test("an address that takes no connection makes room for the next when its share is over; the last has no timer", (t) => {
	const stage = new Stage();
	stage.resolved("a", ["a", "b", "c"]);
	expect(t, stage, "a", "");
	stage.timers.pass(2999);
	expect(t, stage, "a", "");
	stage.timers.pass(1);
	expect(t, stage, "a,b", "a");
	stage.timers.pass(3000);
	expect(t, stage, "a,b,c", "a,b");
	t.is(stage.timers.waiting, 0);
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

test("an address that fails, or whose socket can't be made, makes room at once, on a turn of its own", (t) => {
	const stage = new Stage({}, ["b", "c"]);
	stage.resolved("a", ["a", "b", "c", "d", "e"]);
	stage.sockets[0].onError?.(new Error("refused"));
	expect(t, stage, "a", "a");
	t.is(stage.timers.waiting, 1);
	stage.timers.pass(0);
	expect(t, stage, "a,b,c,d", "a");
	stage.sockets[3].onError?.();
	stage.timers.pass(0);
	stage.sockets[4].onError?.(new Error("connection refused"));
	expect(t, stage, "a,b,c,d,e", "a,d");
	t.is(`${stage.link.ending}: ${stage.link.fault}`, "connect: connection refused");
	t.is(stage.timers.waiting, 0);
});

test("an open connection is kept when it fails, and a peer that is not trusted is told: no other address is tried", (t) => {
	const open = new Stage();
	open.resolved("a", ["a", "b"]);
	open.sockets[0].onWritable?.(10);
	t.is(open.timers.waiting, 0);
	open.sockets[0].onError?.(new Error("reset"));
	open.timers.pass(100_000);
	expect(t, open, "a", "");
	t.is(`${open.link.ending}: ${open.link.fault}`, "connect: reset");
	const distrusted = new Stage();
	distrusted.resolved("a", ["a", "b"]);
	distrusted.sockets[0].onError?.(new TLSError("certificate has expired"));
	distrusted.timers.pass(0);
	expect(t, distrusted, "a", "");
	t.is(`${distrusted.link.ending}: ${distrusted.link.fault}`, "tls: certificate has expired");
});

test("close ends it, before, between and after addresses; a resolver that tells twice is heard once", (t) => {
	const before = new Stage();
	before.link.close();
	before.resolved("a", ["a", "b"]);
	expect(t, before, "", "");
	const between = new Stage();
	between.resolved("a", ["a", "b"]);
	between.resolved("c", ["c", "d"]);
	between.sockets[0].onError?.(new Error("refused"));
	between.link.close();
	between.timers.pass(100_000);
	expect(t, between, "a", "a");
	t.is(between.timers.waiting, 0);
	const during = new Stage();
	during.resolved("a", ["a", "b"]);
	during.link.close();
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
