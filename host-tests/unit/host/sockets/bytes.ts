import { setTimeout as wait } from "node:timers/promises";
import test, { type ExecutionContext } from "ava";
import { receiveWindow, sendWindow } from "../../../../host/tcp.js";
import { listen, type Wire } from "./wire.js";

const quiet = 200;

/** An open socket, its other end and the TCP connection that this is on, until the test ends; and what the callbacks were given. */
async function openPair(t: ExecutionContext, wire: Wire) {
	const { port, next } = await listen(t, wire);
	const readable: number[] = [];
	const writable: number[] = [];
	const errors: unknown[] = [];
	const accepted = next();
	const tcp = new wire.Socket({
		...wire.options,
		address: "127.0.0.1",
		port,
		onReadable: (count) => readable.push(count),
		onWritable: (count) => writable.push(count),
		onError: (error) => errors.push(error)
	});
	t.teardown(() => tcp.close());
	const [peer, connection] = await accepted;
	peer.on("error", () => undefined);
	await until(() => writable.length > 0);
	return { tcp, peer, connection, readable, writable, errors };
}

type Pair = Awaited<ReturnType<typeof openPair>>;

async function until(condition: () => boolean): Promise<void> {
	while (!condition())
		await wait(2);
}

/** Waits until nothing new is in the list for a while. */
async function still(list: readonly unknown[]): Promise<void> {
	let length = -1;
	while (length !== list.length) {
		length = list.length;
		await wait(quiet);
	}
}

/** Writes whole windows, each of one value and from the same buffer, until not one of the last's bytes leaves. */
async function fill({ tcp, writable }: Pair, buffer: Uint8Array): Promise<number> {
	for (let rounds = 1; ; rounds += 1) {
		tcp.write(buffer.fill(rounds & 0xff));
		for (let waited = 0; writable.length === rounds; waited += 5) {
			if (waited >= 500)
				return rounds;
			await wait(5);
		}
	}
}

/** What the peer of a filled socket receives. */
function pattern(rounds: number): Buffer {
	return Buffer.concat(Array.from({ length: rounds }, (_, index) => new Uint8Array(sendWindow).fill((index + 1) & 0xff)));
}

function textOf(bytes: unknown): string {
	return Buffer.from(bytes as ArrayBuffer).toString();
}

