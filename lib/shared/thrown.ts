/**
 * The text of whatever somebody else's code has thrown, has rejected with or reports as an error. Never throws: a value may have no
 * text form, or one that throws.
 * @param otherwise for a value that says nothing
 */
export function textOf(thrown: unknown, otherwise = "unknown error"): string {
	try {
		const { message } = Object(thrown) as { message?: unknown };
		if (typeof message === "string" && message !== "")
			return message;
		// eslint-disable-next-line @typescript-eslint/no-base-to-string -- what has no text of its own gets `otherwise`
		const text = thrown === undefined || thrown === null || isError(thrown) || typeof thrown === "function" ? "" : String(thrown);
		return text === "" || text.startsWith("[object ") ? otherwise : text;
	}
	catch {
		return otherwise;
	}
}

/**
 * Sees to it that a promise of the app's that nobody awaits, such as an async callback's, ends no app when it is rejected.
 * @param result what the app has returned; it need not be a promise
 * @param onRejected called when it is rejected
 * @returns whether it is a promise
 * @throws what `then` of the result throws when it is looked at
 */
export function isUnawaited(result: unknown, onRejected: () => void): boolean {
	const promise = result as PromiseLike<unknown> | null | undefined;
	if (typeof promise?.then !== "function")
		return false;
	Promise.resolve(promise).catch(onRejected);
	return true;
}

/** Calls the app back. @param onThrown called when it throws, or when a promise of its own is rejected: neither ends the app */
export function callBack(call: () => unknown, onThrown: () => void): void {
	try {
		isUnawaited(call(), onThrown);
	}
	catch {
		onThrown();
	}
}

/** Whether it is an error: to ask for the class of a proxy may throw. */
export function isError(thrown: unknown): thrown is Error {
	try {
		return thrown instanceof Error;
	}
	catch {
		return false;
	}
}

/** Whether it is an error of TLS. Another TLS socket's need not be of this library's class. */
export function isTLSError(thrown: unknown): boolean {
	try {
		return isError(thrown) && thrown.name === "TLSError";
	}
	catch {
		return false;
	}
}
