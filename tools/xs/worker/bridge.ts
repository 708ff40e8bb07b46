/** XS's end of the protocol. */
import { TLSError } from "../../../lib/tls/tls-error.js";
import { BYTES, type CallName, calls, encoder, ERROR, frame, jsonOf, NOTHING, payloadOf, valueOf } from "../protocol.js";

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
export function tell(name: CallName, id: number, value = 0): void {
	told = told.concat(frame(calls.indexOf(name), id, value).buffer);
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
export function call(name: CallName, id = 0, value = 0, payload?: ArrayBuffer): Uint8Array {
	const head = takeTold().concat(frame(calls.indexOf(name), id, value).buffer);
	// Buffers are copied at once; arrays would be metered byte by byte.
	const answer = new Uint8Array(issueCommand(payload === undefined ? head : head.concat(payload)));
	if (answer[0] !== ERROR)
		return answer;
	throw errorOf(payloadOf(answer));
}

/** Calls Node with a payload of text or JSON. */
export function callText(name: CallName, text: string, id = 0, value = 0): Uint8Array {
	return call(name, id, value, encoder.encode(text).buffer);
}

/** The number that Node answered with; undefined for none. */
export function numberOf(answer: Uint8Array): number | undefined {
	return answer[0] === NOTHING ? undefined : valueOf(answer);
}

/** The bytes that Node answered with, a view; undefined for none. */
export function bytesOf(answer: Uint8Array): Uint8Array | undefined {
	return answer[0] === BYTES ? payloadOf(answer) : undefined;
}

/** The error that a payload tells of. */
export function errorOf(payload: Uint8Array): Error {
	const { name, message } = jsonOf(payload) as { name: string; message: string };
	return new (errors[name] ?? Error)(message);
}

/** Tells Node about an exception or rejection that nobody handles; that ends the run. */
export function reportFault(what: string, error: unknown): void {
	callText("fault", `${what}: ${describe(error)}`);
}

/** An error's text and stack, other values as text. */
export function describe(error: unknown): string {
	if (!(error instanceof Error))
		return String(error);
	return `${error.name}: ${error.message}\n${(error.stack ?? "").split("\n").slice(1).join("\n")}`;
}
