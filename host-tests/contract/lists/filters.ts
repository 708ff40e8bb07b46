import { filter, type FilterValue } from "records-client/filter";
import { type Case, type Context, testCase } from "../case.js";
import { thrownBy } from "../thrown.js";
import { device, onDevice } from "../spec/devices.js";

/** Texts that PocketBase's own SDK, or an app that quotes by itself, writes so that they select other rows. */
const texts = ["'", "''", "\\'", "\\\\'", "a'b", "a\\'b", "a\\b", "\\", "a\\", "\"", "a\"b", "\n", "a\nb", "\t", "\r\n", "%", "a%", "_", "{:name}", "//", "null", "true", "@now", "0", "' || '1'='1", "\\' || 1=1 //",
	"ä", "\u20ac", "\ud83d\ude00", "\u00a0", " a", "a ", "\u200b", "\ufeff"];
/** Texts with what stands for others in a pattern, and with what may escape it. */
const patterns = ["%%", "0%", "%0", "a%b", "\\%", "\\\\%", "a\\%b", "a_b", "axb", "\\_", "a\\_b", "\\\\a", "\\%'", "'%", "%'_"];
const numbers = [0, -0, -5, 0.1, -0.5, 21.4, 1e21, -1e21, 1e-7, 1.5e-7, 123456789012345680000, 9007199254740991, 1e300, 5e-324];

/** Values of records that a filter selects. */
async function selected(context: Context, run: string, name: string, value: FilterValue): Promise<unknown[]> {
	const client = await device(context);
	const expression = filter(`unit = {:run} && ${name} = {:value}`, { run, value });
	const response = await client.collection("readings").getListEx({ perPage: 500, filter: expression, skipTotal: true });
	client.close();
	context.equal(response.error, "", expression);
	return (JSON.parse(response.body) as { items: Record<string, unknown>[] }).items.map((item) => item[name]);
}

