import test from "ava";
import type { Exchange } from "../../../lib/request/exchange.js";
import { type ReceivedBody, SINK_BUSY, SINK_DONE, SINK_MORE, type SinkState } from "../../../lib/request/body-sink.js";
import { ClientResponse } from "../../../lib/response.js";
import { ConnectionDrive } from "../../../tools/connection/drive.js";

/** A sink that keeps what it is given, and is busy or has enough after so many bytes. */
class KeepingSink implements ReceivedBody {
	isBusy = false;
	bytes = "";
	begun = 0;
	private readonly view = new Uint8Array(8);

	private readonly busyAfter: number;
	private readonly enough: number;

	constructor(busyAfter = Infinity, enough = Infinity) {
		this.busyAfter = busyAfter;
		this.enough = enough;
	}

	begin(): boolean {
		this.begun++;
		return true;
	}

	space(count: number): Uint8Array {
		return this.view.subarray(0, count);
	}

	take(count: number): SinkState {
		const before = this.bytes.length;
		this.bytes += Buffer.from(this.view.subarray(0, count)).toString("latin1");
		const { length } = this.bytes;
		this.isBusy = before < this.busyAfter && length >= this.busyAfter;
		return this.isBusy ? SINK_BUSY : length >= this.enough ? SINK_DONE : SINK_MORE;
	}

	onQueued(): void {
		throw new Error("no other request waits");
	}

	end(status: number): ClientResponse {
		return new ClientResponse("", status, "", JSON.stringify(this.bytes));
	}
}

const body = "0123456789abcdefghijklmnopqrstuvwxyz".repeat(3);
const answers: Readonly<Record<string, string>> = {
	"with content-length": `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
	"in chunks": `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n10\r\n${body.slice(0, 16)}\r\n5c\r\n${body.slice(16)}\r\n0\r\n\r\n`
};

function request(sink: ReceivedBody): Partial<Exchange> {
	return { sink };
}

for (const [how, answer] of Object.entries(answers)) {
	test(`a sink gets the body ${how} in any pieces, and the connection is kept`, (t) => {
		const bytes = Buffer.from(answer);
		for (let size = 1; size <= bytes.length; size += size < 20 ? 1 : 17) {
			const drive = new ConnectionDrive();
			const cuts = Array.from({ length: Math.floor((bytes.length - 1) / size) }, (_, index) => (index + 1) * size);
			for (let round = 0; round < 3; round++) {
				const sink = new KeepingSink();
				t.is(drive.exchange(bytes, cuts, false, request(sink)), JSON.stringify([200, "", "", JSON.stringify(body)]), `by ${size}`);
				t.is(sink.bytes, body);
			}
			t.is(drive.configuration.stats.connections, 1);
		}
	});

	test(`while a sink is busy nothing is read of a body ${how}; then all of it comes`, (t) => {
		const bytes = Buffer.from(answer);
		for (let busyAfter = 1; busyAfter <= body.length; busyAfter++) {
			for (const cuts of [[], [70], [90, 120, 150]]) {
				const drive = new ConnectionDrive();
				const sink = new KeepingSink(busyAfter);
				t.is(drive.exchange(bytes, cuts, false, request(sink)), "more");
				t.true(sink.bytes.length < busyAfter + 8);
				sink.isBusy = false;
				drive.connection.resume();
				drive.machine.run();
				t.is(drive.outcome, JSON.stringify([200, "", "", JSON.stringify(body)]), `${busyAfter} ${cuts.join()}`);
				t.is(drive.exchange(Buffer.from("HTTP/1.1 204 No Content\r\n\r\n"), [], false, { method: "DELETE" }), JSON.stringify([204, "", "", ""]));
				t.is(drive.configuration.stats.connections, 1);
			}
		}
	});

	test(`a connection that ends while the sink of a body ${how} is busy has ended when it goes on`, (t) => {
		const bytes = Buffer.from(answer);
		for (const error of [undefined, new Error("reset")]) {
			const drive = new ConnectionDrive();
			const sink = new KeepingSink(20);
			t.is(drive.exchange(bytes.subarray(0, bytes.length - 10), [], false, request(sink)), "more");
			drive.end(error);
			t.is(drive.outcome, "more");
			sink.isBusy = false;
			drive.connection.resume();
			drive.machine.run();
			t.is(drive.outcome, "protocol: response ended early");
			t.false(drive.isOpen);
		}
		const drive = new ConnectionDrive();
		const sink = new KeepingSink(20);
		drive.exchange(bytes, [], true, request(sink));
		sink.isBusy = false;
		drive.connection.resume();
		drive.machine.run();
		t.is(drive.outcome, JSON.stringify([200, "", "", JSON.stringify(body)]));
		t.false(drive.isOpen);
	});

	test(`a sink that has enough of a body ${how} ends the answer and the connection`, (t) => {
		const drive = new ConnectionDrive();
		const sink = new KeepingSink(Infinity, 30);
		t.is(drive.exchange(Buffer.from(answer), [], false, request(sink)), JSON.stringify([200, "", "", JSON.stringify(sink.bytes)]));
		t.true(sink.bytes.length < body.length);
		t.false(drive.isOpen);
	});
}

test("a refusal is read as without a sink, with a known head, too", (t) => {
	const refusal = 'HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nContent-Length: 16\r\n\r\n{"message":"No"}';
	const drive = new ConnectionDrive();
	for (let round = 0; round < 3; round++) {
		const sink = new KeepingSink();
		t.is(drive.exchange(Buffer.from(refusal), [], false, request(sink)), JSON.stringify([400, "http", "No", '{"message":"No"}']));
		t.is(sink.begun, 0);
	}
});

test("an answer with a known head whose body begins as a record goes to the sink", (t) => {
	const record = '{"collectionId":"pbc_1","id":"one"}';
	const answer = Buffer.from(`HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${record.length}\r\n\r\n${record}`);
	const drive = new ConnectionDrive();
	for (let round = 0; round < 3; round++)
		t.is(drive.exchange(answer), JSON.stringify([200, "", "", record]));
	const sink = new KeepingSink();
	drive.exchange(answer, [], false, request(sink));
	t.is(sink.bytes, record);
});
