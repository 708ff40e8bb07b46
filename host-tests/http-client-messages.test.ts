import { setTimeout as wait } from "node:timers/promises";
import test, { type ExecutionContext } from "ava";
import { HTTPClient, HTTPError } from "records-client";
import { announcing, exchange, narrowSocket, notingSocket, observe, optionsFor, type Outcome, pathOf, writing } from "./http-exchange.js";
import { type Peer, startPeer } from "./peer/peer.js";

let peer: Peer;

test.before(async () => {
	peer = await startPeer();
});

test.after.always(() => peer.close());

function clientFor(t: ExecutionContext, others: object = {}): HTTPClient {
	const client = new HTTPClient(optionsFor(peer, others));
	t.teardown(() => client.close());
	return client;
}

/** Text of so many bytes, no two parts alike. */
function textOf(bytes: number): Buffer {
	const text = Buffer.alloc(bytes);
	for (let i = 0; i < bytes; i++)
		text[i] = 97 + (i * 7 + (i >> 8)) % 26;
	return text;
}

test("HEAD has no body, whatever content-length says", async (t) => {
	const client = clientFor(t);
	const path = pathOf("head-answers");
	const { status, headers, told, error } = await exchange(client, { method: "HEAD", path });
	t.deepEqual([status, headers.get("content-length"), told, error], [200, "500", ["headers", "done"], null]);
	t.is((await exchange(client, { path })).body, '{"id":"next"}');
	t.is((await observe(peer, path)).connections, 1);
});

test("all headers by name in lower case, those of one name joined; the mask picks some", async (t) => {
	const all = await exchange(clientFor(t), { path: pathOf("fields") });
	t.deepEqual([...all.headers], [["x-one", "1"], ["x-two", "a, b"], ["x-three", ""], ["content-length", "0"]]);
	const some = await exchange(clientFor(t), { path: pathOf("fields"), headersMask: ["x-two", "x-four"] });
	t.deepEqual([...some.headers], [["x-two", "a, b"]]);
	const none = await exchange(clientFor(t), { path: pathOf("fields"), headersMask: [] });
	t.is(none.headers.size, 0);
	const client = clientFor(t);
	const { headers } = await exchange(client, { path: pathOf("fields") });
	await exchange(client, { path: pathOf("sized") });
	t.is(headers.get("x-one"), "1", "the map is the receiver's");
});

test("a body is read by count, into buffers, as a whole and not past its end", async (t) => {
	const body = '{"id":"first"}';
	let read = "";
	const { error } = await exchange(clientFor(t), {
		path: pathOf("sized"),
		onReadable(count) {
			if (read !== "")
				return;
			t.is(count, body.length);
			const into = new Uint8Array(5).fill(46);
			t.is(this.read(into.subarray(1, 3)), 2);
			t.is(Buffer.from(into).toString(), '.{"..');
			const buffer = new ArrayBuffer(3);
			t.is(this.read(buffer), 3);
			const counted = this.read(2);
			t.true(counted instanceof ArrayBuffer);
			read = '{"' + Buffer.from(buffer).toString() + Buffer.from(counted as ArrayBuffer).toString();
			const rest = this.read();
			t.true(rest instanceof ArrayBuffer);
			read += Buffer.from(rest as ArrayBuffer).toString();
			t.is(this.read(), undefined);
			t.is(this.read(5), undefined);
			t.is(this.read(into), undefined);
		}
	});
	t.is(error, null);
	t.is(read, body);
});

test("a read of more than there is gives what there is", async (t) => {
	let read: unknown;
	await exchange(clientFor(t), {
		path: pathOf("sized"),
		onReadable() {
			read ??= this.read(new Uint8Array(100));
		}
	});
	t.is(read, 14);
});

for (const script of ["large.60000", "large-chunked.60000", "sized", "to-end"]) {
	test(`a body waits until it is read, and is done when it is read (${script})`, async (t) => {
		const whole = await exchange(clientFor(t), { path: pathOf(script) });
		const client = clientFor(t);
		let body = "";
		let done = false;
		let failure: Error | null = null;
		let begun = false;
		const ended = new Promise<void>((resolve) => {
			const request = client.request({
				path: pathOf(script),
				onReadable() {
					begun = true;
				},
				onDone(error) {
					done = true;
					failure = error;
					resolve();
				}
			});
			void (async () => {
				while (!begun)
					await wait(1);
				await wait(100);
				t.false(done, "done before it was read");
				while (body.length < whole.body.length) {
					let bytes: unknown;
					try {
						bytes = request.read(97);
					}
					catch {
						return;
					}
					if (bytes instanceof ArrayBuffer)
						body += Buffer.from(bytes).toString();
					else
						await wait(1);
				}
			})();
		});
		await ended;
		t.is(failure, null);
		t.is(body, whole.body);
	});
}

for (const size of [1, 1000, 1536, 5000, 70_000]) {
	test(`a request body of ${size} bytes arrives whole, however it is written`, async (t) => {
		const body = textOf(size);
		const make = (client: HTTPClient, options: object): Promise<Outcome> => exchange(client, {
			method: "POST", path: pathOf("echo"), headers: announcing(body), ...options
		});
		const inside = await make(clientFor(t), { onWritable: writing(body) });
		t.is(inside.body, body.toString());
		const narrow = await make(clientFor(t, { socket: { io: narrowSocket(size > 5000 ? 999 : 7) } }), { onWritable: writing(body) });
		t.is(narrow.body, body.toString());

		let outside: Outcome | undefined;
		let room = 0;
		let written = 0;
		await new Promise<void>((resolve) => {
			const client = clientFor(t, { send: 300 });
			const request = client.request({
				method: "POST", path: pathOf("echo"), headers: announcing(body),
				onWritable: (count) => {
					room = count;
				},
				onReadable(count) {
					outside!.body += Buffer.from(this.read(count) as ArrayBuffer).toString();
				},
				onDone(error) {
					t.is(error, null);
					resolve();
				}
			});
			outside = { status: 0, headers: new Map(), body: "", told: [], error: null };
			void (async () => {
				while (written < size) {
					await wait(0);
					const count = Math.min(room, size - written, 250);
					if (count === 0)
						continue;
					t.throws(() => request.write(new Uint8Array(room + 1)), { message: "would block" });
					room = request.write(body.subarray(written, written + count)) ?? 0;
					written += count;
				}
			})();
		});
		t.is(outside?.body, body.toString());
	});
}

