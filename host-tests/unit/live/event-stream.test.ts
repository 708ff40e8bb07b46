import test from "ava";
import { EventStream } from "../../../lib/live/event-stream.js";
import { ConnectionDrive } from "../../../tools/connection/drive.js";
import { MemorySocket } from "../../../tools/connection/memory-machine.js";
import { behind, type Field, serviceFields } from "../../../tools/proxies/heads.js";
import { proxyNames } from "../../../tools/proxies/proxied.js";
import { SeededRandom } from "../../../tools/seeded-random.js";

const COUNT = 30;
/** When the records of the events have changed; every fifth event is a deletion, every seventh a ping. */
const updates = Array.from({ length: COUNT }, (_, index) => `2026-11-25 07:00:00.0${String(index).padStart(2, "0")}Z`);
const told = updates.filter((_, index) => index % 5 !== 4 && index % 7 !== 6);

function event(name: string, data: object): string {
	return `id:a1b2c3\nevent:${name}\ndata:${JSON.stringify(data)}\n\n`;
}

const body = Buffer.from(event("PB_CONNECT", { clientId: "a1b2c3" }) + ":\n\n\n" + updates.map((updated, index) => index % 7 === 6 ? event("ping", {})
	: event("readings/*", { action: index % 5 === 4 ? "delete" : "update", record: { updated } })).join(""));
const fields: readonly Field[] = serviceFields("Wed, 25 Nov 2026 07:00:00 GMT", undefined).map((field) => field[0] === "Content-Type" ? ["Content-Type", "text/event-stream"] : field);

/** A stream that is open, and what it has told. */
class Opened {
	readonly ids: string[] = [];
	readonly changes: string[] = [];
	readonly ends: string[] = [];
	readonly drive: ConnectionDrive;
	readonly stream: EventStream;
	ticks = 0;
	/** The timers that wait longer than a moment. */
	readonly #waiting: (() => void)[] = [];

	constructor(socket?: typeof MemorySocket) {
		this.drive = new ConnectionDrive({}, socket && { socket });
		const { configuration, machine } = this.drive;
		const timers = {
			...machine.timers,
			now: () => this.ticks,
			set: (task: () => void, milliseconds = 0) => {
				if (milliseconds > 1)
					this.#waiting.push(task);
				return machine.timers.set(task, milliseconds);
			}
		};
		this.stream = new EventStream(configuration, timers, 60_000, {
			onConnected: (id) => void this.ids.push(id), onChange: (updated) => void this.changes.push(updated), onStreamEnd: ({ kind, error }) => void this.ends.push(`${kind}: ${error}`)
		});
		this.stream.open();
		machine.run();
	}

	/** Gives it bytes in pieces of those sizes, in turn, until it has ended. */
	receive(bytes: Uint8Array, sizes: readonly number[]): void {
		for (let at = 0, piece = 0; at < bytes.length && this.ends.length === 0; at += sizes[piece++ % sizes.length])
			this.drive.receive(bytes.subarray(at, at + sizes[piece % sizes.length]));
	}

	/** The timer that was set last comes: the pause after an end is over, or the time of silence. */
	ring(): void {
		this.#waiting.pop()?.();
		this.drive.machine.run();
	}
}

/** An answer as a proxy sends it, its end left out. @param chunk bytes of a chunk, undefined for none: the body goes on until the connection ends */
function answer(proxy: typeof proxyNames[number], chunk: number | undefined): Buffer {
	const whole = behind(proxy, { status: "200 OK", fields, body }, { number: 1, last: false, ...chunk === undefined ? {} : { chunk } });
	if (chunk !== undefined)
		return whole.subarray(0, -5);
	const head = whole.toString("latin1").split("\r\n\r\n", 1)[0].replace(/\r\ntransfer-encoding:[^\r]*/i, "");
	return Buffer.concat([Buffer.from(`${head}\r\n\r\n`, "latin1"), body]);
}

for (const proxy of proxyNames) {
	test(`events are told behind ${proxy}, in chunks of any size or none, in pieces of any size`, (t) => {
		const random = new SeededRandom(20_261_125);
		for (const chunk of [undefined, 1, 2, 13, 100, 128, 1000, 1999, body.length]) {
			const bytes = answer(proxy, chunk);
			for (const sizes of [[1], [2], [7], [255], [256], [257], [bytes.length], ...Array.from({ length: 10 }, () => [1 + random.below(30), 1 + random.below(600)])]) {
				const opened = new Opened();
				opened.receive(bytes, sizes);
				t.deepEqual([opened.ends, opened.ids, opened.changes], [[], ["a1b2c3"], told], `chunks of ${chunk}, pieces of ${sizes.join()}`);
			}
		}
	});
}

test("a stream that is cut at any byte has told the events before that and nothing else, and begins again", (t) => {
	for (const chunk of [undefined, 100, 1000]) {
		const bytes = answer("nginx", chunk);
		for (let cut = 0; cut < bytes.length; cut++) {
			const opened = new Opened();
			opened.receive(bytes.subarray(0, cut), [1000]);
			opened.drive.end();
			t.is(opened.ends.length, 1);
			t.deepEqual(opened.changes, told.slice(0, opened.changes.length), `cut at ${cut}`);
			opened.ring();
			opened.ends.pop();
			const before = opened.changes.length;
			opened.receive(bytes, [bytes.length]);
			t.deepEqual(opened.changes.slice(before), told, `after a cut at ${cut}`);
		}
	}
});

