import test from "ava";
import type { SocketOptions } from "../../../lib/platform.js";
import { ConnectionDrive } from "../../../tools/connection/drive.js";
import { MemorySocket } from "../../../tools/connection/memory-machine.js";
import { bytesOf } from "../../../tools/parser/drive.js";
import { SetTimers } from "../../../tools/set-timers.js";

const ok = '[200,"","","{}"]';
const post = { method: "POST", body: '{"a":1}' };

function answer(body = "{}", fields = ""): Uint8Array<ArrayBuffer> {
	return bytesOf(`HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n${fields}Content-Length: ${body.length}\r\n\r\n${body}`);
}

/** Sockets that do something else the n-th time that they write. */
function writing(turn: number, fault: (socket: MemorySocket, bytes: Uint8Array) => number | undefined): typeof MemorySocket {
	let count = 0;
	return class extends MemorySocket {
		override write(bytes: Uint8Array): number | undefined {
			return ++count === turn ? fault(this, bytes) : super.write(bytes);
		}
	};
}

/** Sockets that do something else the n-th time that they read. */
function reading(turn: number, fault: () => unknown): typeof MemorySocket {
	let count = 0;
	return class extends MemorySocket {
		override read(target: Uint8Array): number | undefined {
			return ++count === turn ? fault() as number : super.read(target);
		}
	};
}

test("a write that throws ends the connection on a turn of its own, whichever it is", (t) => {
	for (const [turn, error, message] of [[1, new Error("EPIPE"), "EPIPE"], [2, new Error(""), "write failed"], [3, new Error("reset"), "reset"]] as const) {
		const socket = writing(turn, () => {
			throw error;
		});
		const timers = new SetTimers();
		const drive = new ConnectionDrive({}, { socket, timers });
		drive.machine.window = 30;
		drive.send(post);
		timers.step();
		for (let taken = 1; taken < turn; taken++) {
			drive.machine.socket?.take(30);
			timers.step();
		}
		t.is(drive.outcome, "more");
		timers.pass(0);
		t.is(drive.outcome, `connect: ${message}`);
		t.deepEqual([drive.isUnsent, drive.isOpen, timers.waiting, drive.calls], [false, false, 0, 1]);
		drive.machine.window = Infinity;
		drive.send();
		timers.step();
		drive.receive(answer());
		t.is(drive.outcome, ok);
	}
});

test("a write that returns nothing leaves 100 ms for what had been received and for the socket's own error", (t) => {
	const make = (): { drive: ConnectionDrive; timers: SetTimers } => {
		const timers = new SetTimers();
		const drive = new ConnectionDrive({}, { socket: writing(1, () => undefined), timers });
		drive.send(post);
		timers.step();
		t.is(drive.outcome, "more");
		return { drive, timers };
	};
	const silent = make();
	silent.timers.pass(99);
	t.is(silent.drive.outcome, "more");
	silent.timers.pass(1);
	t.is(silent.drive.outcome, "connect: connection closed");
	t.deepEqual([silent.drive.isUnsent, silent.drive.isOpen, silent.timers.waiting], [false, false, 0]);
	const reporting = make();
	reporting.drive.end(new Error("reset"));
	t.deepEqual([reporting.drive.outcome, reporting.timers.waiting], ["connect: reset", 0]);
	const answered = make();
	answered.drive.receive(answer());
	t.is(answered.drive.outcome, ok);
	answered.timers.pass(100);
	t.deepEqual([answered.drive.calls, answered.drive.isOpen], [1, false]);
	const followed = make();
	followed.drive.receive(answer());
	followed.drive.send(post);
	followed.timers.pass(100);
	t.deepEqual([followed.drive.outcome, followed.drive.isUnsent], ["connect: connection closed", true]);
});

test("a read that throws ends the connection, in head and body; what ends with the connection is not complete", (t) => {
	const bytes = answer('{"a":"0123456789"}');
	const toEnd = bytesOf("HTTP/1.1 200 OK\r\n\r\n{}");
	for (const [turn, input, error, outcome] of [
		[1, bytes, new Error("ECONNRESET"), "connect: ECONNRESET"], [1, bytes, new Error(""), "connect: read failed"],
		[2, bytes, new Error("ECONNRESET"), "protocol: response ended early"], [3, bytes, new Error(""), "protocol: response ended early"],
		[3, toEnd, new Error("ECONNRESET"), "protocol: response ended early"]
	] as const) {
		const drive = new ConnectionDrive({}, { socket: reading(turn, () => {
			throw error;
		}) });
		const head = input.indexOf(13);
		drive.exchange(input, turn === 1 ? [] : [head, input.length - 1]);
		t.is(drive.outcome, outcome);
		t.deepEqual([drive.isUnsent, drive.isOpen, drive.calls], [false, false, 1]);
		t.is(drive.exchange(answer()), ok);
	}
});

