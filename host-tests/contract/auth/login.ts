import type { CredentialsOption } from "../../../lib/client-options.js";
import { type Case, testCase } from "../case.js";
import { raise } from "../thrown.js";
import { ANSWERED, SHORT } from "../patience.js";
import { behindFront, CREDENTIALS, LIFE, READING, Scene } from "./scene.js";
import { failed, newId, refused } from "../spec/devices.js";

const forms: Readonly<Record<string, CredentialsOption>> = {
	"an object": CREDENTIALS,
	"a function": () => CREDENTIALS,
	"an async function": async () => {
		await Promise.resolve();
		return CREDENTIALS;
	}
};

const UNUSABLE = "credentials could not be read";
const TEXTS = "credentials.identity and credentials.password must be text";

/** Functions that give nothing that can be logged in with, and what the response says. */
const rubbish: readonly (readonly [name: string, give: () => unknown, error: string])[] = [
	["throws", () => raise(new Error(CREDENTIALS.password)), UNUSABLE],
	["rejects", () => Promise.reject(new Error(CREDENTIALS.password)), UNUSABLE],
	["gives what throws when it is looked at", () => ({
		get collection(): string {
			throw new Error(CREDENTIALS.password);
		}
	}), UNUSABLE],
	["gives nothing", () => undefined, "credentials.collection is required"],
	["gives null", () => null, "credentials.collection is required"],
	["gives text", () => CREDENTIALS.password, "credentials.collection is required"],
	["gives no password", () => ({ ...CREDENTIALS, password: undefined }), TEXTS],
	["gives a number for an identity", () => ({ ...CREDENTIALS, identity: 1 }), TEXTS],
	["gives a collection that is a path", () => ({ ...CREDENTIALS, collection: ".." }), "credentials.collection must not hold a segment . or .."]
];