test("bytes that are no event stream end it, whatever they are, and tell no change that is not among them", (t) => {
	const random = new SeededRandom(7);
	const whole = answer("haproxy", 100);
	for (let round = 0; round < 3000; round++) {
		const bytes = Uint8Array.from(whole);
		for (let count = 1 + random.below(3); count > 0; count--)
			bytes[random.below(bytes.length)] = random.below(256);
		const opened = new Opened();
		opened.receive(bytes, [1 + random.below(500)]);
		t.true(opened.changes.length <= COUNT && opened.ends.length <= 1);
		opened.stream.close();
	}
	for (const head of ["HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n", "HTTP/1.1 502 Bad Gateway\r\nContent-Type: text/event-stream\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: gzip, chunked\r\n\r\n"]) {
		const opened = new Opened();
		opened.receive(Buffer.concat([Buffer.from(head), body]), [300]);
		t.deepEqual([opened.ends.length, opened.changes], [1, []], head);
	}
});

const HEAD = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n";
const CHUNKED = `${HEAD}Transfer-Encoding: chunked\r\n\r\n`;
const CONNECT = event("PB_CONNECT", { clientId: "a1b2c3" });
const CHANGE = event("readings/*", { action: "update", record: { updated: updates[0] } });

function chunk(text: string, end = "\r\n"): string {
	return `${text.length.toString(16)}\r\n${text}${end}`;
}

for (const [what, bytes, fault] of [
	["a chunk's size with letters behind it", CHUNKED + chunk(CONNECT) + `${CHANGE.length.toString(16)}zz\r\n${CHANGE}\r\n`, "response has a bad chunk size"],
	["a chunk's size with a sign", `${CHUNKED}+${chunk(CONNECT)}${chunk(CHANGE)}`, "response has a bad chunk size"],
	["a chunk without its line's end", CHUNKED + chunk(CONNECT, "xx") + chunk(CHANGE), "response has a chunk longer than announced"],
	["a length and chunks", `${HEAD}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n${chunk(CONNECT)}${chunk(CHANGE)}`, "response has both content-length and transfer-encoding"],
	["two lengths", `${HEAD}Content-Length: 500\r\nContent-Length: 501\r\n\r\n${CONNECT}${CHANGE}`, "response has two content-lengths"],
	["a field without a name", `${HEAD}: text/plain\r\n\r\n${CONNECT}${CHANGE}`, "response has a bad header line"],
	["a folded field", `${HEAD}a: b\r\n c\r\n\r\n${CONNECT}${CHANGE}`, "response has a bad header line"],
	["another protocol", `ICY 200 OK\r\nContent-Type: text/event-stream\r\n\r\n${CONNECT}${CHANGE}`, "response is not HTTP/1.1"],
	["another type that begins alike", `HTTP/1.1 200 OK\r\nContent-Type: text/event-streams\r\n\r\n${CONNECT}${CHANGE}`, "no event stream: status 200"]
] as const) {
	test(`a stream ends at what no other answer may have: ${what}`, (t) => {
		for (const sizes of [[1], [100], [bytes.length]]) {
			const opened = new Opened();
			opened.receive(Buffer.from(bytes, "latin1"), sizes);
			t.deepEqual([opened.ends, opened.changes], [[`protocol: ${fault}`], []]);
		}
	});
}

test("lines of a stream end in CR LF too, and an event without a name or data is none", (t) => {
	const opened = new Opened();
	opened.receive(Buffer.from(`${HEAD}\r\n${CONNECT}data:${JSON.stringify({ record: { updated: updates[0] } })}\n\nevent:readings/*\n\n${CHANGE}`.replaceAll("\n", "\r\n").replaceAll("\r\r", "\r")), [50]);
	t.deepEqual([opened.ends, opened.ids, opened.changes], [[], ["a1b2c3"], [updates[0]]]);
});

for (const data of ["null", "5", "\"text\"", "[]", "{}", "{\"clientId\":null}", "{\"clientId\":5}", "{\"clientId\":\"\"}", "{\"clientId\":{}}", "{\"clientId\":[\"a\"]}", "{\"clientId\":\"a\",\"clientId\":null}", "{", ""]) {
	test(`a stream whose first event says ${data} has no id`, (t) => {
		const opened = new Opened();
		opened.receive(Buffer.from(`${HEAD}\r\nevent:PB_CONNECT\ndata:${data}\n\n${CHANGE}`), [20]);
		t.deepEqual([opened.ids, opened.ends], [[], ["protocol: the event stream has no id"]]);
	});
}

test("a socket that throws when it is read ends the stream", (t) => {
	const opened = new Opened();
	opened.drive.machine.socket!.read = () => {
		throw new Error("no such descriptor");
	};
	opened.receive(Buffer.from(HEAD), [20]);
	t.deepEqual(opened.ends, ["connect: no such descriptor"]);
});

test("a write that fails without an exception ends the stream at once, and it begins again", (t) => {
	let writes = 0;
	const opened = new Opened(class extends MemorySocket {
		override write(bytes: Uint8Array): number | undefined {
			return ++writes === 1 ? undefined : super.write(bytes);
		}
	});
	t.is(opened.ends.pop(), "connect: connection closed");
	opened.ring();
	opened.receive(Buffer.from(`${HEAD}\r\n${CONNECT}${CHANGE}`), [50]);
	t.deepEqual([opened.ends, opened.changes], [[], [updates[0]]]);
});

test("a stream ends when no byte has come for its time of silence; each byte begins that anew", (t) => {
	const opened = new Opened();
	opened.receive(Buffer.from(`${HEAD}\r\n${CONNECT}`), [50]);
	for (let turn = 0; turn < 3; turn++) {
		opened.ticks += 59_000;
		opened.receive(Buffer.from(":"), [1]);
		opened.ticks += 59_000;
		opened.ring();
		t.deepEqual(opened.ends, []);
	}
	opened.ticks += 1000;
	opened.ring();
	t.deepEqual(opened.ends, ["timeout: no byte of the event stream within 60000 ms"]);
});
