import { Answer } from "./answer.js";
import { defaultPort } from "./base-url.js";
import type { Exchange } from "./exchange.js";
import type { HTTPClient, HTTPRequest, HTTPRequestOptions, Progress } from "./platform.js";
import { RequestContent } from "./request-content.js";
import { type ClientResponse, CONNECTION_FAILED, type Kind } from "./response.js";
import type { Setting } from "./setting.js";
import { STAGE_CONNECT, STAGE_FIRST_BYTE, STAGE_RECEIVE, STAGE_SEND, type Watch } from "./watch.js";
import { GET } from "./words.js";

/** Header fields that are looked at. */
const FIELDS: readonly string[] = Object.freeze(["content-type", "retry-after"]);
const FIELDS_AND_DATE: readonly string[] = Object.freeze(["content-type", "retry-after", "date"]);

/** Who gets what becomes of a request; one of the two is called for each, never inside `send`. */
export interface ChannelOwner {
	/** An answer is there, or known to be none. */
	onAnswer(response: ClientResponse, answer: Answer): void;
	/** No answer came. @param unsent whether not a byte of the request can have been processed */
	onFailure(kind: Kind, message: string, unsent: boolean): void;
}

/** What is read of an HTTP client's error. Ours has all of it; another's may have nothing. */
interface Failure {
	readonly kind?: Kind;
	readonly unsent?: boolean;
}

/**
 * The way to the service: one keep-alive HTTP client, opened when it is needed and again when it has died, and one
 * request at a time through it.
 */
export class Channel implements Progress {
	/** Whether the request under way met a connection that had been used before. */
	reused = false;

	private readonly setting: Setting;
	private readonly watch: Watch;
	private readonly owner: ChannelOwner;
	private readonly content: RequestContent;
	private readonly answer: Answer;
	private readonly options: { -readonly [name in keyof HTTPRequestOptions]: HTTPRequestOptions[name] };
	private client: HTTPClient | undefined;
	private request: HTTPRequest | undefined;
	private stale = false;
	/** Whether the HTTP client tells its progress. */
	private tells = false;
	private begun = 0;
	private bytes = 0;

	constructor(setting: Setting, watch: Watch, owner: ChannelOwner) {
		this.setting = setting;
		this.watch = watch;
		this.owner = owner;
		this.content = new RequestContent(setting.platform.text);
		this.answer = new Answer(setting.platform.text, setting.limits.body);
		this.options = {
			onHeaders: (status, headers) => this.answer.head(status, headers),
			onReadable: (count) => this.onReadable(count),
			onWritable: (count) => this.onWritable(count),
			onDone: (error) => this.onDone(error)
		};
	}

	/** Whether there is a connection that the next request can use. */
	get isOpen(): boolean {
		return this.client !== undefined && !this.stale;
	}

	/**
	 * Sends a request.
	 * @param authorization value of the Authorization field, "" for none
	 * @param dated whether the answer's Date is wanted
	 * @returns "" or why there can be no connection
	 */
	send(exchange: Exchange, authorization: string, dated: boolean): string {
		if (this.stale)
			this.drop();
		const { options } = this;
		options.method = exchange.method;
		options.path = exchange.path;
		this.content.prepare(options, exchange, authorization);
		options.headersMask = dated ? FIELDS_AND_DATE : FIELDS;
		this.answer.reset(exchange.authenticates, exchange.method === GET);
		this.reused = this.client !== undefined;
		try {
			if (this.client === undefined)
				this.client = this.open();
			else if (this.tells)
				this.watch.mark(STAGE_SEND);
			this.request = this.client.request(options);
			return "";
		}
		catch (error) {
			this.drop();
			return messageOf(error);
		}
	}

	/** Closes the HTTP client without a word to the owner; the next request opens another. */
	drop(): void {
		this.client?.close();
		this.client = this.request = undefined;
		this.stale = false;
		this.content.clear();
	}

	connecting(): void {
		this.tells = true;
		this.begun = this.setting.platform.timers.now();
		this.watch.mark(STAGE_CONNECT);
	}

	connected(): void {
		const { monitor, platform, url } = this.setting;
		const took = platform.timers.now() - this.begun | 0;
		this.watch.mark(STAGE_SEND);
		monitor.tell("connect", took);
		if (url.scheme === "https")
			monitor.tell("handshake", took);
	}

	sent(all: boolean): void {
		this.watch.mark(all ? STAGE_FIRST_BYTE : STAGE_SEND);
	}

	received(count: number): void {
		this.bytes += count;
		this.watch.mark(STAGE_RECEIVE);
	}

	private open(): HTTPClient {
		const { limits: { connect, receive, send }, monitor, platform: { text, timers }, provider, url: { host, port, scheme } } = this.setting;
		monitor.connections++;
		this.bytes = 0;
		return new provider.io({
			text,
			timers,
			connect,
			receive,
			send,
			progress: this,
			...provider,
			host,
			port,
			defaultPort: defaultPort(scheme),
			onError: () => {
				this.client = undefined;
			}
		});
	}

	private onReadable(count: number): void {
		const { answer, request } = this;
		if (request === undefined)
			return;
		answer.reader.read(request, count);
		if (!answer.endless)
			return;
		this.drop();
		this.owner.onAnswer(answer.response(), answer);
	}

	private onWritable(count: number): void {
		if (this.request !== undefined)
			this.content.write(this.request, count);
	}

	private onDone(error: Error | null): void {
		if (this.request === undefined)
			return;
		const { answer } = this;
		this.request = undefined;
		this.content.clear();
		if (error === null) {
			const response = answer.response();
			this.recycle();
			this.stale ||= answer.cut;
			return this.owner.onAnswer(response, answer);
		}
		const { kind = answer.status === 0 ? "connect" : "protocol", unsent = false } = error as Failure;
		this.stale = kind !== "argument";
		this.owner.onFailure(kind, messageOf(error), unsent);
	}

	/** Has the next request open a new connection when this one has carried enough. */
	private recycle(): void {
		const { limits: { recycleBytes }, monitor } = this.setting;
		if (recycleBytes === 0 || this.bytes < recycleBytes || this.client === undefined)
			return;
		this.stale = true;
		monitor.recycled++;
		monitor.tell("recycle", this.bytes);
	}
}

/** The text of an error; another HTTP client's may have none. */
function messageOf(error: unknown): string {
	return error instanceof Error && error.message !== "" ? error.message : CONNECTION_FAILED;
}
