import { spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer, type Server, Socket as NodeSocket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import test, { type ExecutionContext } from "ava";
import { sendWindow, TCP } from "../host/tcp.js";

const address = "127.0.0.1";

/** Listens on loopback until the test ends. */
async function listen(t: ExecutionContext, onConnection?: (peer: NodeSocket) => void): Promise<[Server, number]> {
	t.timeout(30_000);
	const peers: NodeSocket[] = [];
	const server = createServer((peer) => {
		peers.push(peer);
		peer.on("error", () => undefined);
		onConnection?.(peer);
	});
	server.listen(0, address);
	await once(server, "listening");
	t.teardown(() => {
		server.close();
		for (const peer of peers)
			peer.destroy();
	});
	return [server, (server.address() as AddressInfo).port];
}

test("options are validated before anything is acquired", async (t) => {
	let connections = 0;
	const [server, port] = await listen(t, () => {
		connections += 1;
	});
	const create = (options: object) => () => new TCP({ address, port, ...options });
	for (const wrong of [undefined, null, "", "localhost", "127.0.0.1.5", 7])
		t.throws(create({ address: wrong }), { message: "invalid address" });
	for (const wrong of [undefined, 0, -1, 65536, 1.5, NaN, "80"])
		t.throws(create({ port: wrong }), { instanceOf: RangeError, message: "invalid port" });
	for (const name of ["onReadable", "onWritable", "onError"])
		t.throws(create({ [name]: "call me" }), { instanceOf: TypeError, message: name + " is not a function" });
	t.throws(create({ format: "string" }), { instanceOf: RangeError });

	const tcp = new TCP({ address, port });
	await once(server, "connection");
	await wait(50);
	t.is(connections, 1);
	tcp.close();
});

test("options are not modified and null callbacks are none", async (t) => {
	const [server, port] = await listen(t);
	const options = Object.freeze({ address, port, nodelay: true, onReadable: null, onError: undefined });
	const tcp = new TCP(options as never);
	await once(server, "connection");
	tcp.close();
	t.deepEqual(options, { address, port, nodelay: true, onReadable: null, onError: undefined });
});

test("the first onWritable says that the connection is open", async (t) => {
	const [, port] = await listen(t);
	const target = {};
	await new Promise<void>((resolve) => {
		const tcp: TCP = new TCP({
			address, port, target,
			onWritable(this: unknown, count) {
				t.is(count, sendWindow);
				t.is(this, tcp);
				t.is((this as TCP).target, target);
				tcp.close();
				resolve();
			},
		});
	});
});

test("no callback runs inside a call", async (t) => {
	const [, port] = await listen(t, (peer) => {
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
		const tcp = call(() => new TCP({
			address, port,
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
			},
		}));
	});
	t.deepEqual(told, ["writable", "writable", "readable", "error"]);
});

test("a refused connection is told by onError", async (t) => {
	const [server, port] = await listen(t);
	server.close();
	await once(server, "close");
	const error = await new Promise<unknown>((resolve) => {
		new TCP({ address, port, onWritable: () => t.fail(), onError: resolve });
	});
	t.is((error as NodeJS.ErrnoException).code, "ECONNREFUSED");
});

test.serial("nodelay turns Nagle's algorithm off", async (t) => {
	const [server, port] = await listen(t);
	const asked: (boolean | undefined)[] = [];
	const original = Object.getOwnPropertyDescriptor(NodeSocket.prototype, "setNoDelay");
	NodeSocket.prototype.setNoDelay = function (on) {
		asked.push(on);
		return this;
	};
	const sockets = [new TCP({ address, port, nodelay: true }), new TCP({ address, port })];
	Object.defineProperty(NodeSocket.prototype, "setNoDelay", original ?? {});
	await once(server, "connection");
	for (const tcp of sockets)
		tcp.close();
	t.deepEqual(asked, [true, false]);
});

test("nothing is called back after close while connecting", async (t) => {
	const [, port] = await listen(t, (peer) => peer.end("data"));
	const fail = () => t.fail();
	const tcp = new TCP({ address, port, onWritable: fail, onReadable: fail, onError: fail });
	tcp.close();
	await wait(100);
	t.pass();
});

test("nothing is called back after close, not even what was due at the same time", async (t) => {
	const [server, port] = await listen(t);
	const told: string[] = [];
	const tcp = new TCP({
		address, port,
		onWritable() {
			told.push("writable");
			if (told.length > 1)
				tcp.close();
		},
		onReadable: () => told.push("readable"),
		onError: () => told.push("error"),
	});
	const [peer] = await once(server, "connection") as [NodeSocket];
	while (told.length === 0)
		await wait(1);
	// Flushing the byte and the arrival of the answer are told on one turn.
	setImmediate(() => {
		tcp.write(new Uint8Array(1));
		peer.end("answer");
	});
	await wait(100);
	t.deepEqual(told, ["writable", "writable"]);
});

test("nothing is called back after close, not even an error that was due", async (t) => {
	const [, port] = await listen(t, (peer) => peer.end("last"));
	await new Promise<void>((resolve) => {
		const tcp = new TCP({
			address, port,
			onReadable() {
				setTimeout(() => {
					tcp.read();
					tcp.close();
					resolve();
				}, 50);
			},
			onError: () => t.fail(),
		});
	});
	await wait(50);
	t.pass();
});

test("nothing is called back after close, not even an onWritable that was due", async (t) => {
	const [, port] = await listen(t);
	const told: number[] = [];
	const tcp = new TCP({
		address, port,
		onWritable(count) {
			told.push(count);
			setImmediate(() => tcp.close());
			tcp.write(new Uint8Array(1));
		},
	});
	while (told.length === 0)
		await wait(1);
	await wait(50);
	t.deepEqual(told, [sendWindow]);
});

test("close may be called again; read and write throw after it", async (t) => {
	const [, port] = await listen(t);
	const tcp = new TCP({ address, port });
	tcp.close();
	t.notThrows(() => tcp.close());
	t.throws(() => tcp.read(), { message: "socket is closed" });
	t.throws(() => tcp.write(new Uint8Array(1)), { message: "socket is closed" });
});

test("a closed socket whose peer takes nothing doesn't keep the process alive", async (t) => {
	const [, port] = await listen(t, (peer) => peer.pause());
	const module = new URL("../host/tcp.js", import.meta.url).href;
	const script = `
		import { TCP } from ${JSON.stringify(module)};
		let timer;
		const tcp = new TCP({
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
	const child = spawn(process.execPath, ["--input-type=module", "--eval", script], { stdio: ["ignore", "pipe", "inherit"] });
	t.teardown(() => child.kill());
	let output = "";
	child.stdout.on("data", (chunk) => {
		output += chunk;
	});
	const [code] = await once(child, "close");
	t.is(code, 0);
	t.is(output, "closed\n");
});
