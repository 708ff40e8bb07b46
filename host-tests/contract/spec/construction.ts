import { type Case, type Context, testCase } from "../case.js";
import { faultOf } from "../thrown.js";
import { guest, pageOf } from "./devices.js";
import { ScriptedService } from "./scripted-service.js";

const WRONG_URLS: readonly unknown[] = [undefined, null, "", 5, "127.0.0.1", "ftp://a", "//a", "http://", "http:///a", "http://a:0", "http://a:65536",
	"http://a:x", "http://user@a", "http://user:password@a", "http://a?x=1", "http://a#x", "http://a/b c", "http://a/%zz", "http://a\r\nb",
	"http://a/../b", " http://a", "http://a/\n", "http://ä"];

/** The constructor's options. */
export const constructionCases: readonly Case[] = [
	...WRONG_URLS.map((baseUrl) => testCase(`baseUrl that is wrong throws a TypeError that names it: ${JSON.stringify(baseUrl)}`, (context: Context) => {
		const message = faultOf(context, { baseUrl });
		context.ok(message.startsWith("baseUrl "), `"${message}" names baseUrl`);
	})),
	testCase("baseUrl with another scheme, or one that the network has nothing for, says which", (context) => {
		context.equal(faultOf(context, { baseUrl: "ftp://a" }), "baseUrl must begin with http:// or https://");
		const { network } = new ScriptedService();
		context.equal(faultOf(context, { baseUrl: "https://a", network }), "baseUrl is https but there is no network.https");
	}),
	testCase("baseUrl may have a path prefix, with or without a slash at its end", async (context) => {
		for (const baseUrl of ["http://scripted.internal/a/b", "http://scripted.example/a/b/", "HTTP://scripted.example:8090/a/b"]) {
			const service = new ScriptedService();
			await context.client({ baseUrl, network: service.network }).collection("readings").getListEx();
			context.equal(service.sent[0].path, "/a/b/api/collections/readings/records");
		}
	}),
	testCase("baseUrl with a slash at its end reaches the service", async (context) => {
		pageOf(context, await context.client({ baseUrl: context.service + "/" }).collection("readings").getListEx());
	}),
	testCase("limits that are unknown or wrong throw an error that names them", (context) => {
		const limits = { "limits.queue": { queue: -1 }, "limits.timeout": { timeout: 0 }, "limits.body": { body: 1.5 },
			"limits.send": { send: "big" }, "limits.idle": { idle: Infinity }, "limits.nosuch": { nosuch: 1 } };
		for (const [name, given] of Object.entries(limits)) {
			const message = faultOf(context, { baseUrl: "http://a", limits: given });
			context.ok(message.replace("RangeError: ", "").startsWith(name + " "), `"${message}" names ${name}`);
		}
		context.equal(faultOf(context, { baseUrl: "http://a", limits: { queue: undefined } }), "");
	}),
	testCase("domain that is empty, too long or no text throws an error that names it", (context) => {
		for (const domain of ["", "x".repeat(16), 5, null])
			context.ok(faultOf(context, { baseUrl: "http://a", domain }).startsWith("domain "), `${String(domain)} is refused`);
		context.equal(faultOf(context, { baseUrl: "http://a", domain: "x".repeat(15) }), "");
	}),
	testCase("the options are read once and not changed", async (context) => {
		const limits = Object.freeze({ queue: 2 });
		const client = guest(context, Object.freeze({ limits, preferences: null }));
		pageOf(context, await client.collection("readings").getListEx());
		context.equal(JSON.stringify(limits), "{\"queue\":2}");
	})
];
