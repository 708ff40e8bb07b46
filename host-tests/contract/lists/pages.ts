import { eachRecord, getFirst, getFullList, type ListOptions } from "records-client/lists";
import type { ClientResponse } from "../../../lib/response.js";
import { proxyNames } from "../../../tools/proxies/proxied.js";
import { type Case, type Context, testCase } from "../case.js";
import { ANSWERED } from "../patience.js";
import { against, nextBody, Scene } from "../wire/scene.js";

/** Records of the scripted lists. */
const ALL = 60;

interface Numbered {
	readonly id: string;
	readonly number: number;
	readonly text: string;
	readonly list: readonly unknown[];
	readonly filler: string;
}

type Options = Omit<ListOptions, "client" | "collection" | "raw">;

/** Goes through a scripted list; fails the case unless each record comes once, in order and whole. */
async function goThrough(context: Context, scene: Scene, options: Options = {}, onEach?: (record: Numbered) => unknown): Promise<{ count: number; response: ClientResponse }> {
	let count = 0;
	const response = await eachRecord<Numbered>({ client: scene.client, collection: "readings", ...options }, (record) => {
		context.equal(record.number, count, "number");
		context.equal(record.text, count % 3 === 0 ? '},{"a":"}],' : "21 °C, aüß€😀\\\"", "text");
		context.equal(record.filler.length, 150, "filler");
		context.equal(JSON.stringify(record.list), count % 5 === 0 ? '[{"a":1},{"b":[2,{"c":3}]},{},{"d":4},{"e":5}]' : count % 7 === 0 ? '[{"a":1}]' : "[]", "list");
		count++;
		return onEach?.(record);
	});
	return { count, response };
}

/** All records come, and the client works on. */
async function completes(context: Context, script: string, options: Options = {}, onEach?: (record: Numbered) => unknown): Promise<Scene> {
	const scene = new Scene(context, script, { body: 256 });
	const { count, response } = await goThrough(context, scene, options, onEach);
	context.equal(response.error, "", "error");
	context.equal(response.body, String(ALL), "body");
	context.equal(count, ALL, "records");
	await scene.expectNext();
	return scene;
}

/** The list ends with a failure after so many records, and the client works on. */
async function fails(context: Context, script: string, kind: string, error: string, records: number, options: Options = {}, onEach?: (record: Numbered) => unknown): Promise<void> {
	const scene = new Scene(context, script);
	const { count, response } = await goThrough(context, scene, options, onEach);
	context.equal(response.kind, kind, response.error);
	context.ok(response.error.includes(error), response.error);
	context.equal(count, records, "records");
	context.equal((await scene.client.sendEx("GET", "/api/collections/readings/records?perPage=1&filter=id%3E%27z%27")).kind, script === "list-html" ? "protocol" : "", "the next request");
	scene.client.close();
}

