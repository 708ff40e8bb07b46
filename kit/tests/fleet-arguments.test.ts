import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { readArguments } from "../fleet/arguments.mjs";

test("what is given is read", (t) => {
	t.like(readArguments(["list"]), { command: "list", services: [{ name: "http://127.0.0.1:8090", url: "http://127.0.0.1:8090" }], silent: 0, prefix: "" });
	t.like(readArguments(["list", "--silent", "36h", "--url", "https://a.example/b/"]), { silent: 129_600_000, services: [{ name: "https://a.example/b", url: "https://a.example/b" }], baseUrl: "https://a.example/b" });
	for (const given of [["list", "--silent"], ["list", "--silent", "--prefix", "g-"], ["--silent", "--url", "http://a", "list"]])
		t.is(readArguments(given).silent, "interval", given.join(" "));
	t.like(readArguments(["add", "--count", "5000", "--prefix", "g-", "--csv", "f"]), { count: 5000, prefix: "g-", csv: "f" });
	t.like(readArguments(["export", "--from", "12.abc", "--out", "f"]), { from: undefined, places: [{ service: "", place: 12, id: "abc" }] });
	t.like(readArguments(["export", "--from", "2026-11-01", "--to", "2026-11-01T12:00:00+01:00", "--format", "ndjson", "--out", "f"]), { from: Date.UTC(2026, 10, 1), to: Date.UTC(2026, 10, 1, 11), format: "ndjson" });
	t.like(readArguments(["lock", "a", "b"]), { names: ["a", "b"] });
	t.like(readArguments(["forward", "--to", "postgresql://u@a/b", "--metrics", "[::1]:9464"]), { database: "postgresql://u@a/b", metrics: { host: "::1", port: 9464 }, schema: undefined, to: undefined });
	t.like(readArguments(["forward"], { RECORDS_FORWARD_TO: "postgres://a/b" }), { database: "postgres://a/b", metrics: undefined });
	t.like(readArguments(["forward", "--schema", "--url", "http://a"]), { database: "", schema: "plain" });
	t.true(readArguments(["--help"]).help);
});

const faults: readonly (readonly [string[], string])[] = [
	[[], "a command is needed: add, list, lock, rotate, remove, copy, provision, export, forward"],
	[["sing"], "there is no command sing"],
	[["constructor"], "there is no command constructor"],
	[["list", "a"], "list takes no names"],
	[["lock"], "lock needs names of devices"],
	[["provision", "a", "b", "--csv", "f", "--out", "f"], "provision needs the name of one device"],
	[["add", "--count", "1", "--prefix", "a"], "add needs --csv"],
	[["add", "--prefix", "a", "--csv", "f"], "add needs --count"],
	[["add", "--count", "0", "--prefix", "a", "--csv", "f"], "--count 0 is not a whole number from 1 to 1,000,000"],
	[["add", "--count", "1", "--prefix", "a@b", "--csv", "f"], '--prefix a@b is not 1 to 100 letters, digits, "_", "." and "-", of which the first is neither "." nor "-"'],
	[["copy"], "copy needs --csv"],
	[["copy", "a", "--csv", "f"], "copy takes no names"],
	[["export"], "export needs --out"],
	[["provision", "a", "--csv", "f"], "provision needs --out"],
	[["list", "--url", "http://a", "--services", "f"], "--url is one service, and --services several: give one of them"],
	[["rotate", "a", "--csv", "f", "--services", "f", "--base-url", "http://a"], "--base-url goes with --url: a file of services has it in its line devices=URL"],
	[["list", "--services", "no-such-file"], "the file of services no-such-file can't be read: it is not there"],
	[["list", "--count", "1"], "list has no option --count"],
	[["list", "--silent", "1w"], "--silent 1w is not a whole number with s, m, h or d, such as 24h"],
	[["list", "--url", "ftp://a"], "--url ftp://a is not the http or https URL of a service"],
	[["list", "--url", "http://a:b@c"], "--url http://a:b@c is not the http or https URL of a service"],
	[["rotate", "--csv", "f"], "rotate needs either names or --prefix"],
	[["rotate", "a", "--prefix", "b", "--csv", "f"], "rotate needs either names or --prefix"],
	[["export", "--from", "one=1.a", "--url", "http://a", "--services", "f", "--out", "f"], "--url is one service, and --services several: give one of them"],
	[["export", "--from", "yesterday", "--out", "f"], "--from yesterday is not a day or a time with its zone, such as 2026-11-01 or 2026-11-01T12:00:00Z"],
	[["export", "--to", "2026-11-01T12:00", "--out", "f"], "--to 2026-11-01T12:00 is not a day or a time with its zone, such as 2026-11-01 or 2026-11-01T12:00:00Z"],
	[["export", "--from", "2026-13-01", "--out", "f"], "--from 2026-13-01 is not a day or a time with its zone, such as 2026-11-01 or 2026-11-01T12:00:00Z"],
	[["export", "--from", "2026-12-01", "--to", "2026-12-01", "--out", "f"], "--from 2026-12-01 is not before --to 2026-12-01"],
	[["export", "--format", "xml", "--out", "f"], "--format xml is neither csv nor ndjson"],
	[["forward"], "forward needs --to"],
	[["forward", "--to", "http://a:secret@b/c"], "--to is not the URL of a PostgreSQL database, such as postgres://records@127.0.0.1/records"],
	[["forward", "--to", "postgres://a/b", "--metrics", "9464"], "--metrics 9464 is not an address and a port, such as 127.0.0.1:9464"],
	[["forward", "--schema", "mysql"], "--schema mysql is neither plain, timescaledb nor citus"]
];

for (const [given, message] of faults)
	test(`"${given.join(" ")}" is refused`, (t) => void t.throws(() => readArguments(given), { message }));

const folder = mkdtempSync(join(tmpdir(), "records-services-"));
const table = join(folder, "services.txt");
test.after.always(() => rmSync(folder, { recursive: true }));

test.serial("a file of services is read, by --services or by the environment; --url is one service in spite of it", (t) => {
	writeFileSync(table, "# the fleet's\ndevices=https://a.example/{name}\n\none = http://10.0.0.1:8090/ # Berlin\ntwo=http://10.0.0.2:8090\n");
	const services = [{ name: "one", url: "http://10.0.0.1:8090" }, { name: "two", url: "http://10.0.0.2:8090" }];
	t.like(readArguments(["list", "--services", table]), { services, baseUrl: "https://a.example/{name}" });
	t.like(readArguments(["list"], { RECORDS_SERVICES: table }), { services, baseUrl: "https://a.example/{name}" });
	t.like(readArguments(["list", "--url", "http://b"], { RECORDS_SERVICES: table }), { services: [{ name: "http://b", url: "http://b" }] });
	t.true(readArguments(["--help"], { RECORDS_SERVICES: "no-such-file" }).help);
});

for (const [text, fault] of [
	["one http://a\n", "has the line one http://a, which is not NAME=URL"],
	["one=http://a\none=http://b\ndevices=http://c\n", "has two lines with the same name"],
	["one=http://a\ntwo=http://a/\ndevices=http://c\n", "has two services with the same URL"],
	["devices=http://c\n", "has no service"],
	["one=http://a\n", "has no line devices=URL with the address that devices use"],
	["one=ftp://a\n", ": one= ftp://a is not the http or https URL of a service"]
] as const) {
	test.serial(`a file of services is refused that ${fault}`, (t) => {
		writeFileSync(table, text);
		t.throws(() => readArguments(["list", "--services", table]), { message: `${table}${fault.startsWith(":") ? "" : " "}${fault}` });
	});
}
