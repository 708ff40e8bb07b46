import type { Kind } from "../../../lib/response.js";
import type { Limits } from "../../../lib/client-limits.js";
import { SHORT } from "../patience.js";

/** What may be told of a call whose answer, or whose request, broke off. */
export interface Truth {
	/** Whether the whole answer may be told, as the service gave it. */
	readonly answer: boolean;
	/** Kinds of failures that may be told instead. */
	readonly kinds: readonly Kind[];
	/** How often the service has done the call; undefined for once or not at all. */
	readonly effects: number | undefined;
	/** Connections that it takes with the next call, which is a GET; undefined where that may differ. */
	readonly connections: number | undefined;
	/** Whether nothing of the call has left, so that it may be sent again whatever it is. */
	readonly unsent?: boolean;
}

/** One of the ways in which things go wrong, at a byte of the answer or of the request. */
export interface FaultKind {
	/** As in the path of the proxy. */
	readonly name: string;
	/** What its byte is a byte of; undefined where it has none. */
	readonly of: "answer" | "request" | undefined;
	/** Each how-manieth byte meets it, besides those about the edges, unless the engine has a number of its own. */
	readonly step: number;
	/** Limits of its scenarios that differ. */
	readonly limits: (at: number) => Partial<Limits>;
	/**
	 * @param at the byte, the number of those that came through
	 * @param length of the answer or the request
	 * @param reads whether the call is a GET
	 */
	readonly truth: (at: number, length: number, reads: boolean) => Truth;
}

// Short only where the fault is that nothing comes: a busy machine must not pass for one. The next call has them too; its
// answer comes in one piece.
const noAnswer: Partial<Limits> = { firstByte: 2 * SHORT };
const standstill: Partial<Limits> = { idle: SHORT };

const unhurried = (): Partial<Limits> => ({});
const impatient = (at: number): Partial<Limits> => at === 0 ? noAnswer : standstill;
const complete: Truth = { answer: true, kinds: [], effects: 1, connections: 1 };

/** The connection ended: a GET whose answer had not begun is sent again. */
function ended(at: number, length: number, reads: boolean): Truth {
	if (at >= length || (at === 0 && reads))
		return { ...complete, connections: 2 };
	return { answer: false, kinds: [at === 0 ? "connect" : "protocol"], effects: 1, connections: 2 };
}

function stalled(at: number, length: number): Truth {
	return at >= length ? complete : { answer: false, kinds: ["timeout"], effects: 1, connections: 2 };
}

/** A reset may overtake the bytes before it: then no answer has begun. */
function reset(_at: number, length: number, reads: boolean): Truth {
	const { answer, kinds } = ended(_at, length, reads);
	return { answer: answer || reads, kinds: _at === 0 ? kinds : ["connect", "protocol"], effects: 1, connections: 2 };
}

function unasked(kind: Kind): FaultKind["truth"] {
	return (_at, _length, reads) => {
		const again = reads && kind === "connect";
		return { answer: again, kinds: again ? [] : [kind], effects: 0, connections: 2 };
	};
}

/** The service has got so much of the request. */
function cutShort(kind: Kind): FaultKind["truth"] {
	return (at, length, reads) => ({ ...unasked(kind)(at, length, reads), effects: at < length ? 0 : undefined });
}

/** Every fault, and what is true of it. */
export const faultKinds: readonly FaultKind[] = [
	{ name: "cut", of: "answer", step: 9, limits: unhurried, truth: ended },
	{ name: "half-close", of: "answer", step: 9, limits: unhurried, truth: ended },
	{ name: "reset", of: "answer", step: 9, limits: unhurried, truth: reset },
	{ name: "stall", of: "answer", step: 9, limits: impatient, truth: stalled },
	{ name: "delay", of: "answer", step: 9, limits: unhurried, truth: () => complete },
	{ name: "bytewise", of: undefined, step: 1, limits: unhurried, truth: () => complete },
	{ name: "unasked-cut", of: undefined, step: 1, limits: unhurried, truth: unasked("connect") },
	{ name: "unasked-reset", of: undefined, step: 1, limits: unhurried, truth: unasked("connect") },
	{ name: "unasked-stall", of: undefined, step: 1, limits: () => noAnswer, truth: unasked("timeout") },
	{ name: "request-cut", of: "request", step: 24, limits: unhurried, truth: cutShort("connect") },
	{ name: "request-stall", of: "request", step: 24, limits: () => noAnswer, truth: cutShort("timeout") }
];
