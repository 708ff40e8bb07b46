import type { BodySink, ByteBuffer, HTTPRequest, HTTPRequestOptions } from "../platform.js";
import type { HTTPClient } from "./client.js";

/** A request that waits or is under way: what its callbacks get as `this`. */
export class Request implements HTTPRequest {
	readonly options: HTTPRequestOptions;
	private readonly client: HTTPClient;

	constructor(client: HTTPClient, options: HTTPRequestOptions) {
		this.client = client;
		this.options = options;
	}

	read(target?: number | ByteBuffer): ArrayBuffer | number | undefined {
		return this.client.read(this, target);
	}

	drain(sink: BodySink): void {
		this.client.drain(this, sink);
	}

	write(data: ByteBuffer): number | undefined {
		return this.client.write(this, data);
	}
}
