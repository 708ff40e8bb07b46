import test from "ava";
import { canBeSame } from "../../lib/pocketbase/same-record.js";
import { Superuser } from "../../tools/front/superuser.js";
import { serviceOfFile } from "../../tools/service-of-file.js";

const service = serviceOfFile();

/** A field of each type that a create can set, by the name of its type, and the members that the service sets. */
const fields = [
	{ name: "text", type: "text" }, { name: "editor", type: "editor" }, { name: "email", type: "email" }, { name: "url", type: "url" },
	{ name: "number", type: "number" }, { name: "bool", type: "bool" }, { name: "date", type: "date" }, { name: "json", type: "json" },
	{ name: "geoPoint", type: "geoPoint" }, { name: "select", type: "select", values: ["a", "b", "1"] }, { name: "selects", type: "select", values: ["a", "b", "1"], maxSelect: 3 },
	{ name: "file", type: "file" }, { name: "files", type: "file", maxSelect: 3 }, { name: "password", type: "password", cost: 4 },
	{ name: "collectionId" }, { name: "collectionName" }, { name: "created", type: "autodate", onCreate: true }, { name: "updated", type: "autodate", onCreate: true, onUpdate: true }
];

/** Texts that a cut, a careless format or another language makes. */
const texts = [
	"", " ", "a", "a ", " a", "A", "a,b", "abc\ud83d", "\udc00x", "\ud83d\ude00", "ä", "a\u0308", "a\u0000b", "a\tb\nc", "\\", "'", "\"", "<b>x</b>", "null", "true", "false", "yes", "t", "T", "1b",
	"0", "-0", "1", "+1", "01", "1.", ".5", "1.50", "1e3", "1E3", "1e400", "-1e400", "1e-400", "0x10", "0X1F", "0x1p4", "0x.8p1", "0b11", "0o17", "017", "1_000", "1,5", "1 000", " 12 ", "12\n", "\u00a012",
	"Infinity", "+Infinity", "-Infinity", "inf", "+Inf", "-inf", "NaN", "nan", "12abc", "12345678901234567890", "9007199254740993", "0.1", "0.30000000000000004", "１２",
	"2026-11-21", "2026-11-21T07:00:00Z", "2026-11-21 07:00:00", "2026-11-21 07:00:00.5", "2026-11-21T07:00:00.123456789Z", "2026-11-21T09:00:00+02:00", "2026-11-21T07:00", "20261121", "21.11.2026", "Sat, 21 Nov 2026 07:00:00 GMT", "now", "@now",
	"1763708400", "2026-13-45", "2026-02-30", "0000-01-01", "24:00:00", "2026-11-21T24:00:00Z", "2026-11-21 07:00:00.0004Z", "2026-11-21 07:00:00.9999Z",
	"{\"a\":1}", "[1,2]", "{", "{\"lon\":1,\"lat\":2}", "\"x\"", "[\"a\"]", "user@example.org", "User@Example.ORG", "http://example.org", "HTTP://example.org/ä"
];

const values: readonly unknown[] = [
	...texts, null, true, false, 0, -0, 1, -1, 1.5, 0.1, 1e3, 1e21, 1e-7, 5e-324, 1.7976931348623157e308, 2 ** 53, 2 ** 53 + 2, 2 ** 63, 2 ** 64, 123456789.12345679, 1763708400, 1763708400000,
	[], ["a"], ["a", "b"], ["b", "a"], ["a", "a"], ["a", ""], [1], [null], [[]], [1, 2], ["1", "2"], ["a", "abc\ud83d"], [{ a: 1 }],
	{}, { a: 1 }, { a: "abc\ud83d" }, { "\ud83d": 1 }, { a: null, b: [], c: {}, d: "" }, { created: "x", updated: 1 }, { a: [1, 1, 2] }, { a: "0x10", b: 16 },
	{ lon: 12.5, lat: 48.25 }, { lat: 48.25, lon: 12.5 }, { lon: "12.5", lat: "48.25" }, { lon: "0x10", lat: " 2 " }, { lon: "abc", lat: "" }, { lon: 12.5 }, { lon: null, lat: null }, { lon: true, lat: [1] }, { lon: "inf", lat: 0 }, { lon: 12.5, lat: 48.25, alt: 3 }
];

/** A spelling of a value that no JavaScript value has, as JSON. */
const written = ["1E+2", "1.0", "-0.0", "100000000000000000000000000", "1e400", "0.1000000000000000055511151231257827", "\"\\ud83d\"", "\"\\ud83d\\ud83d\\ude00\"", "{\"a\":1,\"a\":2}", "{\"\\ud83d\":1}", "[1.0]", "\"\\u0000\"", "\"\\/\""];

test("a record is never told as another's: each value that a create can send, to a field of each type", async (t) => {
	const superuser = await Superuser.of(service);
	await superuser.ask("POST", "/api/collections", { name: "spellings", type: "base", createRule: "", viewRule: "", fields: fields.filter(({ type }) => type !== undefined) });
	const bodies = [...values.map((value) => JSON.stringify(value)), ...written];
	const wrong: string[] = [];
	let stored = 0;
	for (const { name } of fields) {
		for (const json of bodies) {
			const sent = `{"${name}":${json}}`;
			const response = await fetch(`${service.url}/api/collections/spellings/records`, {
				method: "POST", headers: { "content-type": "application/json" }, body: sent
			});
			if (!response.ok)
				continue;
			stored++;
			const { id } = await response.json() as { id: string };
			const kept = await fetch(`${service.url}/api/collections/spellings/records/${id}`);
			const record = await kept.text();
			if (!canBeSame(sent, record))
				wrong.push(`${sent} ${record}`);
		}
	}
	t.deepEqual(wrong, []);
	t.true(stored > 1500, `${stored} were stored`);
});
