import test from "ava";
import type { Exchange } from "../../../lib/request/exchange.js";
import { type ReceivedBody, SINK_BUSY, SINK_MORE, type SinkState } from "../../../lib/request/body-sink.js";
import { ClientResponse } from "../../../lib/response.js";
import { ConnectionDrive } from "../../../tools/connection/drive.js";

/** A sink that is busy after so many bytes. */
class KeepingSink implements ReceivedBody {
	isBusy = false;
	isOver = false;
	bytes = "";
	private readonly view = new Uint8Array(8);
	private readonly busyAfter: number;

	constructor(busyAfter: number) {
		this.busyAfter = busyAfter;
	}

	begin(): boolean {
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
		return this.isBusy ? SINK_BUSY : SINK_MORE;
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
}
