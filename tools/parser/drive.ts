import { text } from "../../host/text.js";
import { EVENT_BODY, EVENT_DONE, EVENT_ERROR, EVENT_HEAD, EVENT_MORE } from "../../lib/http/parser-events.js";
import { ResponseParser } from "../../lib/http/response-parser.js";
import type { ParserInput } from "./input.js";

/** Takes what the parser has of the body, or a part of it, and returns it. */
export type TakeBody = (parser: ResponseParser) => Uint8Array;

/** Ways to take a body, each with another kind of target. */
export const takeBody = {
	all: (parser) => taken(parser, parser.available),
	byte: (parser) => taken(parser, 1),
	three: (parser) => taken(parser, 3)
} as const satisfies Record<string, TakeBody>;

function taken(parser: ResponseParser, size: number): Uint8Array {
	const target = new Uint8Array(size);
	return target.subarray(0, parser.take(target));
}

/** Feeds bytes to a parser as its owner would, and writes down what it reports. One serves many runs, as in the client. */
export class ParserDrive {
	readonly #parser: ResponseParser;
	readonly #names: readonly string[];
	readonly #closed: boolean;
	readonly #take: TakeBody;
	/** How many bytes of the last run the parser has taken. */
	consumed = 0;
	#steps = 0;
	#events: string[] = [];
	#body: Uint8Array[] = [];

	constructor(input: Partial<Pick<ParserInput, "closed" | "events" | "names" | "size">>, take: TakeBody = takeBody.all) {
		this.#names = input.names ?? namesIn(input.events ?? []);
		this.#parser = new ResponseParser(text, input.size ?? 256, this.#names);
		this.#closed = input.closed === true;
		this.#take = take;
	}

	/** Parses `bytes`, cut at each of `cuts` (ascending), and returns the events. */
	run(bytes: Uint8Array, ...cuts: readonly number[]): string[] {
		const parser = this.#parser;
		parser.buffer.start = parser.buffer.end = 0;
		parser.begin();
		this.#events = [];
		this.#body = [];
		this.#steps = 64 + bytes.length * 4;
		let event = this.#advance();
		let from = 0;
		for (let i = 0; i <= cuts.length && event === EVENT_MORE; i++) {
			const to = i < cuts.length ? cuts[i] : bytes.length;
			while (from < to && event === EVENT_MORE) {
				const space = parser.buffer.space(to - from);
				if (space.length === 0)
					throw new Error("the parser wants more but has no space");
				space.set(bytes.subarray(from, from + space.length));
				parser.buffer.end += space.length;
				from += space.length;
				event = this.#advance();
			}
		}
		if (event === EVENT_MORE && this.#closed)
			event = parser.end();
		this.consumed = from - (parser.buffer.end - parser.buffer.start);
		this.#flush();
		if (event === EVENT_DONE)
			this.#events.push(parser.isReusable && from === bytes.length ? "done reusable" : "done");
		else
			this.#events.push(event === EVENT_ERROR ? `error ${parser.error}` : "more");
		return this.#events;
	}

	/** Lets the parser go on until it wants bytes or is at an end. */
	#advance(): number {
		const parser = this.#parser;
		while (this.#steps-- > 0) {
			const event = parser.next();
			if (event === EVENT_HEAD) {
				this.#events.push(String(parser.head.status));
				for (const [index, name] of this.#names.entries()) {
					const value = parser.head.values[index];
					if (value !== undefined)
						this.#events.push(`${name}: ${value}`);
				}
			}
			else if (event === EVENT_BODY)
				this.#takeBody();
			else
				return event;
		}
		throw new Error("the parser makes no way");
	}

	#takeBody(): void {
		const bytes = this.#take(this.#parser);
		if (bytes.length === 0)
			throw new Error("the parser announced a body but gave none");
		this.#body.push(bytes);
	}

	#flush(): void {
		if (this.#body.length > 0)
			this.#events.push(`body ${Buffer.concat(this.#body).toString("latin1")}`);
	}
}

/** Names of the headers in a document's events. */
function namesIn(events: readonly string[]): string[] {
	return events.flatMap((event) => /^([^ ]+): /.exec(event)?.[1] ?? []);
}

/** The bytes that a document's text stands for. */
export function bytesOf(binary: string): Uint8Array<ArrayBuffer> {
	return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