test("a write beyond the announced room or the content-length throws; what was written before counts", async (t) => {
	const { body, error } = await exchange(clientFor(t), {
		method: "POST",
		path: pathOf("echo"),
		headers: announcing("four"),
		onWritable(count) {
			t.is(count, 4);
			t.throws(() => this.write(new Uint8Array(5)), { message: "would block" });
			t.is(this.write(Buffer.from("fo")), 2);
			t.throws(() => this.write(Buffer.from("urs")), { message: "would block" });
			t.is(this.write(Buffer.from("ur")), 0);
		}
	});
	t.is(error, null);
	t.is(body, "four");
});

test("a head and a body that fit leave in one write; each request is a write of its own", async (t) => {
	const writes: string[] = [];
	const client = clientFor(t, { socket: { io: notingSocket(writes) } });
	const path = pathOf("keep");
	for (const body of [textOf(900), textOf(3)])
		await exchange(client, { method: "POST", path, headers: announcing(body), onWritable: writing(body) });
	await exchange(client, { path });
	t.is(writes.length, 3);
	t.true(writes[0]?.endsWith("\r\n\r\n" + textOf(900).toString()));
});

test("the host header has the port unless it is the scheme's own, and brackets about an IPv6 literal", async (t) => {
	class Loopback {
		resolve({ host, onResolved }: { host: string; onResolved: (host: string, address: string) => void }): void {
			setImmediate(() => onResolved(host, "127.0.0.1"));
		}
		close(): void {
			// Nothing is held.
		}
	}
	const { port } = peer;
	const expected = [
		["127.0.0.1", {}, `127.0.0.1:${port}`], ["127.0.0.1", { defaultPort: port }, "127.0.0.1"],
		["records.example", {}, `records.example:${port}`], ["records.example", { defaultPort: port }, "records.example"],
		["fe80::1", {}, `[fe80::1]:${port}`], ["fe80::1", { defaultPort: port }, "[fe80::1]"]
	] as const;
	for (const [host, others, wanted] of expected) {
		const path = pathOf("keep");
		await exchange(clientFor(t, { host, dns: { io: Loopback }, ...others }), { path });
		const { requests } = await observe(peer, path);
		t.deepEqual(requests[0].fields, [["host", wanted]]);
	}
});

test("what would break the request's lines is refused, not sent, and the client lives on", async (t) => {
	const writes: string[] = [];
	const client = clientFor(t, { socket: { io: notingSocket(writes) } });
	const path = pathOf("keep");
	const header = (name: string, value = "1"): object => ({ headers: new Map([[name, value]]) });
	const bad = [
		...["", "GE T", "GET\r\n", "GET /x HTTP/1.1\r\nx:", "G\0T", "GÉT"].map((method) => ({ method })),
		...["", "path", "/a b", "/a\r\nx: 1", "/a\n", "/a\0", "/ü", "/\x7f", "http://a/"].map((path) => ({ path })),
		...["", "x y", "x:", "x\r\ny", "x\n", "x\0", "ü"].map((name) => header(name)),
		...["a\r\nb: c", "a\nb", "a\rb", "a\0b", "ü", "\x7f"].map((value) => header("x-name", value)),
		...["host", "Host", "transfer-encoding", "Transfer-Encoding", "Content-Length"].map((name) => header(name)),
		...["-1", "1.5", "four", "Infinity", "NaN"].map((value) => header("content-length", value)),
		{ path: "/" + "x".repeat(1600) }, header("x-name", "x".repeat(1600))
	];
	for (const options of bad) {
		const { error, told } = await exchange(client, { path, ...options });
		const what = JSON.stringify({ ...options, headers: "headers" in options ? [...options.headers as Map<string, string>] : undefined }).slice(0, 80);
		t.true(error instanceof HTTPError, what);
		t.is(error?.kind, "argument", what);
		t.is(error?.unsent, true, what);
		t.deepEqual(told, ["done"], what);
	}
	t.deepEqual(writes, []);
	t.is((await exchange(client, { path, ...header("x-name", "tab\tand space") })).status, 200);
	const { connections, requests } = await observe(peer, path);
	t.is(connections, 1);
	t.is(requests.length, 1);
});

test("an answer before the request's body is sent ends the request, and then the connection", async (t) => {
	let writes = 0;
	let ended: HTTPError | undefined;
	const client = clientFor(t, { onError: (error: HTTPError) => {
		ended = error;
	} });
	const waiting = exchange(client, {
		method: "POST",
		path: pathOf("too-early-kept"),
		headers: announcing("four"),
		onWritable() {
			if (writes++ === 0)
				this.write(Buffer.from("f"));
		}
	});
	const behind = exchange(client, { path: pathOf("keep") });
	const { status, body, error } = await waiting;
	t.deepEqual([status, body, error], [413, '{"message":"Too large."}', null]);
	t.is((await behind).error?.kind, "connect");
	t.is((await behind).error?.unsent, true);
	t.is(ended?.kind, "connect");
});
