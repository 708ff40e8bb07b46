import type { HTTPClientOptions, Progress } from "../platform.js";
import type { Link } from "./link.js";
import type { Request } from "./request.js";
import { RequestWriter } from "./request-writer.js";

/** Sends one request at a time over a link: its head, then its body, in as few writes as the socket takes. */
export class Sender {
	/** Whether nothing of the request has left yet. */
	unsent = true;
	/** Whether all of it has left. */
	sent = false;

	private readonly link: Link;
	private readonly writer: RequestWriter;
	private readonly progress: Progress | undefined;
	private request: Request | undefined;
	/** Bytes of the buffer that have left. */
	private flushed = 0;
	/** Whether the request is being asked for its body. */
	private filling = false;

	/** @param host value of the host header */
	constructor(options: HTTPClientOptions, size: number, host: string, link: Link) {
		this.writer = new RequestWriter(options.text, size, host);
		this.progress = options.progress;
		this.link = link;
	}

	/** Makes a request the one to send. Returns "" or what is wrong with it, which is not sent then. */
	begin(request: Request): string {
		this.unsent = true;
		this.sent = false;
		this.flushed = 0;
		this.request = request;
		return this.writer.head(request.options);
	}

	/** Stops: the link is closed. */
	end(): void {
		this.request = undefined;
	}

	/** Sends what the link takes now. Returns false when the link failed. */
	send(): boolean {
		const { link, writer } = this;
		while (!this.sent && link.writable > 0) {
			this.fill();
			if (this.request === undefined || writer.length === 0)
				return true;
			const view = writer.view(this.flushed, link.writable);
			this.unsent = false;
			if (!link.write(view))
				return false;
			this.flushed += view.length;
			if (this.flushed === writer.length) {
				writer.empty();
				this.flushed = 0;
				this.sent = writer.bodyLeft === 0;
			}
			this.progress?.sent(this.sent);
		}
		return true;
	}

	/**
	 * Takes bytes of the request's body.
	 * @returns how many more can be taken now
	 * @throws when they are more than that
	 */
	write(bytes: Uint8Array): number {
		const { writer } = this;
		if (bytes.length > writer.bodyLeft || bytes.length > writer.room)
			throw new Error("would block");
		writer.body(bytes);
		const { bodyLeft, room } = writer;
		return bodyLeft < room ? bodyLeft : room;
	}

	/** Whether what `write` took is sent without more ado. */
	get busy(): boolean {
		return this.filling;
	}

	/** Asks for the body while there is room for it. */
	private fill(): void {
		const { writer } = this;
		this.filling = true;
		for (let left = writer.bodyLeft; left > 0; left = writer.bodyLeft) {
			const { request } = this;
			const { room } = writer;
			if (request === undefined || room === 0)
				break;
			request.options.onWritable?.call(request, left < room ? left : room);
			if (writer.bodyLeft === left)
				break;
		}
		this.filling = false;
	}
}
