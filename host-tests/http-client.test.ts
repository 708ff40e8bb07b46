import { setTimeout as wait } from "node:timers/promises";
import test, { type ExecutionContext } from "ava";
import { HTTPClient, HTTPError, type HTTPRequest, Resolver, TCP } from "records-client";
import { announcing, exchange, observe, optionsFor, pathOf } from "./http-exchange.js";
import { type Peer, startPeer } from "./peer/peer.js";

let peer: Peer;

test.before(async () => {
	peer = await startPeer();
});

test.after.always(() => peer.close());

/** A client that is closed when the test ends. */
function clientFor(t: ExecutionContext, others: object = {}): HTTPClient {
	const client = new HTTPClient(optionsFor(peer, others));
	t.teardown(() => client.close());
	return client;
}

test("options are checked before anything is acquired", (t) => {
	const Forbidden = function (): void {
		t.fail();
	};
	const create = (others: object) => () => new HTTPClient(optionsFor(peer, { dns: { io: Forbidden }, socket: { io: Forbidden }, ...others }));
	for (const host of [undefined, null, "", 7])
		t.throws(create({ host }), { instanceOf: TypeError }, String(host));
	for (const port of [0, -1, 1.5, 65536, NaN, "80", "http"])
		t.throws(create({ port }), { instanceOf: RangeError }, String(port));
	for (const name of ["dns", "socket", "timers", "text"])
		t.throws(create({ [name]: undefined }), { instanceOf: TypeError }, name);
	for (const name of ["dns", "socket"])
		t.throws(create({ [name]: { io: "TCP" } }), { instanceOf: TypeError }, name);
	t.throws(() => new HTTPClient(undefined as never), { instanceOf: TypeError });
});

test("a request's callbacks are checked when it is made", async (t) => {
	const client = clientFor(t);
	for (const name of ["onHeaders", "onReadable", "onWritable", "onDone"])
		t.throws(() => client.request({ path: pathOf("keep"), [name]: "call" }), { instanceOf: TypeError }, name);
	t.throws(() => client.request(undefined as never), { instanceOf: TypeError });
	t.is((await exchange(client, { path: pathOf("keep") })).error, null);
});

test("options are not modified", async (t) => {
	const options = Object.freeze(optionsFor(peer, { dns: Object.freeze({ io: Resolver }), socket: Object.freeze({ io: TCP }) }));
	const client = new HTTPClient(options);
	t.teardown(() => client.close());
	const request = Object.freeze({ path: pathOf("keep"), headers: Object.freeze(new Map([["x-one", "1"]])), headersMask: Object.freeze([]) });
	t.is((await exchange(client, request)).error, null);
	t.is((await exchange(client, request)).error, null);
});

test("no callback runs inside a call", async (t) => {
	let depth = 0;
	const told = new Set<string>();
	const tell = (what: string): void => {
		told.add(what);
		t.is(depth, 0, what);
	};
	const call = <T>(action: () => T): T => {
		depth++;
		const result = action();
		depth--;
		return result;
	};
	const client = call(() => new HTTPClient(optionsFor(peer, { onError: () => tell("error") })));
	t.teardown(() => client.close());
	let reading = false;
	const make = (script: string): Promise<void> => new Promise((resolve) => {
		call(() => client.request({
			method: "POST",
			path: pathOf(script),
			headers: announcing("four"),
			onHeaders: () => tell("headers"),
			onReadable() {
				tell("readable");
				if (reading)
					return;
				reading = true;
				void wait(5).then(() => {
					reading = false;
					call(() => this.read(70));
				});
			},
			onWritable(count) {
				tell("writable");
				call(() => this.write(Buffer.from("four").subarray(-count, -count + 2 || undefined)));
			},
			onDone() {
				tell("done");
				resolve();
			}
		}));
	});
	await Promise.all([make("large.3000"), make("sized"), make("first-closes")]);
	while (told.size < 5)
		await wait(1);
	t.deepEqual([...told].sort(), ["done", "error", "headers", "readable", "writable"]);
	call(() => client.close());
});

/** Callbacks in which a client can be closed, and a script that brings each about. */
const stages = { onWritable: "sized", onHeaders: "sized", onReadable: "sized", onDone: "sized", onDoneFailed: "first-closes", onError: "first-closes" };

for (const [stage, script] of Object.entries(stages)) {
	test(`nothing is called back after close() in ${stage}`, async (t) => {
		let closed = false;
		const at = (name: string): void => {
			t.false(closed, name + " after close");
			if (name !== stage)
				return;
			closed = true;
			client.close();
			client.close();
		};
		const client: HTTPClient = clientFor(t, { onError: () => at("onError") });
		for (let i = 0; i < 3; i++) {
			client.request({
				method: "POST",
				path: pathOf(script),
				headers: announcing("four"),
				onHeaders: () => at("onHeaders"),
				onReadable(count) {
					at("onReadable");
					if (!closed)
						this.read(count);
				},
				onWritable() {
					at("onWritable");
					if (!closed)
						this.write(Buffer.from("four"));
				},
				onDone: (error) => at(error === null ? "onDone" : "onDoneFailed")
			});
		}
		while (!closed)
			await wait(5);
		await wait(100);
	});
}