/** Logging in by itself. */
export const loginCases: readonly Case[] = [
	...Object.entries(forms).map(([form, credentials]) => testCase(`with credentials from ${form}, a client without a token logs in before its first request, once for a full queue`, behindFront({ credentials }), async (scene, context) => {
		for (const response of await Promise.all(Array.from({ length: 9 }, () => scene.client.createEx(READING))))
			scene.ok(response);
		await scene.saw("login-" + " POST".repeat(9));
		context.ok(scene.client.getAuthToken() !== "", "it has a token");
		context.equal(scene.events, "login:200", "events");
	})),
	...rubbish.map(([name, give, error]) => testCase(`a function for credentials that ${name} is kind "auth", and is asked again`, async (context) => {
		let good = false;
		const scene = new Scene(context, { credentials: (() => good ? CREDENTIALS : give()) as CredentialsOption });
		scene.refused(await scene.client.createEx(READING), error);
		await scene.saw("");
		good = true;
		scene.ok(await scene.client.createEx(READING));
		await scene.saw("login- POST");
	})),
	testCase("where the collection of the credentials is not there, the error says that the log-in has failed", behindFront({ credentials: { ...CREDENTIALS, collection: "renamed" } }), async (scene, context) => {
		const { error, kind, statusCode } = await scene.client.createEx(READING);
		context.equal(`${kind} ${statusCode}`, "http 404", error);
		context.ok(error.startsWith("the log-in has failed: "), error);
	}),
	testCase("a login that is refused is kind \"auth\" with the service's text, and the service is not asked again at once", behindFront({ credentials: { ...CREDENTIALS, password: "a-wrong-password" } }), async (scene, context) => {
		scene.refused(await scene.client.createEx(READING), "Failed to authenticate.", 400);
		scene.refused(await scene.client.getListEx(), "Failed to authenticate.");
		await scene.saw("login-");
		context.equal(scene.client.stats().renewals, 0, "renewals");
		context.equal(scene.events, "login:400", "events");
		// What the app does itself is the app's.
		await scene.logIn();
		scene.ok(await scene.client.createEx(READING));
	}),
	...["unasked-cut", "429", "503"].map((fault) => testCase(`a login that meets "${fault}" is tried again, and the create behind it goes out once`, behindFront({ credentials: CREDENTIALS }), async (scene, context) => {
		await scene.tell(`login.${fault}.2`);
		scene.ok(await scene.client.createEx(READING));
		await scene.saw("login- login- login- POST");
		context.equal(scene.events, fault === "unasked-cut" ? "login:0 login:0 login:200" : `login:${fault} login:${fault} login:200`, "events");
	})),
	testCase("a login that fails without a refusal fails its request only: the next one logs in", behindFront({ credentials: CREDENTIALS, limits: { retries: 0 } }), async (scene, context) => {
		for (const [fault, outcome] of [["unasked-cut", "connect 0"], ["500", "http 500"], ["503", "http 503"], ["portal", "protocol 200"]]) {
			await scene.tell(`login.${fault}.1`);
			const { kind, ok, statusCode } = await scene.client.createEx(READING);
			context.equal(`${kind} ${statusCode}`, outcome, fault);
			context.equal(ok, false, "ok");
		}
		scene.ok(await scene.client.createEx(READING));
		await scene.saw("login- login- login- login- login- POST");
	}),
	testCase("a create with an id that is taken is refused, also when its login had to be repeated", behindFront({ credentials: CREDENTIALS }), async (scene, context) => {
		const id = newId();
		scene.ok(await scene.client.createEx(JSON.stringify({ id, sensor: "renewal", value: 1 })));
		const other = scene.another({ credentials: CREDENTIALS });
		await scene.tell("login.unasked-cut.1");
		refused(context, await other.createEx(JSON.stringify({ id, sensor: "renewal", value: 2 })), 400);
		await scene.saw("login- POST login- login- POST");
	}),
	testCase("a login that is never answered ends at the request's deadline; the next request logs in", behindFront({ credentials: CREDENTIALS, limits: { timeout: ANSWERED } }), async (scene, context) => {
		await scene.tell("login.unasked-stall.1");
		context.equal((await scene.client.createEx(READING)).kind, "timeout");
		scene.ok(await scene.client.createEx(READING));
		await scene.saw("login- login- POST");
	}),
	testCase("credentials that come after the deadline are not used, not even for the next request", async (context) => {
		const given: (() => void)[] = [];
		const credentials = (): Promise<typeof CREDENTIALS> => new Promise((resolve) => given.push(() => resolve(CREDENTIALS)));
		const scene = new Scene(context, { credentials, limits: { timeout: ANSWERED, idle: SHORT } });
		failed(context, await scene.client.createEx(READING), "timeout", 0, `no complete answer within limits.timeout (${ANSWERED} ms)`);
		const next = scene.client.createEx(READING);
		while (given.length < 2)
			await context.sleep(10);
		context.equal(given.length, 2, "times asked");
		given[0]();
		await context.sleep(100);
		await scene.saw("");
		given[1]();
		scene.ok(await next);
		await scene.saw("login- POST");
	}),
	testCase("a 401 is followed by a login, and the request goes out again", behindFront({ credentials: CREDENTIALS }), async (scene) => {
		await scene.logIn();
		await scene.tell("records.401.1");
		scene.ok(await scene.client.createEx(READING));
		await scene.saw("login- GET POST login- POST");
	}),
	testCase("a second 401 is the answer, and so is the first without credentials", behindFront({ credentials: CREDENTIALS }), async (scene, context) => {
		await scene.logIn();
		await scene.tell("records.401.2");
		const { kind, statusCode, error } = await scene.client.createEx(READING);
		context.equal(`${kind} ${statusCode} ${error.slice(0, 18)}`, "http 401 The front says no.");
		await scene.saw("login- GET POST login- POST");
		const guest = scene.another({});
		await scene.tell("records.401.1");
		context.equal((await guest.createEx(READING)).statusCode, 401);
		await scene.saw("login- GET POST login- POST POST-");
	}),
	testCase("a service that hands out tokens which have expired by its Date is asked for one only, which is good", behindFront({ credentials: CREDENTIALS }), async (scene) => {
		await scene.tell(`date.${LIFE + 60}`);
		for (const response of await Promise.all(Array.from({ length: 9 }, () => scene.client.createEx(READING))))
			scene.ok(response);
		await scene.saw("login-" + " POST".repeat(9));
	}),
	testCase("renewal: false logs nobody in", behindFront({ credentials: CREDENTIALS, renewal: false }), async (scene, context) => {
		context.equal((await scene.client.createEx(READING)).statusCode, 400);
		await scene.tell("records.401.1");
		context.equal((await scene.client.createEx(READING)).statusCode, 401);
		await scene.saw("POST- POST-");
	})
];
