import { bytesOf } from "../../tools/parser/drive.js";
import { Random } from "../../tools/random.js";
import { responses } from "./corpus.js";
import type { FuzzInput } from "./input.js";
import { mutate, mutateByte } from "./mutate.js";
import { ResponseGrammar } from "./response-grammar.js";

/** Longer inputs show nothing more and take their time. */
const LONGEST = 4096;

/** A response whose head a connection caches, in the form that the service gives it. */
function knownResponse(random: Random): string {
	const time = `Date: Sat, 21 Nov 2026 12:${10 + random.below(50)}:08 GMT\r\n`;
	const [status, framing, body] = random.pick([["200 OK", "Content-Length: 2\r\n", "ok"], ["200 OK", "Content-Length: 02\r\n", "{}"],
		["200 OK", "Transfer-Encoding: chunked\r\n", "2\r\nok\r\n0\r\n\r\n"], ["204 No Content", "", ""]] as const);
	return `HTTP/1.1 ${status}\r\nVary: Origin\r\n${random.below(2) === 0 ? time + framing : framing + time}A: b\r\n\r\n${body}`;
}

function responseBytes(random: Random, before: Uint8Array | undefined): Uint8Array<ArrayBuffer> {
	if (before !== undefined && random.below(4) > 0)
		return Uint8Array.from(before);
	if (random.below(4) === 0)
		return Uint8Array.from(random.pick(responses));
	return bytesOf(new ResponseGrammar(random, random.pick([0, 60, 60, 15])).response());
}

/** Makes the input of that seed and index, the same each time. */
export function inputOf(seed: number, index: number): FuzzInput {
	const random = new Random(Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b));
	const before = random.below(6) === 0 ? bytesOf(knownResponse(random)) : undefined;
	let bytes = responseBytes(random, before);
	for (let count = random.pick([0, 0, 1, 1, 2, 5]); count > 0; count--)
		bytes = before !== undefined && random.below(2) === 0 ? mutateByte(random, bytes) : mutate(random, bytes, responses);
	return {
		bytes: bytes.slice(0, LONGEST),
		cuts: random.below(0x7fffffff),
		before,
		closed: random.below(2) === 0,
		size: random.pick([64, 128, 256, 1024]),
		names: random.pick([["content-type", "retry-after", "date"], ["a", "vary", "date", "server"], [], ["a", "content-length"]])
	};
}
