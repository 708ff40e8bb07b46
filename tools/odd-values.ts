/**
 * What a callback may throw or reject with, that is no error with a text: by name, each made anew. Asking some of them for their text,
 * class or members throws.
 */
export const ODD_VALUES: Readonly<Record<string, () => unknown>> = Object.freeze({
	"undefined": () => undefined,
	"null": () => null,
	"a symbol": () => Symbol("odd"),
	"a number": () => -28,
	"a big integer": () => 5n,
	"an empty text": () => "",
	"an error without text": () => new Error(),
	"an error whose text is no text": () => Object.defineProperty(new Error(), "message", { value: Symbol("odd") }),
	"an error whose text throws": () => Object.defineProperty(new Error(), "message", { get: throwing }),
	"an object without prototype": () => Object.create(null) as unknown,
	"an object whose toString throws": () => ({ toString: throwing }),
	"an object whose toString returns an object": () => ({ toString: () => ({}), valueOf: () => ({}) }),
	"an object whose Symbol.toPrimitive throws": () => ({ [Symbol.toPrimitive]: throwing }),
	"a function": () => throwing,
	"a revoked proxy": revoked,
	"a proxy that throws": () => new Proxy({}, { get: throwing, getPrototypeOf: throwing, has: throwing, ownKeys: throwing })
});

function throwing(): never {
	throw new Error("asked");
}

function revoked(): unknown {
	const { proxy, revoke } = Proxy.revocable({}, {});
	revoke();
	return proxy;
}
