import { TCPProxy, watched } from "./proxy.js";
import { RequestParser } from "./request-parser.js";

/** A request that the proxy has passed on. */
export interface Passed {
	/** When it was whole, in milliseconds (Date.now). */
	readonly at: number;
	/** Of the answer; 0 while there is none. */
	status: number;
}

/** `HTTP/1.1 ` stands before the status. */
const STATUS_AT = 9;

/** Passes all on as it is, and counts. */
export class CountingProxy extends TCPProxy {
	/** In the order of their coming. */
	readonly passed: Passed[] = [];
	/** Bytes of requests and of answers, without those of TCP. */
	sent = 0;
	received = 0;

	/** @param port of the service */
	constructor(port: number) {
		super(port, () => {
			const parser = new RequestParser();
			let asked: Passed | undefined;
			return {
				up: watched((bytes) => {
					this.sent += bytes.length;
					parser.push(bytes);
					if (parser.take() === undefined)
						return;
					asked = { at: Date.now(), status: 0 };
					this.passed.push(asked);
				}),
				// The devices send one request at a time, so that the first segment behind it begins its answer.
				down: watched((bytes) => {
					this.received += bytes.length;
					if (asked?.status === 0)
						asked.status = Number(bytes.toString("latin1", STATUS_AT, STATUS_AT + 3));
				})
			};
		}, { backlog: 4096 });
	}
}