test("nothing is called back after close() before the connection is open or while an answer is awaited", async (t) => {
	for (const milliseconds of [0, 50]) {
		const fail = (): void => t.fail();
		const client = clientFor(t, { onError: fail });
		for (let i = 0; i < 2; i++)
			client.request({ path: pathOf("silent"), onHeaders: fail, onReadable: fail, onDone: fail });
		if (milliseconds > 0)
			await wait(milliseconds);
		client.close();
		client.close();
		await wait(50);
	}
	t.pass();
});

test("after close() request, read and write throw", async (t) => {
	const client = clientFor(t);
	const request = await new Promise<HTTPRequest>((resolve) => {
		client.request({
			path: pathOf("sized"),
			onReadable() {
				resolve(this);
			}
		});
	});
	client.close();
	t.throws(() => client.request({}), { message: "client is closed" });
	t.throws(() => request.read(), { message: "request is not under way" });
	t.throws(() => request.write(new Uint8Array(1)), { message: "request is not under way" });
});

test("requests run one after the other, in order, on one connection", async (t) => {
	const client = clientFor(t);
	const path = pathOf("echo");
	const done: string[] = [];
	const make = (body: string): Promise<unknown> => exchange(client, {
		method: "POST",
		path,
		headers: announcing(body),
		onWritable() {
			this.write(Buffer.from(body));
		}
	}).then((outcome) => done.push(outcome.body));
	await Promise.all(["one", "two", "three", "four"].map(make));
	t.deepEqual(done, ["one", "two", "three", "four"]);
	const { connections, requests, faults } = await observe(peer, path);
	t.is(connections, 1);
	t.deepEqual(faults, []);
	t.deepEqual(requests.map(({ body, early }) => [body, early]), done.map((body) => [body, false]));
});

test("a request may be made inside onDone; callbacks get the request as this", async (t) => {
	const client = clientFor(t);
	const path = pathOf("no-content");
	await new Promise<void>((resolve) => {
		const one: HTTPRequest = client.request({
			path,
			onHeaders(this: unknown) {
				t.is(this, one);
			},
			onDone(this: unknown) {
				t.is(this, one);
				void exchange(client, { path }).then((outcome) => {
					t.is(outcome.body, '{"id":"next"}');
					resolve();
				});
			}
		});
	});
	t.is((await observe(peer, path)).connections, 1);
});

test("a request without a callback is sent", async (t) => {
	const client = clientFor(t);
	const path = pathOf("no-content");
	client.request({ path });
	t.is((await exchange(client, { path })).status, 200);
	t.is((await observe(peer, path)).requests.length, 2);
});

test("when the connection ends, each request hears so once and then the client, with kind and unsent", async (t) => {
	const told: [name: string, kind: unknown, unsent: unknown][] = [];
	const tell = (name: string, error: unknown): void => {
		t.true(error instanceof HTTPError, name);
		const { kind, unsent, message } = error as HTTPError;
		t.not(message, "");
		told.push([name, kind, unsent]);
	};
	const scripts = { "first-closes": "connect", "first-resets": "connect", "garbage": "protocol" };
	for (const [script, kind] of Object.entries(scripts)) {
		told.length = 0;
		await new Promise<void>((resolve) => {
			const client = clientFor(t, {
				onError(error: unknown) {
					tell("client", error);
					t.throws(() => client.request({}), { message: "client is closed" });
					resolve();
				}
			});
			for (const name of ["one", "two", "three"])
				client.request({ path: pathOf(script), onDone: (error) => tell(name, error) });
		});
		t.deepEqual(told, [["one", kind, false], ["two", kind, true], ["three", kind, true], ["client", kind, true]], script);
	}
});

test("a request that could not be sent says so: name unknown, nobody listening", async (t) => {
	class Nameless {
		resolve({ onError }: { onError: () => void }): void {
			setImmediate(onError);
		}
		close(): void {
			t.pass();
		}
	}
	const lost = await exchange(clientFor(t, { dns: { io: Nameless } }), {});
	t.is(lost.error?.kind, "dns");
	t.is(lost.error?.unsent, true);
	const { url } = await (await fetch(`${peer.url}/keep/refused/api/collections/port/records/refused`)).json() as { url: string };
	const refused = await exchange(clientFor(t, { port: Number(new URL(url).port) }), {});
	t.is(refused.error?.kind, "connect");
	t.is(refused.error?.unsent, true);
});

test("an idle client hears that its connection ended", async (t) => {
	for (const script of ["idle-close", "idle-reset", "idle-answer"]) {
		const ended = new Promise<HTTPError>((resolve) => {
			const client = clientFor(t, { onError: resolve });
			void exchange(client, { path: pathOf(script) });
		});
		const { kind } = await ended;
		t.is(kind, script === "idle-answer" ? "protocol" : "connect");
	}
});

test("a body that ends with the connection is not complete when that is reset", async (t) => {
	const { status, error } = await exchange(clientFor(t), { path: pathOf("cut-to-end-reset") });
	t.true(status === 200 || status === 0);
	t.not(error, null);
});

test("a socket that tells a failed write by nothing but what it returns ends the connection", async (t) => {
	const silent = class extends TCP {
		override write(): undefined {
			return undefined;
		}
	};
	const client = new HTTPClient(optionsFor(peer, { socket: { io: silent } }));
	const { error } = await exchange(client, { path: pathOf("keep") });
	client.close();
	t.is(error?.kind, "connect");
	t.is(error?.message, "connection closed");
});
