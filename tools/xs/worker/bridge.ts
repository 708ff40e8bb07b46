/** XS's end of the protocol. */
import { TLSError } from "../../../lib/tls/tls-error.js";
import { BYTES, ERROR, FAULT, frame, NOTHING, payloadOf, valueOf } from "../protocol.js";

export const encoder = new TextEncoder();
export const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

const errors: Readonly<Record<string, new (message: string) => Error>> = { Error, RangeError, TLSError, TypeError };

/** Has methods of stand-ins left out of what is counted. They have three parameters at most. */
export function leaveOut<Target extends object>(target: Target, ...names: readonly (keyof Target)[]): void {
	for (const name of names) {
		const inner = target[name] as (...values: unknown[]) => unknown;
		target[name] = function (this: unknown, one: unknown, two: unknown, three: unknown) {
			currentMeterLimit(1);
			try {
				return inner.call(this, one, two, three);
			}
			finally {
				currentMeterLimit(-1);
			}
		} as Target[typeof name];
	}
}

/** Runs what is the app's, within what is left out. */
export function takeIn<Result>(work: () => Result): Result {
	currentMeterLimit(-1);
	try {
		return work();
	}
	finally {
		currentMeterLimit(1);
	}
}

const nothing = new ArrayBuffer(0);
/** What Node is told with the next call, or at the end of the turn: frames. */
let told = nothing;

/** Tells Node what it answers nothing to. */
export function tell(kind: number, id: number, value = 0): void {
	told = told.concat(frame(kind, id, value).buffer);
}

/** What Node has not been told yet: it is told now. */
export function takeTold(): ArrayBuffer {
	const taken = told;
	told = nothing;
	return taken;
}

/**
 * Calls Node and waits for its answer.
 * @returns the answer, a frame
 * @throws what Node answers with ERROR
 */
export function call(kind: number, id = 0, value = 0, payload?: ArrayBuffer): Uint8Array {
	const head = takeTold().concat(frame(kind, id, value).buffer);
	// Buffers are copied at once; arrays would be metered byte by byte.
	const answer = new Uint8Array(issueCommand(payload === undefined ? head : head.concat(payload)));
	if (answer[0] !== ERROR)
		return answer;
	throw errorOf(answer);
}

/** Calls Node with a payload of text or JSON. */
export function callText(kind: number, id: number, value: number, text: string): Uint8Array {
	return call(kind, id, value, encoder.encode(text).buffer);
}

/** The number that Node answered with; undefined for none. */
export function numberOf(answer: Uint8Array): number | undefined {
	return answer[0] === NOTHING ? undefined : valueOf(answer);
}

/** The bytes that Node answered with, a view; undefined for none. */
export function bytesOf(answer: Uint8Array): Uint8Array | undefined {
	return answer[0] === BYTES ? payloadOf(answer) : undefined;
}

/** A frame's payload as text. */
export function textOf(bytes: Uint8Array): string {
	return decoder.decode(payloadOf(bytes));
}

/** The error that a frame's payload tells of. */
export function errorOf(bytes: Uint8Array): Error {
	const { name, message } = JSON.parse(textOf(bytes)) as { name: string; message: string };
	return new (errors[name] ?? Error)(message);
}

/** Tells Node about an exception or rejection that nobody handles; that ends the run. */
export function reportFault(what: string, error: unknown): void {
	callText(FAULT, 0, 0, `${what}: ${describe(error)}`);
}

/** An error's text and stack, other values as text. */
export function describe(error: unknown): string {
	if (!(error instanceof Error))
		return String(error);
	return `${error.name}: ${error.message}\n${(error.stack ?? "").split("\n").slice(1).join("\n")}`;
}
