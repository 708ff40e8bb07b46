import test from "ava";
import type { SocketOptions } from "../../../lib/platform.js";
import { Exchange } from "../../../lib/request/exchange.js";
import { STAGE_FIRST_BYTE, STAGE_RECEIVE, STAGE_SEND } from "../../../lib/request/request-timeouts.js";
import { ConnectionDrive } from "../../../tools/connection/drive.js";
import { type MemoryMachine, MemoryResolver, MemorySocket } from "../../../tools/connection/memory-machine.js";
import { bytesOf } from "../../../tools/parser/drive.js";

/** An answer with a body of its own. */
function answer(body = "{}", fields = ""): Uint8Array<ArrayBuffer> {
	return bytesOf(`HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n${fields}Content-Length: ${body.length}\r\n\r\n${body}`);
}

const ok = '[200,"","","{}"]';

/** A request with a body, in its head's last line and its body. */
const posted = "POST / HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 7\r\n\r\n{\"a\":1}";
const post = { method: "POST", body: '{"a":1}' };

test("a socket that takes little at a time is sent all of it, from stage to stage", (t) => {
	for (let window = 1; window <= posted.length; window++) {
		const drive = new ConnectionDrive();
		drive.machine.window = window;
		drive.send(post);
		for (let taken = window; taken < posted.length; taken += window) {
			t.is(drive.timeouts.stage, STAGE_SEND);
			t.is(drive.written.join(""), posted.slice(0, taken));
			drive.take(window);
		}
		t.is(drive.written.join(""), posted);
		t.is(drive.timeouts.stage, STAGE_FIRST_BYTE);
		drive.take(window);
		t.is(drive.written.join(""), posted);
		drive.receive(answer().subarray(0, 20));
		t.is(drive.timeouts.stage, STAGE_RECEIVE);
		drive.receive(answer().subarray(20));
		t.is(drive.outcome, ok);
	}
});

test("a request on a kept connection without room waits for it", (t) => {
	const drive = new ConnectionDrive();
	drive.machine.window = posted.length;
	drive.send(post);
	drive.receive(answer());
	drive.send(post);
	t.is(drive.timeouts.stage, STAGE_SEND);
	t.is(drive.written.length, 1);
	drive.take(1000);
	t.deepEqual(drive.written, [posted, posted]);
	t.is(drive.timeouts.stage, STAGE_FIRST_BYTE);
});

test("the host field has brackets about an IPv6 literal, and the port unless it is the scheme's own", (t) => {
	for (const [baseUrl, host] of [["http://127.0.0.1:80", "127.0.0.1"], ["http://a.test:8090", "a.test:8090"], ["http://[::1]", "[::1]"], ["http://[::1]:81/p", "[::1]:81"]]) {
		const drive = new ConnectionDrive({}, { baseUrl });
		drive.send();
		t.deepEqual(drive.written, [`GET / HTTP/1.1\r\nhost: ${host}\r\n\r\n`]);
	}
});

test("a head that is too long is refused, and nothing happens to the connection", (t) => {
	const drive = new ConnectionDrive();
	const long = { path: "/" + "x".repeat(13_000) };
	drive.send(long);
	t.is(drive.outcome, '[0,"argument","request head is too long",""]');
	t.is(drive.configuration.stats.connections, 0);
	t.is(drive.exchange(answer()), ok);
	drive.send(long);
	t.is(drive.outcome, '[0,"argument","request head is too long",""]');
	t.is(drive.exchange(answer()), ok);
	t.is(drive.configuration.stats.connections, 1);
});

test("a peer that sends before the connection is open is told to be none", (t) => {
	const socket = class extends MemorySocket {
		constructor(options: SocketOptions) {
			const machine = options.machine as MemoryMachine;
			machine.later(() => this.receive(answer()));
			super(options);
		}
	};
	const drive = new ConnectionDrive({}, { socket });
	drive.send();
	t.is(drive.outcome, "protocol: the peer has sent an answer before the request");
	t.deepEqual([drive.isUnsent, drive.isOpen, drive.calls], [true, false, 1]);
});