test("a read that gives nothing, or no number, is read again when the socket says so", (t) => {
	for (const nothing of [undefined, 0, new ArrayBuffer(4)]) {
		for (const turn of [1, 2]) {
			const drive = new ConnectionDrive({}, { socket: reading(turn, () => nothing) });
			const bytes = answer('{"a":"0123456789"}');
			drive.exchange(bytes, [bytes.length - 10]);
			const outcome = '[200,"","","{\\"a\\":\\"0123456789\\"}"]';
			t.is(drive.outcome, turn === 1 ? outcome : "more");
			drive.machine.socket?.receive(new Uint8Array(0));
			t.is(drive.outcome, outcome);
		}
	}
});

test("Date is told where it is wanted and beside a Retry-After, Retry-After always, and neither is kept for the next answer", (t) => {
	const drive = new ConnectionDrive();
	const date = "Sun, 06 Nov 1994 08:49:37 GMT";
	for (const fields of ["", `Date: ${date}\r\n`, "Retry-After:  120 \r\n", `Retry-After: 1\r\nDate: ${date}\r\nRetry-After: 2\r\n`]) {
		for (const wantsDate of [true, false]) {
			for (let count = 0; count < 3; count++) {
				drive.send({}, "", wantsDate);
				drive.receive(answer("{}", fields));
				const retryAfter = fields.startsWith("Retry-After: 1\r") ? "1, 2" : fields.includes("120") ? "120" : "";
				t.deepEqual(drive.fields, [(wantsDate || retryAfter !== "") && fields.includes("Date") ? date : "", retryAfter]);
			}
		}
	}
	drive.send({}, "", true);
	drive.receive(bytesOf("HTTP/1.1 103 Hints\r\nDate: today\r\nRetry-After: 7\r\n\r\nHTTP/1.1 204 -\r\n\r\n"));
	t.deepEqual(drive.fields, ["", ""]);
});

test("a socket is asked for no more than it has said that there is", (t) => {
	let announced = 0;
	const socket = class extends MemorySocket {
		constructor(options: SocketOptions) {
			super({ ...options, onReadable: (count) => {
				announced = count;
				options.onReadable?.(count);
			} });
		}
		override read(target: Uint8Array): number | undefined {
			t.true(target.length > 0 && target.length <= announced, `${target.length} of ${announced}`);
			announced -= target.length;
			return super.read(target);
		}
	};
	const drive = new ConnectionDrive({ body: 100, receive: 64 }, { socket });
	for (const size of [1, 7, 64, 1000]) {
		for (const bytes of [answer(`"${"x".repeat(90)}"]`), answer("x".repeat(150)), bytesOf(`HTTP/1.1 200 OK\r\nX: ${"x".repeat(200)}\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`)]) {
			drive.exchange(bytes, Array.from({ length: Math.ceil(bytes.length / size) - 1 }, (_, index) => (index + 1) * size));
			t.not(drive.outcome, "more");
		}
	}
});

test("where two connections in a row were forgotten on their way, the next is left before", (t) => {
	for (const lose of [(drive: ConnectionDrive) => drive.connection.timedOut(), (drive: ConnectionDrive) => drive.end(new Error("reset"))]) {
		const timers = new SetTimers();
		const drive = new ConnectionDrive({}, { timers });
		const exchange = (): void => {
			drive.send(post);
			timers.pass(1);
			drive.receive(answer());
			t.is(drive.outcome, ok);
		};
		for (const idle of [60_000, 50_000]) {
			exchange();
			timers.pass(idle);
			t.true(drive.isOpen);
			drive.send(post);
			lose(drive);
		}
		exchange();
		timers.pass(24_000);
		t.true(drive.isOpen);
		exchange();
		timers.pass(25_000);
		t.false(drive.isOpen);
	}
});