/** Lists in pages, as a scripted peer sends them. */
export const pageCases: readonly Case[] = [
	testCase("eachRecord hands over each record once, in order, with limits.body far below a page, over one connection", async (context) => {
		for (const perPage of [500, 60, 59, 7, 1]) {
			const scene = await completes(context, "list", { perPage });
			await scene.expectConnections(1);
			scene.client.close();
		}
	}),
	testCase("eachRecord reads pages in chunks, with white space, and up to the end of the connection", async (context) => {
		for (const script of ["list-chunked.1", "list-chunked.13", "list-chunked.1000", "list-chunked.4096", "list-spaces", "list-to-end"])
			(await completes(context, script, { perPage: 25, record: 1024 })).client.close();
	}),
	testCase("eachRecord reads pages in pieces of any size", async (context) => {
		for (const piece of [1, 7, 100, 1460])
			(await completes(context, `list-chunked.700~${piece}`, { perPage: 30 })).client.close();
	}),
	testCase("options of lists may be inherited", async (context) => {
		const { client } = new Scene(context, "list");
		const options = Object.create({ client, collection: "readings" }) as Omit<ListOptions, "raw">;
		for (const read of [() => eachRecord(options, () => undefined), () => getFirst(options), () => getFullList(options)])
			context.equal((await read()).error, "", String(read));
	}),
	testCase("eachRecord reads pages behind each proxy, over one connection", async (context) => {
		for (const proxy of proxyNames) {
			const scene = new Scene(context, `behind-${proxy}`);
			for (let round = 0; round < 3; round++) {
				let next = 0;
				const { body, error } = await eachRecord<{ value: number }>({ client: scene.client, collection: "readings" }, ({ value }) => context.equal(value, next++, proxy));
				context.equal(error, "", proxy);
				context.equal(body, "60", proxy);
			}
			await scene.expectConnections(1);
			scene.client.close();
		}
	}),
	testCase("eachRecord hands over the text of each record where raw is asked for", against("list"), async (scene, context) => {
		const texts: string[] = [];
		const response = await eachRecord({ client: scene.client, collection: "readings", perPage: 25, raw: true }, (text) => {
			texts.push(text);
		});
		context.equal(response.error, "");
		context.equal(texts.length, ALL);
		const whole = await scene.client.sendEx("GET", "/api/collections/readings/records?perPage=60");
		context.ok(whole.body.startsWith(`{"items":[${texts.join()}],"page":`), "the texts of the page");
	}),
	testCase("eachRecord goes on after a page that is cut or reset at any byte, and hands over no record twice", async (context) => {
		const step = context.step ?? 97;
		for (const script of ["list-cut", "list-reset"]) {
			for (let at = 0; at < 9000; at += step)
				(await completes(context, `${script}.${at}`, { perPage: 30 })).client.close();
		}
	}),
	testCase("eachRecord asks again for a page that is cut or stands still before its first record, the first page and later ones", async (context) => {
		for (const at of [0, 50, 120, 200, 250])
			(await completes(context, `list-cut.${at}`, { perPage: 7 })).client.close();
		const scene = new Scene(context, "list-stalled.250", { idle: ANSWERED, retryBase: 1 });
		context.equal((await goThrough(context, scene, { perPage: 25 })).response.error, "");
	}),
	testCase("eachRecord reports a page that is always cut before its first record, after limits.retries attempts more", async (context) => {
		for (const [retries, bytes] of [[2, 250], [2, 0], [0, 250]] as const) {
			const scene = new Scene(context, `list-always-cut.${bytes}`, { retries, retryBase: 1 });
			const { count, response } = await goThrough(context, scene);
			context.equal(response.kind, bytes === 0 ? "connect" : "protocol", response.error);
			context.equal(count, 0);
			context.equal((await scene.observe()).requests.length, retries + 1, "requests");
			scene.client.close();
		}
	}),
	testCase("eachRecord ends where the same page is answered again, as a cache that does not look at the query does", against("list"), async ({ client }, context) => {
		let count = 0;
		const cached = { sendEx: ((method, path, body, options) => client.sendEx(method, path.replace(/&filter=[^&]*/, ""), body, options)) satisfies ListOptions["client"]["sendEx"] };
		const { error, kind } = await eachRecord({ client: cached, collection: "readings", perPage: 25 }, () => ++count < 1000);
		context.equal(kind, "protocol");
		context.equal(error, "the page after the last record ends with the same record");
		context.equal(count, 50);
	}),
	testCase("eachRecord goes on after a page that stands still for limits.idle", against("list-stalled.3000", { idle: ANSWERED }), async (scene, context) => {
		const { count, response } = await goThrough(context, scene);
		context.equal(response.error, "");
		context.equal(count, ALL);
	}),
	testCase("eachRecord waits for a promise before the next record, and limits.timeout does not count meanwhile", async (context) => {
		let waiting = 0;
		const scene = new Scene(context, "list-chunked.300", { timeout: ANSWERED, idle: ANSWERED });
		const { response } = await goThrough(context, scene, {}, async ({ number }) => {
			context.equal(++waiting, 1, "calls at a time");
			if (number === 5)
				await context.sleep(ANSWERED + 1000);
			await context.sleep(0);
			waiting--;
		});
		context.equal(response.error, "");
		await scene.expectConnections(1);
	}),
	testCase("eachRecord ends by false, and the client is usable", async (context) => {
		for (const last of [1, 2, 30, 59, 60]) {
			for (const isLate of [false, true]) {
				const scene = new Scene(context, "list-chunked.500");
				const { count, response } = await goThrough(context, scene, { perPage: 30 }, ({ number }) => isLate ? Promise.resolve(number + 1 < last) : number + 1 < last);
				context.equal(response.error, "");
				context.equal(response.body, String(last));
				context.equal(count, last);
				await scene.expectNext();
				scene.client.close();
			}
		}
	}),
	testCase("eachRecord ends with kind \"closed\" when onRecord throws or its promise is rejected, and the client is usable", async (context) => {
		for (const isLate of [false, true])
			await fails(context, "list-chunked.500", "closed", "onRecord has thrown: no room", 13, {}, ({ number }) => {
				if (number === 12 && isLate)
					return Promise.reject(new Error("no room"));
				if (number === 12)
					throw new Error("no room");
				return undefined;
			});
	}),
	testCase("eachRecord ends with kind \"closed\" and calls nobody any more when the client is closed in onRecord", async (context) => {
		for (const isLate of [false, true]) {
			const scene = new Scene(context, "list-chunked.500");
			const { count, response } = await goThrough(context, scene, {}, ({ number }) => {
				if (number === 12)
					scene.client.close();
				return isLate ? context.sleep(1) : undefined;
			});
			context.equal(response.kind, "closed");
			await context.sleep(25);
			context.equal(count, 13);
		}
	}),
	testCase("another request of the client goes before the rest of a list whose onRecord waits for it", against("list-chunked.500"), async (scene, context) => {
		let asked = 0;
		const { count, response } = await goThrough(context, scene, { perPage: 25 }, async ({ number }) => {
			if (number % 20 === 19) {
				scene.expect(await scene.client.createEx('{"next":true}'), { kind: "", body: nextBody });
				asked++;
			}
		});
		context.equal(response.error, "");
		context.equal(count, ALL);
		context.equal(asked, 3);
	}),
	testCase("eachRecord refuses a record that is longer than record with kind \"too-large\"", (context) => fails(context, "list", "too-large", "longer than 256 bytes (record)", 0, { record: 256 })),
	testCase("eachRecord takes a record of as many bytes as record says, and refuses a longer one", against("list"), async (scene, context) => {
		const { body } = await getFirst({ client: scene.client, collection: "readings" });
		let bytes = 0;
		for (const character of body)
			bytes += character < "\u0080" ? 1 : character < "\u0800" ? 2 : character.length === 1 ? 3 : 4;
		context.ok(bytes > 256, "record long enough");
		context.equal((await getFirst({ client: scene.client, collection: "readings", record: bytes })).error, "");
		context.equal((await getFirst({ client: scene.client, collection: "readings", record: bytes - 4 })).kind, "too-large");
	}),
	testCase("eachRecord goes through all pages where the service makes them smaller than it is asked for", async (context) => {
		await completes(context, "list-clamped");
	}),
	testCase("eachRecord reports what is no list of records", async (context) => {
		await fails(context, "list-not-json", "protocol", "no JSON", 30);
		await fails(context, "list-object", "protocol", "no list of records", 0);
		await fails(context, "list-html", "protocol", "not JSON", 0);
	}),
	testCase("a record that is nested too deeply or has too many values ends a list as too-large, is one for onTooLarge, and with raw as all others", async (context) => {
		for (const [script, excess] of [
			["list-deep", "is nested deeper than 16 levels"], ["list-many-values", "has 1117 values, more than limits.values (1024)"]
		] as const) {
			// The record stands inside a page, at its end, and at its beginning.
			for (const perPage of [60, 8, 7]) {
				const { client } = new Scene(context, script, { values: 1024 });
				const list = { client, collection: "readings", perPage };
				let numbers: number[] = [];
				const expected = `too-large 200 record r00000000000007 ${excess}`;
				const onRecord = ({ number }: Numbered): void => void numbers.push(number);
				const shown = ({ error, kind, statusCode }: ClientResponse): string => `${kind} ${statusCode} ${error}`;
				context.equal(shown(await eachRecord<Numbered>(list, onRecord)), expected, `${perPage}`);
				context.equal(numbers.join(), "0,1,2,3,4,5,6", "before it");
				for (const ends of [false, true]) {
					for (const waits of [false, true]) {
						numbers = [];
						const told: string[] = [];
						const onTooLarge = (json: string, response: ClientResponse): unknown => {
							told.push(shown(response));
							context.ok(json.startsWith("{") && json.endsWith("}") && json.includes('"number":7,'), json);
							return waits ? Promise.resolve(!ends) : !ends;
						};
						const response = await eachRecord<Numbered>({ ...list, onTooLarge }, onRecord);
						context.equal(told.join(), expected);
						context.equal(shown(response), ends ? expected : " 200 ");
						context.equal(numbers.length, ends ? 7 : ALL - 1, "records");
					}
				}
				for (const fails of [() => { throw new Error("no room"); }, () => Promise.reject(new Error("no room"))])
					context.equal((await eachRecord({ ...list, onTooLarge: fails }, () => undefined)).error, "onTooLarge has thrown: no room");
				const texts: string[] = [];
				const raw = await eachRecord({ ...list, raw: true }, (text) => void texts.push(text));
				context.equal(`${raw.error}${raw.body} ${texts.length}`, `${ALL} ${ALL}`, "raw");
				context.equal(texts.findIndex((text) => text.includes(script === "list-deep" ? "[[[[" : "0,0,0,0")), 7, "as it is");
				client.close();
			}
			const whole = new Scene(context, script, { body: 65_536, values: 4096 }).client;
			const full = { client: whole, collection: "readings" };
			if (script === "list-deep")
				context.equal((await getFullList(full)).error, `record r00000000000007 ${excess}`);
			const { body, error } = await getFullList({ ...full, onTooLarge: () => undefined });
			context.equal(error, "");
			context.equal((JSON.parse(body) as unknown[]).length, script === "list-deep" ? ALL - 1 : ALL);
		}
	}),
	testCase("eachRecord reports a later page that the service refuses", (context) => fails(context, "list-refused", "http", "Something went wrong.", 25, { perPage: 25 })),
	testCase("eachRecord and getFirst name the argument that is missing or wrong", against("list"), async ({ client }, context) => {
		const wrong: readonly (readonly [object | null, string])[] = [
			[null, "options"], [{}, "client"], [{ client: {}, collection: "a" }, "client"], [{ client }, "collection"], [{ client, collection: "" }, "collection"],
			[{ client, collection: "a", filter: 5 }, "filter"], [{ client, collection: "a", sort: 5 }, "sort"], [{ client, collection: "a", sort: "@random" }, "@random"],
			[{ client, collection: "a", sort: "-device.name" }, "-device.name"], [{ client, collection: "a", fields: 5 }, "fields"], [{ client, collection: "a", expand: 5 }, "expand"],
			[{ client, collection: "a", sort: "text", fields: "id,text:excerpt(5)" }, "fields"], [{ client, collection: "a", record: 255 }, "record"],
			[{ client, collection: "a", record: "1000" }, "record"], [{ client, collection: "a", fileds: "" }, "fields"], [{ client, collection: "a\n" }, "collection"]
		];
		for (const [options, named] of wrong) {
			for (const response of [await getFirst(options as ListOptions), await eachRecord(options as ListOptions & { raw: true }, () => undefined)]) {
				context.equal(response.kind, "argument", named);
				context.ok(response.error.includes(named), `${response.error}: ${named}`);
			}
		}
		for (const perPage of [0, 501, 2.5, "5"])
			context.ok((await eachRecord({ client, collection: "a", perPage } as unknown as ListOptions & { raw: true }, () => undefined)).error.includes("perPage"), String(perPage));
		context.ok((await eachRecord({ client, collection: "a" }, undefined as never)).error.includes("onRecord"), "onRecord");
	})
];
