import dns from "node:dns";
import { syncBuiltinESMExports } from "node:module";
import { setTimeout as wait } from "node:timers/promises";
import test, { type ExecutionContext } from "ava";
import { Resolver } from "../../../host/resolver.js";

/** The label is too long for DNS, so that the system refuses the name without asking anyone. */
const unknown = "x".repeat(64) + ".invalid";

/** Resolves with the values of the one callback that is called. */
function resolve(t: ExecutionContext, host: string): Promise<unknown[]> {
	return new Promise((settle) => {
		let inside = true;
		const resolver = new Resolver();
		const told = function (this: unknown, ...values: unknown[]) {
			t.false(inside, "called back inside the call");
			t.is(this, resolver);
			settle(values);
		};
		resolver.resolve({ host, onResolved: told, onError: told });
		inside = false;
	});
}

test.serial("literal addresses and localhost ask nobody", async (t) => {
	const original = dns.lookup;
	dns.lookup = (() => t.fail()) as never;
	syncBuiltinESMExports();
	try {
		t.deepEqual(await resolve(t, "192.0.2.7"), ["192.0.2.7", "192.0.2.7", ["192.0.2.7"]]);
		t.deepEqual(await resolve(t, "2001:db8::7"), ["2001:db8::7", "2001:db8::7", ["2001:db8::7"]]);
		t.deepEqual(await resolve(t, "localhost"), ["localhost", "127.0.0.1", ["127.0.0.1"]]);
		t.deepEqual(await resolve(t, "localhost."), ["localhost.", "127.0.0.1", ["127.0.0.1"]]);
	}
	finally {
		dns.lookup = original;
		syncBuiltinESMExports();
	}
});

test("an unknown name is told by onError", async (t) => {
	const [error, ...others] = await resolve(t, unknown);
	t.true(error instanceof Error);
	t.is((error as NodeJS.ErrnoException).syscall, "getaddrinfo");
	t.deepEqual(others, []);
});

test("a name is looked up by the system", async (t) => {
	// In the hosts file of every system, or known to its resolver; the letters keep it from being the short cut.
	const [host, address, addresses] = await resolve(t, "LOCALHOST");
	t.is(host, "LOCALHOST");
	t.regex(String(address), /^127\.|^::1$/);
	t.is((addresses as unknown[])[0], address);
});

test.serial("all addresses of a name are told, those of IPv4 first", async (t) => {
	const original = dns.lookup;
	const found = ["192.0.2.1", "192.0.2.2", "2001:db8::1"].map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
	dns.lookup = ((_host: string, options: object, callback: (error: null, addresses: object[]) => void) => {
		t.deepEqual(options, { all: true, verbatim: false });
		setImmediate(() => callback(null, found));
	}) as never;
	syncBuiltinESMExports();
	try {
		t.deepEqual(await resolve(t, "many.test"), ["many.test", "192.0.2.1", ["192.0.2.1", "192.0.2.2", "2001:db8::1"]]);
	}
	finally {
		dns.lookup = original;
		syncBuiltinESMExports();
	}
});

test("close ends look-ups without a callback, and may be called again", async (t) => {
	for (const host of ["127.0.0.1", "localhost", unknown, "LOCALHOST"]) {
		const resolver = new Resolver();
		resolver.resolve({ host, onResolved: () => t.fail(), onError: () => t.fail() });
		resolver.close();
		resolver.close();
	}
	// Once these have been answered, so would have been those.
	await resolve(t, unknown);
	await resolve(t, "127.0.0.1");
	await wait(100);
	t.pass();
});

test("resolve after close throws", (t) => {
	const resolver = new Resolver();
	resolver.close();
	const options = { host: "localhost", onResolved: () => t.fail(), onError: () => t.fail() };
	t.throws(() => resolver.resolve(options), { message: "resolver is closed" });
});

test("options are validated", (t) => {
	const resolver = new Resolver();
	const right = { host: "localhost", onResolved: () => t.fail(), onError: () => t.fail() };
	for (const wrong of [{ host: "" }, { host: undefined }, { host: 7 }, { onResolved: undefined }, { onError: "no" }])
		t.throws(() => resolver.resolve({ ...right, ...wrong } as never), { instanceOf: TypeError });
});
