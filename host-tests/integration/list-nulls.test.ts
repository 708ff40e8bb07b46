/** Lists of the real service whose sort keys are NULL in the database: each record comes exactly once. */
import test from "ava";
import { RecordsClient } from "../../host/node.js";
import { eachRecord } from "../../lib/lists/each-record.js";
import { Superuser } from "../../tools/front/superuser.js";
import { serviceOfFile } from "../../tools/service-of-file.js";

const service = serviceOfFile();
let superuser: Superuser;

/** Values of the fields that the view shows, by their NULL, their empty value and others, several times each. */
const texts = [undefined, "", "b", undefined, "a", "", "b", undefined, "", "c", undefined, "a"];
const numbers = [0, undefined, -2, 5, undefined, 0, undefined, 5, -2, 0, undefined, 7];
const flags = [true, false, undefined, undefined, false, true, undefined, false, undefined, true, false, undefined];
const values: readonly unknown[] = [null, "", 0, 5, "b", false, true, null, "", undefined, -1.5, "a"];

test.serial("each record comes exactly once, whatever its sort keys are: NULL, empty or a value, in both directions, from pages of any size", async (t) => {
	superuser = await Superuser.of(service);
	await superuser.ask("POST", "/api/collections", {
		type: "base", name: "sides", listRule: "", fields: [{ type: "text", name: "text" }, { type: "number", name: "number" }, { type: "bool", name: "flag" }]
	});
	await superuser.ask("POST", "/api/collections", {
		type: "base", name: "mains", listRule: "", fields: [{ type: "text", name: "number" }, { type: "text", name: "text" }, { type: "text", name: "flag" }, { type: "json", name: "json" }]
	});
	const id = (kind: string, number: number): string => `${kind}${String(number * 7 % 100).padStart(2, "0")}`.padEnd(15, "0");
	for (let at = 0; at < texts.length; at++) {
		const made: Record<string, unknown> = {};
		for (const [name, all] of [["text", texts], ["number", numbers], ["flag", flags]] as const) {
			if (all[at] === undefined)
				continue;
			made[name] = id(name, at);
			await superuser.ask("POST", "/api/collections/sides/records", { id: id(name, at), [name]: all[at] });
		}
		await superuser.ask("POST", "/api/collections/mains/records", { id: id("m", at), ...made, ...values[at] === undefined ? {} : { json: values[at] } });
	}
	await superuser.ask("POST", "/api/collections", {
		type: "view", name: "joined", listRule: "",
		viewQuery: `select m.id as id, t.text as text, n.number as number, f.flag as flag, m.json as json
			from mains m left join sides t on t.id = m.text left join sides n on n.id = m.number left join sides f on f.id = m.flag`
	});
	const client = new RecordsClient({ baseUrl: service.url, preferences: null });
	t.teardown(() => client.close());
	const all = texts.map((_, at) => id("m", at)).sort().join();
	const names = ["text", "number", "flag", "json"];
	const sorts = names.flatMap((name) => [name, "-" + name, ...names.filter((other) => other !== name).flatMap((other) => [`${name},${other}`, `-${name},${other}`, `${name},-${other}`, `-${name},-${other}`])]);
	for (const collection of ["joined", "mains"]) {
		for (const sort of collection === "mains" ? ["json", "-json", "text,json", "-text,-json"] : sorts) {
			const expected = await client.collection(collection).getListEx({ perPage: 100, sort: `${sort},${sort.split(",").at(-1)!.startsWith("-") ? "-" : ""}id` });
			const ordered = expected.json<{ items: { id: string }[] }>()!.items.map((item) => item.id).join();
			for (const perPage of [1, 2, 3, 4, 5, 7, 11, 12, 13]) {
				const ids: string[] = [];
				const { error } = await eachRecord({ client, collection, sort, perPage }, (record) => void ids.push(record.id as string));
				t.is(error, "", `${collection} ${sort} by ${perPage}`);
				t.is(ids.join(), ordered, `${collection} ${sort} by ${perPage}: ${ids.join()}`);
				t.is([...ids].sort().join(), all, `${collection} ${sort} by ${perPage}`);
			}
		}
	}
});

test.serial("a list says that it can't go on where the record that a page ended with is gone, and whether it had a value is not known", async (t) => {
	const client = new RecordsClient({ baseUrl: service.url, preferences: null });
	t.teardown(() => client.close());
	const ids: string[] = [];
	const response = await eachRecord({ client, collection: "mains", sort: "text", perPage: 4 }, async (record) => {
		ids.push(record.id as string);
		if (ids.length === 4)
			await superuser.ask("DELETE", `/api/collections/mains/records/${record.id as string}`);
	});
	t.is(response.kind, "protocol");
	t.is(response.error, "the list can't go on: its last record was deleted, and whether its text was NULL is not known");
});
