/** Where a server is, as its user writes it. */
import test from "ava";
import { placeOf } from "../../../../host/ca/place.js";

for (const [server, host, port, text] of [
	["records.example.org", "records.example.org", 443, "records.example.org"],
	["records.example.org:8443", "records.example.org", 8443, "records.example.org:8443"],
	["https://records.example.org/prefix", "records.example.org", 443, "records.example.org"],
	["127.0.0.1:8443", "127.0.0.1", 8443, "127.0.0.1:8443"],
	["::1", "::1", 443, "[::1]"],
	["2001:db8::1", "2001:db8::1", 443, "[2001:db8::1]"],
	["[::1]:8443", "::1", 8443, "[::1]:8443"]
] as const)
	test(`${server} is ${host} and ${port}`, (t) => t.deepEqual(placeOf(server), { host, port, name: host, text }));

test("a device looks for the app's name in the certificate, and for none with a dot at its end", (t) => {
	t.is(placeOf("127.0.0.1", "records.test").name, "records.test");
	t.is(placeOf("records.test.").name, "records.test");
});

for (const [server, message] of [
	["http://records.example.org", "an http:// address has no TLS"],
	["records.example.org:0", "baseUrl has a port that is not 1 to 65535"],
	["records example", "baseUrl has no valid host"],
	["user@records.example.org", "baseUrl must not hold a user or password"],
	["", "baseUrl has no valid host"]
])
	test(`"${server}" is refused: ${message}`, (t) => void t.throws(() => placeOf(server), { instanceOf: TypeError, message }));