/** What filters select in the real service, and what they refuse. */
export const filterCases: readonly Case[] = [
	testCase("a filter selects the records with exactly its text, or is refused", onDevice, async ({ client, sensor: run }, context) => {
		for (const sensor of texts)
			context.equal((await client.collection("readings").createEx({ sensor: `x${sensor}`, unit: run })).error, "", sensor);
		for (const sensor of texts) {
			const text = `x${sensor}`;
			if (sensor.endsWith("\\"))
				context.ok(refusal("sensor = {:text}", { text }).includes("{:text}"), text);
			else
				context.equal(JSON.stringify(await selected(context, run, "sensor", text)), JSON.stringify([text]));
		}
	}),
	testCase("after ~, a filter selects the records that hold exactly its text, or is refused", onDevice, async ({ client, sensor: run }, context) => {
		const sensors = [...texts, ...patterns].map((text) => `x${text}y`);
		for (const sensor of sensors)
			context.equal((await client.collection("readings").createEx({ sensor, unit: run })).error, "", sensor);
		for (const text of [...texts, ...patterns]) {
			if (text.endsWith("\\")) {
				context.ok(refusal("sensor ~ {:text}", { text }).includes("{:text}"), text);
				continue;
			}
			const expected = sensors.filter((sensor) => sensor.includes(text)).sort();
			for (const [operator, found] of [["~", expected], [" ?~\n", expected], ["!~ ", sensors.filter((sensor) => !sensor.includes(text)).sort()]] as const) {
				const response = await client.collection("readings").getListEx({ perPage: 500, filter: filter(`unit = {:run} && sensor${operator}{:text}`, { run, text }) });
				context.equal(response.error, "", text);
				context.equal(JSON.stringify(response.json<{ items: { sensor: string }[] }>()?.items.map(({ sensor }) => sensor).sort()), JSON.stringify(found), `${operator} ${text}`);
			}
		}
	}),
	testCase("a pattern that stands in the expression itself is one", onDevice, async ({ client, sensor: run }, context) => {
		for (const sensor of ["ab", "abc", "cab"])
			context.equal((await client.collection("readings").createEx({ sensor, unit: run })).error, "", sensor);
		for (const [pattern, expected] of [["ab%", "ab,abc"], ["%ab", "ab,cab"], ["a%c", "abc"]] as const) {
			const response = await client.collection("readings").getListEx({ filter: filter(`unit = {:run} && sensor ~ '${pattern}'`, { run }) });
			context.equal(response.json<{ items: { sensor: string }[] }>()?.items.map(({ sensor }) => sensor).sort().join(), expected, pattern);
		}
	}),
	testCase("a filter selects the records with exactly its number", onDevice, async ({ client, sensor: run }, context) => {
		for (const value of numbers)
			context.equal((await client.collection("readings").createEx({ sensor: "a", unit: run, value })).error, "", String(value));
		for (const value of numbers) {
			const found = await selected(context, run, "value", value);
			context.ok(found.length === (value === 0 ? 2 : 1) && found[0] === value + 0, `${value}: ${String(found)}`);
		}
	}),
	testCase("a filter compares dates as the service does", onDevice, async ({ client, sensor: run }, context) => {
		const dates = ["2026-11-21T07:00:00.000Z", "2026-11-21T07:00:00.001Z", "1969-12-31T23:59:59.000Z"];
		for (const taken of dates)
			context.equal((await client.collection("readings").createEx({ sensor: "a", unit: run, taken })).error, "", taken);
		const seven = new Date(dates[0]);
		for (const [comparison, expected] of [["=", 1], [">", 1], [">=", 2], ["<", 1], ["<=", 2]] as const) {
			const expression = filter(`unit = {:run} && taken ${comparison} {:seven}`, { run, seven });
			const { body } = await client.collection("readings").getListEx({ filter: expression });
			context.equal((JSON.parse(body) as { items: unknown[] }).items.length, expected, expression);
		}
	}),
	testCase("the service takes a filter of 3,500 bytes and 200 expressions, and more is refused by name", onDevice, async ({ client }, context) => {
		const inBytes = (count: number): string => filter("unit = {:text}", { text: "\u00fc".repeat((count - 9) >> 1) + "a".repeat((count - 9) % 2) });
		context.equal((await client.collection("readings").getListEx({ filter: inBytes(3500) })).error, "");
		context.ok(thrownBy(() => inBytes(3501)).includes("3,500 bytes"), "3,501 bytes");
		const expressions = (count: number): string => filter(`value={:v}${"&&value=1".repeat(count - 1)}`, { v: 1 });
		context.equal((await client.collection("readings").getListEx({ filter: expressions(200) })).error, "");
		context.ok(thrownBy(() => expressions(201)).includes("200 expressions"), "201 expressions");
	}),
	testCase("a filter names the placeholder or the value that is wrong", (context) => {
		for (const [expression, values, named] of [
			["a = {:b}", {}, "{:b}"],
			["a = {:b", { b: 1 }, "{:b"],
			["a = 1", { b: 1 }, "{:b}"],
			["a = {:b} && c = {:b}", { b: 1, c: 2 }, "{:c}"],
			["a = '{:b}'", { b: "1" }, "{:b}"],
			["a = \"it's\" && b = \"{:b}\"", { b: "1" }, "{:b}"],
			["a = {:toString}", {}, "{:toString}"],
			["a = {:b}", { b: NaN }, "{:b}"],
			["a = {:b}", { b: Infinity }, "{:b}"],
			["a = {:b}", { b: {} }, "{:b}"],
			["a = {:b}", { b: undefined }, "{:b}"],
			["a = {:b}", { b: new Date(NaN) }, "{:b}"],
			["a = {:b}", { b: new Date(253402300800000) }, "{:b}"],
			["a = {:b}", { b: "a\0b" }, "{:b}"],
			["a = {:b}", { b: "cut \ud83d" }, "{:b}"],
			["a = {:b}", { b: "\ude00 cut" }, "{:b}"],
			["a = {:b}", { b: "\ud83d\ud83d\ude00" }, "{:b}"],
			["a = {:b}", { b: "\ud83d\ude00\ude00" }, "{:b}"],
			["a = 'x' // {:b}\n", { b: "1\n|| a != ''" }, "comment"],
			["a = 'x' // it's\n && b = '{:b}'", { b: "1" }, "comment"],
			[5, {}, "expression"],
			["a = 1", null, "values"]
		] as const)
			context.ok(refusal(expression as string, values as unknown as Record<string, FilterValue>).includes(named), `${String(expression)}: ${named}`);
		context.equal(filter("a = \"it's\" && b = {:b} && c = {:b}", { b: "c" }), "a = \"it's\" && b = 'c' && c = 'c'");
		context.equal(filter("a = 'http://x' && b = {:c}", { c: "\ud83d\ude00" }), "a = 'http://x' && b = '\ud83d\ude00'");
		context.equal(filter("a = {:b}", { b: "\\ud83d is \ud83d\ude00, and so is \ud83d\ude00" }), "a = '\\ud83d is \ud83d\ude00, and so is \ud83d\ude00'");
		context.equal(filter("a = {:n} && b = {:t}", { n: null, t: true }), "a = null && b = true");
	})
];

function refusal(expression: string, values: Readonly<Record<string, FilterValue>>): string {
	return thrownBy(() => filter(expression, values));
}
