import type { ClientResponse } from "../../../lib/response.js";
import { type Case, type Context, testCase } from "../case.js";
import { PASSWORD } from "../../../tools/password.js";
import { create, guest, notSent, onDevice, pageOf, readings, recordOf, refused, sensorName, valuesOf } from "./devices.js";
import { scripted, ScriptedService } from "./scripted-service.js";

/** Texts that a careless client would send as something else. `'` and a last backslash have cases of their own. */
const TEXTS: readonly (readonly [string, string])[] = [
	["&&", "a && b"], ["& and =", "x&perPage=1&filter=value>5"], ["+", "1+1"], ["#", "no#5"], ["; which drops a parameter", "a;b"],
	["double quotes", "say \"hi\""], ["%", "100%"], ["a bad percent-escape", "%zz%2"], ["a percent-escape", "%26%27"],
	["spaces", "  two  spaces "], ["? and /", "what?/where"], ["emoji", "🌡️ 21° 😀"], ["Chinese", "温度"], ["a tab", "a\tb"],
	["backslashes", "a\\b\\\\c"], ["unreserved characters", "-._~"], ["brackets", "[{(<|>)}]^`"], ["@ and $", "@now $x"]
];

const ESCAPES = ["a/b", "../users", "../../users/records", "%2e%2e", "%2e%2e%2fusers", "..%2fusers", "?x=1", "a?x=1", "#a", "a b", "/",
	"//", "./", "...", "a\\..\\b", "..;/", "a;b", "&", "+", "%", "%00", "%zz", "a\tb", "😀", "\ud800"];

/** Fails the case unless the service finds nothing there, or, where there are dots that lead elsewhere, never hears of it. */
function missed(context: Context, response: ClientResponse, name: string, text: string): void {
	if (/(?:^|[/\\])\.\.?(?:$|[/\\;]|%2f)/.test(text))
		notSent(context, response, `${name} must not hold a segment . or ..`);
	else
		refused(context, response, 404);
}

/** Whatever text a parameter, an id or a name holds arrives as it was meant, and nowhere else. */
export const encodingCases: readonly Case[] = [
	...TEXTS.map(([what, text]) => testCase(`filter finds a value with ${what}`, onDevice, async ({ client }, context) => {
		const unit = `${text}x`;
		const sensor = sensorName("filter");
		await create(context, client, { sensor, value: 1, unit });
		await create(context, client, { sensor, value: 2, unit: "other" });
		const response = await client.getListEx(null, null, null, `sensor = '${sensor}' && unit = '${unit}'`);
		const page = pageOf(context, response);
		context.equal(page.items.map(({ value }) => value).join(), "1");
		context.equal(page.items[0]?.unit, unit);
	})),
	testCase("filter finds a value with a quote, written \\'", onDevice, async ({ client, sensor }, context) => {
		await create(context, client, { sensor, value: 1, unit: "o'clock" });
		await create(context, client, { sensor, value: 2, unit: "oclock" });
		context.equal(valuesOf(context, await client.getListEx(null, null, null, `sensor = '${sensor}' && unit = 'o\\'clock'`)), "1");
	}),
	testCase("filter with a quote that ends its literal is a 400, not another filter", onDevice, async ({ client }, context) => {
		refused(context, await client.getListEx(null, null, null, "unit = 'o'clock'"), 400);
		refused(context, await client.getListEx(null, null, null, "unit = 'ends in a backslash\\'"), 400);
	}),
	testCase("filter percent-encodes all but the unreserved characters", scripted(), async ({ client, service }, context) => {
		await client.getListEx(null, null, null, "a='b' && c~\"%\"+;#?/\\ é😀\r\n\0");
		context.equal(service.sent[0].path, "/api/collections/readings/records?filter="
			+ "a%3D'b'%20%26%26%20c~%22%25%22%2B%3B%23%3F%2F%5C%20%C3%A9%F0%9F%98%80%0D%0A%00");
	}),
	testCase("a lone surrogate becomes U+FFFD, in a query and in a segment", async (context) => {
		const service = new ScriptedService();
		const client = service.client(context).collection("a\ud800");
		await client.getOneEx("\udc00b", "\ud800\ud800", "\ud83d\ude00");
		context.equal(service.sent[0].path,
			"/api/collections/a%EF%BF%BD/records/%EF%BF%BDb?expand=%EF%BF%BD%EF%BF%BD&fields=%F0%9F%98%80");
	}),
	testCase("a lone surrogate in a filter finds nothing and hurts nothing", onDevice, async ({ client }, context) => {
		const page = pageOf(context, await client.getListEx(null, null, null, `sensor = '${sensorName("s")}\ud800'`));
		context.equal(page.items.length, 0);
	}),
	testCase("a lone surrogate in a body arrives as U+FFFD", onDevice, async ({ client, sensor }, context) => {
		const record = recordOf(context, await client.createEx(`{"sensor":"${sensor}","unit":"a\ud800b한\ud7ff\udfff"}`));
		context.equal(record.unit, "a\ufffdb한\ud7ff\ufffd");
	}),
	testCase("every other parameter is encoded too", async (context) => {
		const service = new ScriptedService();
		await service.client(context).collection("readings").getListEx("1&x", "2#", "a,-b", null, "1;", "a b", "c+d");
		context.equal(service.sent[0].path, "/api/collections/readings/records"
			+ "?page=1%26x&perPage=2%23&sort=a%2C-b&skipTotal=1%3B&expand=a%20b&fields=c%2Bd");
	}),
	...ESCAPES.map((id) => testCase(`an id can't leave its segment: ${JSON.stringify(id)} finds nothing, and nothing else happens`, onDevice, async ({ client, sensor }, context) => {
		const before = await create(context, client, { sensor, value: 1 });
		missed(context, await client.getOneEx(id), "recordId", id);
		missed(context, await client.updateEx(id, "{\"value\":2}"), "recordId", id);
		missed(context, await client.deleteRecordEx(id), "recordId", id);
		missed(context, await client.deleteRecordEx(`${before.id}/${id}`), "recordId", `${before.id}/${id}`);
		missed(context, await client.deleteRecordEx(`../../readings/records/${before.id}`), "recordId", "../");
		context.equal(JSON.stringify(await readings(context, client, sensor)), JSON.stringify([before]));
		context.equal(client.stats().connections, 1, "connections");
	})),
	...ESCAPES.map((name) => testCase(`a collection name can't leave its segment: ${JSON.stringify(name)} finds nothing`, async (context: Context) => {
		const client = guest(context).collection(name);
		missed(context, await client.getListEx(), "collection", name);
		missed(context, await client.getOneEx("a"), "collection", name);
		missed(context, await client.createEx("{}"), "collection", name);
		missed(context, await client.authWithPassword("device-one", PASSWORD), "collection", name);
		context.equal(client.getAuthToken(), "");
	})),
	testCase("a collection name that walks back to users doesn't log in", async (context) => {
		for (const name of ["readings/../users", "users/auth-with-password?", "users#", "users/", "%75sers", " users"]) {
			const client = guest(context).collection(name);
			missed(context, await client.authWithPassword("device-one", PASSWORD), "collection", name);
			context.equal(client.getAuthToken(), "");
		}
	}),
	testCase("credentials may hold any character", async (context) => {
		const service = new ScriptedService(() => ({ status: 400 }));
		const password = "\"\\\r\n\0 é😀&=";
		await service.client(context).collection("users").authWithPassword("a\"b", password);
		context.equal(JSON.stringify(JSON.parse(service.sent[0].body)), JSON.stringify({ identity: "a\"b", password }));
	})
];