/** Tests how a socket's bytes come and go. */
export function testBytes(wire: Wire): void {
	const pair = (t: ExecutionContext): Promise<Pair> => openPair(t, wire);

	test("write beyond the writable count throws and sends nothing", async (t) => {
		const { tcp, peer } = await pair(t);
		t.throws(() => tcp.write(new Uint8Array(sendWindow + 1)), { message: "would block" });
		t.is(tcp.write(new Uint8Array(sendWindow - 1).fill(1)), 1);
		t.throws(() => tcp.write(new Uint8Array(2)), { message: "would block" });
		t.is(tcp.write(Uint8Array.of(2).buffer), 0);
		tcp.close();
		const chunks = await peer.toArray() as Buffer[];
		const received = Buffer.concat(chunks);
		t.is(received.length, sendWindow);
		t.is(received.indexOf(2), sendWindow - 1);
	});

	test("write before the connection is open throws", async (t) => {
		const { peer } = await pair(t);
		const tcp = new wire.Socket({ ...wire.options, address: "127.0.0.1", port: peer.localPort! });
		t.throws(() => tcp.write(new Uint8Array(1)), { message: "would block" });
		t.throws(() => tcp.write(new Uint8Array(0)), { message: "would block" });
		tcp.close();
	});

	test("write takes bytes and nothing else", async (t) => {
		const { tcp } = await pair(t);
		t.throws(() => tcp.write("text" as never), { instanceOf: TypeError });
		t.throws(() => tcp.write(7), { instanceOf: TypeError });
	});

	test("writing nothing does nothing", async (t) => {
		const { tcp, writable } = await pair(t);
		t.is(tcp.write(new Uint8Array(0)), sendWindow);
		await wait(50);
		t.deepEqual(writable, [sendWindow]);
	});

	test("onWritable is called again once bytes have left", async (t) => {
		const { tcp, writable } = await pair(t);
		t.is(tcp.write(new Uint8Array(100)), sendWindow - 100);
		t.is(tcp.write(new Uint8Array(100)), sendWindow - 200);
		await until(() => writable.length > 1);
		await wait(50);
		t.is(writable.at(-1), sendWindow);
	});

	test("a peer that takes nothing fills the window, and all that was written is a copy", async (t) => {
		const socket = await pair(t);
		const { tcp, peer } = socket;
		const reused = new Uint8Array(sendWindow);
		const rounds = await fill(socket, reused);
		t.throws(() => tcp.write(new Uint8Array(1)), { message: "would block" });
		reused.fill(0);
		const received: Buffer[] = [];
		let length = 0;
		peer.on("data", (chunk) => {
			received.push(chunk);
			length += chunk.length;
		});
		peer.resume();
		await until(() => length === rounds * sendWindow);
		t.true(Buffer.concat(received).equals(pattern(rounds)));
		await until(() => socket.writable.length === rounds + 1);
		t.is(socket.writable.at(-1), sendWindow);
	});

	test("bytes written just before close arrive, however slow the peer", async (t) => {
		const socket = await pair(t);
		const rounds = await fill(socket, new Uint8Array(sendWindow));
		socket.tcp.close();
		const received = Buffer.concat(await socket.peer.toArray() as Buffer[]);
		t.true(received.equals(pattern(rounds)));
	});

	test("read gives all, a number of bytes, or fills a buffer; the rest stays", async (t) => {
		const { tcp, peer, readable } = await pair(t);
		t.is(tcp.read(), undefined);
		t.is(tcp.read(4), undefined);
		peer.write("abcdefghijkl");
		await until(() => readable.at(-1) === 12);

		const two = tcp.read(2);
		t.true(two instanceof ArrayBuffer);
		t.is(textOf(two), "ab");
		const buffer = new ArrayBuffer(3);
		t.is(tcp.read(buffer), 3);
		t.is(textOf(buffer), "cde");
		const around = new Uint8Array(5);
		t.is(tcp.read(around.subarray(1, 4)), 3);
		t.is(textOf(around), "\0fgh\0");
		t.is(textOf(tcp.read()), "ijkl");
		t.is(tcp.read(), undefined);
	});

	test("read of more than there is, or of nothing, throws and takes nothing", async (t) => {
		const { tcp, peer, readable } = await pair(t);
		peer.write("abcd");
		await until(() => readable.at(-1) === 4);
		for (const wrong of [5, 0, -1, 1.5, NaN, new Uint8Array(5), new ArrayBuffer(0)])
			t.throws(() => tcp.read(wrong), { message: "invalid" });
		t.throws(() => tcp.read("abcd" as never), { instanceOf: TypeError });
		t.is(textOf(tcp.read(4)), "abcd");
	});

	test("onReadable counts all unread bytes and is called again only when more have come", async (t) => {
		const { tcp, peer, readable } = await pair(t);
		peer.write("abcd");
		await until(() => readable.length > 0);
		tcp.read(1);
		await wait(50);
		t.deepEqual(readable, [4]);
		peer.write("ef");
		await until(() => readable.length > 1);
		t.deepEqual(readable, [4, 5]);
		t.is(textOf(tcp.read()), "bcdef");
	});

	test("unread bytes are bounded, and nothing of a long answer is lost", async (t) => {
		const { tcp, peer, readable } = await pair(t);
		const sent = new Uint8Array(1_000_000).map((_, index) => index % 251);
		peer.end(sent);
		await still(readable);
		t.true(readable.at(-1)! >= receiveWindow);
		t.true(readable.at(-1)! < wire.held * receiveWindow, String(readable.at(-1)));

		const received = new Uint8Array(sent.length);
		let length = 0;
		while (length < sent.length) {
			const bytes = tcp.read();
			if (bytes === undefined) {
				await wait(0);
				continue;
			}
			received.set(new Uint8Array(bytes as ArrayBuffer), length);
			length += (bytes as ArrayBuffer).byteLength;
		}
		t.true(Buffer.from(received).equals(sent));
	});

	test("a peer's close is told after the last byte is read", async (t) => {
		const { tcp, peer, readable, errors } = await pair(t);
		peer.end("last");
		await until(() => readable.at(-1) === 4);
		await wait(50);
		t.deepEqual(errors, []);
		tcp.read(3);
		await wait(50);
		t.deepEqual(errors, []);
		tcp.read(1);
		t.deepEqual(errors, []);
		await until(() => errors.length > 0);
		t.is(tcp.read(), undefined);
		await wait(50);
		t.deepEqual(errors, [undefined]);
		t.is(tcp.write(new Uint8Array(1)), undefined);
	});

	test("a peer's reset is told after the last byte is read, once, with the reason", async (t) => {
		const { tcp, peer, connection, readable, errors } = await pair(t);
		peer.write("last");
		await until(() => readable.at(-1) === 4);
		connection.resetAndDestroy();
		await wait(50);
		t.deepEqual(errors, []);
		t.is(textOf(tcp.read()), "last");
		await until(() => errors.length > 0);
		await wait(50);
		t.is(errors.length, 1);
		t.is((errors[0] as NodeJS.ErrnoException).code, "ECONNRESET");
	});

	test("a peer's close without a byte is told at once", async (t) => {
		const { peer, readable, errors } = await pair(t);
		peer.end();
		await until(() => errors.length > 0);
		t.deepEqual(readable, []);
		t.deepEqual(errors, [undefined]);
	});

	test("onError is called once, whatever comes after", async (t) => {
		const socket = await pair(t);
		await fill(socket, new Uint8Array(sendWindow));
		socket.peer.end();
		await until(() => socket.errors.length > 0);
		socket.connection.resetAndDestroy();
		await wait(50);
		t.deepEqual(socket.errors, [undefined]);
	});

	test("format \"number\" reads and writes single bytes", async (t) => {
		const { tcp, peer, readable } = await pair(t);
		t.is(tcp.format, "buffer");
		t.throws(() => {
			tcp.format = "string";
		}, { instanceOf: RangeError });
		tcp.format = "number";
		t.is(tcp.format, "number");
		peer.write("ab");
		await until(() => readable.at(-1) === 2);
		t.is(tcp.read(), 97);
		t.is(tcp.read(), 98);
		t.is(tcp.read(), undefined);
		t.is(tcp.write(99), sendWindow - 1);
		tcp.close();
		t.is(Buffer.concat(await peer.toArray() as Buffer[]).toString(), "c");
	});
}