test("an answer that begins before the request has left is never a success; what is left of the request stays, but for interim answers", (t) => {
	for (const [head, rest, outcome] of [
		["HTTP/1.1 200 OK\r\n", "Content-Length: 2\r\n\r\n{}", '[200,"protocol","the answer came before the request was sent",""]'],
		["HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{", "}", '[200,"protocol","the answer came before the request was sent",""]'],
		["HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 413 X\r\n", "Content-Length: 0\r\n\r\n", '[413,"http","HTTP 413",""]'],
		["HTTP/1.1 100 Continue\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}", ok],
		["HTTP/1.1 103 Early Hints\r\nA: b", "\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}", ok]
	]) {
		const drive = new ConnectionDrive();
		drive.machine.window = posted.length - 1;
		drive.send(post);
		drive.receive(bytesOf(head));
		drive.take(100);
		t.is(drive.written.join(""), outcome === ok ? posted : posted.slice(0, -1), head);
		drive.receive(bytesOf(rest));
		t.is(drive.outcome, outcome, head);
	}
});

/** Takes a name for three addresses; of the sockets, the address is noted. */
class ManyAddresses extends MemoryResolver {
	override resolve(options: Parameters<MemoryResolver["resolve"]>[0]): void {
		super.resolve({ ...options, onResolved: (host) => options.onResolved(host, "a", ["a", "b", "c"]) });
	}
}

test("the next connection begins behind an address that took one and sent nothing; an address that has answered is kept", (t) => {
	const made: string[] = [];
	const socket = class extends MemorySocket {
		constructor(options: SocketOptions) {
			super(options);
			made.push(options.address);
		}
	};
	const drive = new ConnectionDrive({}, { dns: ManyAddresses, socket });
	const made1 = (): string => made.splice(0).join();
	drive.send();
	// As the scheduler does when a timeout expires.
	drive.connection.close();
	drive.send();
	t.is(made1(), "a,b", "silent");
	drive.end(new Error("reset"));
	drive.send();
	t.is(made1(), "c", "reset");
	drive.end();
	t.is(drive.exchange(answer("{}", "Connection: close\r\n")), ok);
	t.is(made1(), "a", "closed");
	t.is(drive.exchange(answer()), ok);
	drive.send();
	drive.connection.close();
	t.is(drive.exchange(answer().subarray(0, 9), [], true), "protocol: response ended early");
	t.is(drive.exchange(answer()), ok);
	t.is(made1(), "a,a,a", "one that has answered");
	drive.connection.close();
	drive.send();
	t.is(made1(), "a", "closed while nothing was asked for");
});

test("nothing is called back inside send and close, and nothing after close, at whatever stage that comes", (t) => {
	const bytes = Buffer.concat([bytesOf("HTTP/1.1 100 Continue\r\n\r\n"), answer()]);
	for (let steps = 0; steps < 8; steps++) {
		for (const isReused of [false, true]) {
			const drive = new ConnectionDrive();
			drive.machine.window = 20;
			if (isReused) {
				drive.machine.window = Infinity;
				drive.exchange(answer());
			}
			const { calls } = drive;
			t.is(drive.connection.send(Object.assign(new Exchange(), { path: "/", ...post }), "", false), undefined);
			t.is(drive.calls, calls);
			const stages = [
				() => drive.machine.run(), () => drive.take(40), () => drive.take(1000),
				...[10, 30, 60, bytes.length - 1].map((to, index) => () => drive.receive(bytes.subarray([0, 10, 30, 60][index], to)))
			];
			for (const stage of stages.slice(0, steps))
				stage();
			const { machine: { socket } } = drive;
			for (let count = 0; count < 2; count++)
				drive.connection.close();
			t.deepEqual([drive.calls, drive.isOpen], [calls, false]);
			t.is(socket?.isClosed, steps > 0 || isReused ? true : undefined);
			drive.machine.run();
			t.is(drive.machine.socket, socket, "no connection is opened any more");
			socket?.take(100);
			drive.receive(bytes.subarray(-1));
			drive.end(new Error("reset"));
			t.is(drive.calls, calls, `${steps} steps`);
			drive.machine.window = Infinity;
			t.is(drive.exchange(answer()), ok);
			t.is(drive.calls, calls + 1);
		}
	}
});

test("who listens may close the connection when it is told that it is open", (t) => {
	const drive = new ConnectionDrive();
	drive.configuration.stats.emit = () => drive.connection.close();
	drive.send(post);
	t.deepEqual([drive.written, drive.calls, drive.machine.socket?.isClosed], [[], 0, true]);
});
