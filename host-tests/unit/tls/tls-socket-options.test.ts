import test from "ava";
import { checkOptions, type TLSSocketOptions } from "../../../lib/tls/tls-socket-options.js";

function nameOf(options: Partial<TLSSocketOptions>): string {
	return checkOptions({ address: "127.0.0.1", port: 443, TCP: { io: (() => undefined) as never }, ...options }, { for: () => [], encoded: () => undefined }).name;
}

test("the name that is looked for is the host, or the server name; the dot that ends it is left out", (t) => {
	t.is(nameOf({ host: "records.test" }), "records.test");
	t.is(nameOf({ host: "records.test." }), "records.test");
	t.is(nameOf({ host: "127.0.0.1", secure: { serverName: "records.test." } }), "records.test");
	t.is(nameOf({ host: "records.test..", secure: {} }), "records.test.");
});
