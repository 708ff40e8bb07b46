import { BlockList, isIPv4, isIPv6 } from "node:net";
import test from "ava";
import { isPrivateHost, parseBaseUrl } from "../../../lib/url/base-url.js";
import { Random } from "../../../tools/random.js";

const privates = [
	"localhost", "LocalHost", "localhost.", "records.localhost", "a.b.localhost", "printer.local", "printer.LOCAL.", "a.b.local",
	"records.home.arpa", "records.internal", "my_host.internal", "127.local", "10.0.0.1.local",
	"127.0.0.1", "127.255.255.255", "10.0.0.0", "10.255.255.255", "172.16.0.0", "172.31.255.255", "192.168.0.0", "192.168.255.255",
	"169.254.0.0", "169.254.169.254",
	"::1", "fc00::", "FDFF:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
	"fe80::1", "febf::", "FE80::1.2.3.4", "fd00:1:2:3:4:5:6::", "fd00:0:0:0:0:0:0:0",
	"::ffff:127.0.0.1", "::FFFF:10.1.2.3"
];

for (const host of privates)
	test(`private: ${host}`, (t) => t.true(isPrivateHost(host)));

const others = [
	// Names that only look so.
	"example.test", "localhost.example", "localhost.localdomain", "notlocalhost", "xlocalhost.", "local", "local.", "internal", "home.arpa", "arpa",
	"printer.local.example", "printerlocal", "xlocal.example", "a.homexarpa", "home.arpa.example", "internal.example", "a.intranet", "a.lan", "a.home", "a.corp",
	".local", ".localhost", "a..local", "..local", "localhost..", "printer.local..", ".", "",
	// Names without a dot.
	"records", "nas", "raspberrypi", "ai",
	// Addresses that are part of a name, and other spellings than four decimal numbers.
	"127.0.0.1.evil.example", "10.example", "192.168.1.1.example", "127.0.0.1.", "127.1", "10.1", "127", "2130706433", "0177.0.0.1", "010.0.0.1", "10.0.0.01", "10.00.0.1",
	"0x7f.0.0.1", "0x7f000001", "127.0.0.256", "10.0.0.1000", "10.0.0", "10.0.0.1.2", "10..0.1", "10.0.0.", ".10.0.0.1", "10.0.0.1-", "-10.0.0.1", "10.0.0.1 ", " 10.0.0.1", "10.0.0.1\n",
	// Addresses of the public.
	"0.0.0.0", "8.8.8.8", "9.255.255.255", "11.0.0.0", "126.255.255.255", "128.0.0.0", "172.15.255.255", "172.32.0.0", "192.167.255.255", "192.169.0.0",
	"169.253.255.255", "169.255.0.0", "100.64.0.1", "100.127.255.255", "198.18.0.1", "224.0.0.1", "255.255.255.255",
	"::", "::2", "1::1", "::1:1", "0:0:0:0:0:0:1:1", "2001:db8::1", "fbff::1", "fe00::1", "fe7f::", "fec0::1", "ff02::1", "fc::1", "::fc00:0", "::127.0.0.1", "::10.0.0.1",
	"::ffff:8.8.8.8", "::fffe:10.0.0.1", "::ffff:0:10.0.0.1", "1::ffff:10.0.0.1", "64:ff9b::10.0.0.1", "2002:a00:1::",
	// No addresses.
	"[::1]", ":", ":::", "::1::", "1:2:3:4:5:6:7", "fd00:", ":fd00::", "fd00::g", "fe80::1%eth0",
	// Other spellings of private addresses.
	"0:0:0:0:0:0:0:1", "0::1", "::0.0.0.1", "::ffff:7f00:1", "0:0:0:0:0:ffff:172.16.0.1", "1.2.3.4::", "10.0.0.1:8090", "localhost:8090", "a.local:", "::ffff:127.1", "::ffff:0177.0.0.1",
	"::1 ", "::1\n", "fd00::-1"
];

for (const host of others)
	test(`not private: ${JSON.stringify(host)}`, (t) => t.false(isPrivateHost(host)));

test("the host as it is in a base URL is understood", (t) => {
	t.true(isPrivateHost(parseBaseUrl("http://[FD12::1]:8090").host));
	t.true(isPrivateHost(parseBaseUrl("http://Records.Local").host));
	t.false(isPrivateHost(parseBaseUrl("http://[2001:db8::1]").host));
});

const list = new BlockList();
for (const [network, prefix] of [["127.0.0.0", 8], ["10.0.0.0", 8], ["172.16.0.0", 12], ["192.168.0.0", 16], ["169.254.0.0", 16]] as const)
	list.addSubnet(network, prefix, "ipv4");
for (const [network, prefix] of [["::1", 128], ["fc00::", 7], ["fe80::", 10]] as const)
	list.addSubnet(network, prefix, "ipv6");

const edges = ["127.0.0.0", "10.0.0.0", "172.16.0.0", "192.168.0.0", "169.254.0.0"];

test("50,000 random IPv4 addresses, by themselves and mapped, are judged as Node's BlockList judges them", (t) => {
	const random = new Random();
	t.log(`SEED=${random.seed}`);
	for (let round = 0; round < 50_000; round++) {
		const octets = random.pick([...edges, "0.0.0.0"]).split(".").map(Number);
		for (let index = random.below(3); index < 4; index++)
			octets[index] = (octets[index] + random.pick([0, 1, 15, 16, 255, random.below(256)])) % 256;
		const address = octets.join(".");
		const expected = list.check(address, "ipv4");
		t.is(isPrivateHost(address), expected, address);
		t.is(isPrivateHost(`::ffff:${address}`), expected, address);
	}
});

test("of 50,000 random IPv6 addresses those are private that Node's BlockList has, mapped ones aside", (t) => {
	const random = new Random();
	t.log(`SEED=${random.seed}`);
	let addresses = 0;
	for (let round = 0; round < 50_000; round++) {
		let literal = random.pick(["", "", ":", "::", "fd00:", "fe80::", "fec0:", "FC12:", "fd:", "fe8:"]);
		for (let count = random.below(8); count > 0; count--)
			literal += random.pick(["0", "0", "1", "ffff", "FE80", "fdAB", "0001"]) + random.pick([":", ":", ":", ":", ":", ":", "::"]);
		literal += random.pick(["", "", "1", "::1", "10.0.0.1", "8.8.8.8"]);
		if (!isIPv6(literal))
			continue;
		addresses++;
		const address = new URL(`http://[${literal}]`).hostname.slice(1, -1);
		if (!address.startsWith("::ffff:"))
			t.is(isPrivateHost(address), list.check(address, "ipv6"), address);
		t.true(!isPrivateHost(literal) || list.check(literal, "ipv6"), literal);
	}
	t.true(addresses > 1000, `${addresses} of them were addresses`);
});

test("what the URL standard takes for another spelling of an address is not taken for one, nor for a private name", (t) => {
	for (const host of ["127.1", "0177.0.0.1", "2130706433", "0x7f000001", "10.1", "0xa.0.0.1"]) {
		t.true(isIPv4(new URL(`http://${host}`).hostname), host);
		t.false(isPrivateHost(host), host);
	}
});
