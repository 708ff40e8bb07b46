/** Random texts in filters of the real service: each selects exactly the records with that text, or is refused. */
import test from "ava";
import { RecordsClient } from "../../host/node.js";
import { filter } from "../../lib/filter/filter.js";
import { Superuser } from "../../tools/front/superuser.js";
import { Random } from "../../tools/random.js";
import { serviceOfFile } from "../../tools/service-of-file.js";

/** What means something in a filter, in a URL or in the service's texts, and pieces of attacks. */
const pieces = ["'", "\"", "\\", "\\'", "\\\\", "%", "_", "{:", "}", "&&", "||", "(", ")", "=", "~", "//", "\n", "\t", "\r", " ", "a", "B", "1", "null", "true", "@now", "#", "&", ";", "+", "%27", "\u00e9", "\u20ac",
	"\ud83d\ude00", "\u0001", "\u007f", "\u00a0", "\u200b", "\u2028", "\ufeff", "' || '1'='1", "') || (1=1", "\u0000"];
const ROWS = 400;
/** Records in one request at most (kit/). */
const BATCH = 50;

const service = serviceOfFile();

test("a filter with two random texts selects exactly the records that have one of them, or is refused", async (t) => {
	const random = new Random();
	t.log(`SEED=${random.seed}`);
	const superuser = await Superuser.of(service);
	await superuser.ask("POST", "/api/collections", { type: "base", name: "texts", listRule: "", fields: [{ type: "text", name: "text", max: 1000 }] });
	const texts = Array.from({ length: ROWS }, () => Array.from({ length: random.below(6) }, () => random.pick(pieces)).join(""));
	for (let from = 0; from < ROWS; from += BATCH) {
		await superuser.ask("POST", "/api/batch", {
			requests: texts.slice(from, from + BATCH).map((text) => ({ method: "POST", url: "/api/collections/texts/records", body: { text } }))
		});
	}
	const client = new RecordsClient({ baseUrl: service.url, preferences: null });
	t.teardown(() => client.close());
	let refused = 0;
	for (const a of texts) {
		const b = random.pick(texts);
		if ([a, b].some((text) => text.endsWith("\\") || text.includes("\0"))) {
			t.throws(() => filter("text = {:a} || text = {:b}", { a, b }), { instanceOf: TypeError });
			refused++;
			continue;
		}
		const response = await client.collection("texts").getListEx({ perPage: 500, fields: "text", filter: filter("text = {:a} || text = {:b}", { a, b }) });
		t.is(response.error, "", JSON.stringify([a, b]));
		const found = response.json<{ items: { text: string }[] }>()?.items.map(({ text }) => text);
		t.deepEqual(found?.sort(), texts.filter((text) => text === a || text === b).sort(), JSON.stringify([a, b]));
	}
	t.true(refused > 0 && refused < ROWS / 2, String(refused));
});
