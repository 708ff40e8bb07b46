import { Socket as NodeSocket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import test from "ava";
import { sendWindow, type TCP } from "../../../../host/tcp.js";
import type { SocketOptions } from "../../../../lib/platform.js";
import { Program } from "../../../runner/program.js";
import { listen, type Wire } from "./wire.js";

const address = "127.0.0.1";

/** Tests what is the same for every socket. */
export function testContract(wire: Wire): void {
	const connect = (options: object): TCP => new wire.Socket({ address, ...wire.options, ...options } as SocketOptions);

	test("options are validated before anything is acquired", async (t) => {
		let connections = 0;
		const { port, next } = await listen(t, wire, () => {
			connections += 1;
		});
		const create = (options: object) => () => connect({ port, ...options });
		for (const wrong of [undefined, null, "", "localhost", "127.0.0.1.5", 7])
			t.throws(create({ address: wrong }), { message: "invalid address" });
		for (const wrong of [undefined, 0, -1, 65536, 1.5, NaN, "80"])
			t.throws(create({ port: wrong }), { instanceOf: RangeError, message: "invalid port" });
		for (const name of ["onReadable", "onWritable", "onError"])
			t.throws(create({ [name]: "call me" }), { instanceOf: TypeError, message: name + " is not a function" });
		t.throws(create({ format: "string" }), { instanceOf: RangeError });

		const tcp = connect({ port });
		await next();
		await wait(50);
		t.is(connections, 1);
		tcp.close();
	});

	test("options are not modified and null callbacks are none", async (t) => {
		const { port, next } = await listen(t, wire);
		const options = Object.freeze({ ...wire.options, address, port, nodelay: true, onReadable: null, onError: undefined });
		const tcp = new wire.Socket(options as never);
		await next();
		tcp.close();
		t.deepEqual(options, { ...wire.options, address, port, nodelay: true, onReadable: null, onError: undefined });
	});

	test("the first onWritable says that the connection is open", async (t) => {
		const { port } = await listen(t, wire);
		const target = {};
		await new Promise<void>((resolve) => {
			const tcp = connect({
				port, target,
				onWritable(this: TCP, count: number) {
					t.is(count, sendWindow);
					t.is(this, tcp);
					t.is(this.target, target);
					tcp.close();
					resolve();
				}
			});
		});
	});

	test("no callback runs inside a call", async (t) => {
		const { port } = await listen(t, wire, (peer) => {
			peer.on("data", () => peer.end("answer"));
		});
		let inside = true;
		const told: string[] = [];
		const call = <T>(action: () => T): T => {
			inside = true;
			const result = action();
			inside = false;
			return result;
		};
		const tell = (what: string) => told.push(inside ? what + " inside a call" : what);
		await new Promise<void>((resolve) => {
			const tcp = call(() => connect({
				port,
				onWritable() {
					tell("writable");
					if (told.length === 1)
						call(() => tcp.write(new Uint8Array(1)));
				},
				onReadable() {
					tell("readable");
					setTimeout(() => call(() => tcp.read()), 50);
				},
				onError() {
					tell("error");
					call(() => tcp.close());
					resolve();
				}
			}));
		});
		t.is(told.at(-1), "error");
		// Whether the bytes have left or the answer has come is told first is not said.
		t.deepEqual(told.sort(), ["error", "readable", "writable", "writable"]);
	});

	test.serial("nodelay turns Nagle's algorithm off", async (t) => {
		const { port, next } = await listen(t, wire);
		const asked: (boolean | undefined)[] = [];
		const original = Object.getOwnPropertyDescriptor(NodeSocket.prototype, "setNoDelay");
		NodeSocket.prototype.setNoDelay = function (on) {
			asked.push(on);
			return this;
		};
		const sockets = [connect({ port, nodelay: true }), connect({ port })];
		Object.defineProperty(NodeSocket.prototype, "setNoDelay", original ?? {});
		await next();
		for (const tcp of sockets)
			tcp.close();
		t.deepEqual(asked, [true, false]);
	});

	test("nothing is called back after close, not even what was due at the same time", async (t) => {
		const { port, next } = await listen(t, wire);
		const told: string[] = [];
		const tell = (what: string): void => {
			told.push(what);
			if (told.length > 1)
				tcp.close();
		};
		const tcp = connect({
			port,
			onWritable: () => tell("writable"),
			onReadable: () => tell("readable"),
			onError: () => tell("error")
		});
		const [peer] = await next();
		while (told.length === 0)
			await wait(1);
		// Flushing the byte and the arrival of the answer are told on one turn.
		setImmediate(() => {
			tcp.write(new Uint8Array(1));
			peer.end("answer");
		});
		while (told.length === 1)
			await wait(1);
		await wait(100);
		t.is(told.length, 2, told.join());
	});

	test("nothing is called back after close, not even an error that was due", async (t) => {
		const { port } = await listen(t, wire, (peer) => peer.end("last"));
		await new Promise<void>((resolve) => {
			const tcp = connect({
				port,
				onReadable() {
					setTimeout(() => {
						tcp.read();
						tcp.close();
						resolve();
					}, 50);
				},
				onError: () => t.fail()
			});
		});
		await wait(50);
		t.pass();
	});

	test("nothing is called back after close, not even an onWritable that was due", async (t) => {
		const { port } = await listen(t, wire);
		const told: number[] = [];
		const tcp = connect({
			port,
			onWritable(count: number) {
				told.push(count);
				setImmediate(() => tcp.close());
				tcp.write(new Uint8Array(1));
			}
		});
		while (told.length === 0)
			await wait(1);
		await wait(50);
		t.deepEqual(told, [sendWindow]);
	});

	test("close may be called again; read and write throw after it", async (t) => {
		const { port } = await listen(t, wire);
		const tcp = connect({ port });
		tcp.close();
		t.notThrows(() => tcp.close());
		t.throws(() => tcp.read(), { message: "socket is closed" });
		t.throws(() => tcp.write(new Uint8Array(1)), { message: "socket is closed" });
	});

	test("a closed socket whose peer takes nothing doesn't keep the process alive", async (t) => {
		const { port } = await listen(t, wire, (peer) => peer.pause());
		const script = `
			import { ${wire.className} } from ${JSON.stringify(wire.module.href)};
			let timer;
			const tcp = new ${wire.className}({
				...${JSON.stringify(wire.options)},
				address: "${address}", port: ${port},
				onWritable(count) {
					tcp.write(new Uint8Array(count));
					clearTimeout(timer);
					timer = setTimeout(() => {
						tcp.close();
						console.log("closed");
					}, 300);
				},
			});`;
		t.deepEqual(await new Program(["--input-type=module", "--eval", script], {}, t).ended, { code: 0, output: "closed\n", errors: "" });
	});
}
