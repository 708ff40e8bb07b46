import { type Case, type Context, testCase } from "../case.js";
import { ANSWERED } from "../patience.js";
import { PASSWORD } from "../../../tools/password.js";
import { AGED, behindFront, CREDENTIALS, DUE, LIFE, READING, Scene } from "./scene.js";

/** What gateways and portals answer in the service's place, and what a request that meets it says; a log-in says before that it is one. */
const strangers: Readonly<Record<string, string>> = {
	"portal": "protocol 200 the answer is not JSON",
	"page-302": "http 302 HTTP 302, redirected to LOGIN",
	"page-400": "http 400 HTTP 400",
	"page-401": "http 401 HTTP 401",
	"page-403": "http 403 HTTP 403",
	"page-404": "http 404 HTTP 404",
	"page-405": "http 405 HTTP 405",
	"page-407": "http 407 HTTP 407",
	"page-408": "http 408 HTTP 408",
	"page-500": "http 500 HTTP 500",
	"page-502": "http 502 HTTP 502",
	"404": "http 404 The front says no.",
	"500": "http 500 The front says no."
};

/** What may become of a log-in besides: the network breaks off when the password has left. */
const broken: Readonly<Record<string, string>> = {
	"unasked-cut": "connect 0",
	"cut": "connect 0",
	"unasked-stall": "timeout 0"
};

/** A pause of 30 to 90 seconds, which outlasts every request: nothing waits for its end. */
const LONG = { retries: 0, retryBase: 60_000, timeout: 28_000 };

/** An outcome with the front's address. */
function toldOf({ front }: Context, outcome: string): string {
	return outcome.replace("LOGIN", front.split("/").slice(0, 3).join("/") + "/login");
}

/** Fails the case unless an error names what was wrong and when the client tries again. */
function pauses(context: Context, error: string, cause: string): void {
	const seconds = /^(.*) \(next try in (\d+) s\)$/.exec(error) ?? [];
	context.equal(seconds[1], cause, error);
	context.ok(Number(seconds[2]) >= 1 && Number(seconds[2]) <= 90, error);
}

/** Answers of somebody who is not the service: they are no refusal, and nobody gets the password again and again. */
export const strangerCases: readonly Case[] = [
	...Object.entries(strangers).map(([stranger, outcome]) => testCase(`a log-in that meets "${stranger}" is no refusal: once that is over the next request logs in`, behindFront({ credentials: CREDENTIALS, limits: { retries: 0 } }), async (scene, context) => {
		await scene.tell(`login.${stranger}.3`);
		for (let i = 0; i < 3; i++) {
			const { kind, statusCode, error } = await scene.client.createEx(READING);
			context.equal(`${kind} ${statusCode} ${error}`, toldOf(context, outcome).replace(/^http \d+ /, "$&the log-in has failed: "));
		}
		scene.ok(await scene.client.createEx(READING));
		await scene.saw("login- login- login- login- POST");
	})),
	...Object.entries({ ...strangers, ...broken }).map(([stranger, outcome]) => testCase(`a log-in that meets "${stranger}" is not repeated by each of 20 creates: they are "busy", and say until when`, behindFront({ credentials: CREDENTIALS, limits: stranger === "unasked-stall" ? { ...LONG, timeout: ANSWERED } : LONG }), async (scene, context) => {
		await scene.tell(`login.${stranger}.99`);
		const { kind, statusCode, error } = await scene.client.createEx(READING);
		context.ok(outcome.startsWith(`${kind} ${statusCode}`), `${kind} ${statusCode}`);
		for (const busy of await Promise.all(Array.from({ length: 9 }, () => scene.client.createEx(READING)))) {
			context.equal(busy.kind, "busy");
			pauses(context, busy.error, !error.startsWith("the log-in has failed: ") ? `the log-in has failed: ${error}` : error);
		}
		for (let i = 0; i < 10; i++)
			context.equal((await scene.client.createEx(READING)).kind, "busy");
		await scene.saw("login-");
		// What the app does itself is the app's, and ends the pause.
		await scene.tell("login.500.0");
		await scene.logIn();
		scene.ok(await scene.client.createEx(READING));
		await scene.saw("login- login- GET POST");
	})),
	...Object.keys(strangers).filter((stranger) => stranger !== "portal").map((stranger) => testCase(`a request that meets "${stranger}" gets that for an answer: the token stays, nobody is logged in`, behindFront({ credentials: CREDENTIALS, limits: { confirmEvery: 0 } }), async (scene, context) => {
		await scene.logIn();
		const token = scene.client.getAuthToken();
		await scene.tell(`records.${stranger}.2`);
		for (const response of [await scene.client.createEx(READING), await scene.client.deleteRecordEx("none")])
			context.equal(`${response.kind} ${response.statusCode} ${response.error}`, toldOf(context, strangers[stranger]));
		scene.ok(await scene.client.createEx(READING));
		context.equal(scene.client.getAuthToken(), token);
		await scene.saw("login- GET POST DELETE POST");
	})),
	...Object.keys(strangers).map((stranger) => testCase(`a check of a restored token, and a refresh, that meet "${stranger}" are no end of the token`, behindFront({ credentials: CREDENTIALS }), async (scene, context) => {
		await scene.tell(`date.${LIFE - AGED}`);
		await scene.logIn();
		const token = scene.client.getAuthToken();
		await scene.tell(`refresh.${stranger}.9`);
		const restored = scene.another({ credentials: CREDENTIALS });
		restored.setAuthToken(token);
		scene.ok(await restored.createEx(READING));
		await context.sleep(DUE);
		scene.ok(await scene.client.createEx(READING));
		context.equal(scene.client.getAuthToken(), token);
		context.equal(restored.getAuthToken(), token);
		await scene.saw("login- GET refresh POST refresh POST");
	})),
	testCase("a proxy that says 401 to records and lets log-ins pass: 50 creates cause one log-in, and each error says when the next may be", behindFront({ credentials: CREDENTIALS }), async (scene, context) => {
		await scene.tell("records.401.50");
		for (let i = 0; i < 50; i++) {
			const { error, kind, statusCode } = await scene.client.createEx(READING);
			context.equal(`${kind} ${statusCode}`, "http 401");
			pauses(context, error, "The front says no.");
		}
		scene.ok(await scene.client.createEx(READING), "the token is still there");
		await scene.saw("login-" + " POST".repeat(51));
	}),
	testCase("a proxy that says 401 to records during a token's life: 50 creates cause one log-in", behindFront({ credentials: CREDENTIALS }), async (scene, context) => {
		await scene.logIn();
		await scene.tell("records.401.51");
		for (let i = 0; i < 50; i++)
			context.equal((await scene.client.createEx(READING)).statusCode, 401);
		scene.ok(await scene.client.createEx(READING));
		await scene.saw("login- GET POST login-" + " POST".repeat(51));
	}),
	testCase("a log-in whose token gives way to one that the app has set, which the service refuses: the next request logs in", behindFront({ credentials: CREDENTIALS }), async (scene, context) => {
		const expired = await scene.expiredToken();
		await scene.tell("login.late.1");
		const response = scene.client.createEx(READING);
		await scene.until("login-");
		scene.client.setAuthToken(expired);
		await scene.tell("go");
		context.equal((await response).kind, "auth");
		scene.ok(await scene.client.createEx(READING));
		await scene.saw("login- login- POST");
	}),
	testCase("a log-in that the service refuses: each error says when the next may be, and authWithPassword ends that", async (context) => {
		let password = "a-wrong-password";
		const scene = new Scene(context, { credentials: () => ({ ...CREDENTIALS, password }) });
		for (const status of [400, 0, 0]) {
			const { error, kind, statusCode } = await scene.client.createEx(READING);
			context.equal(`${kind} ${statusCode}`, `auth ${status}`);
			pauses(context, error, "Failed to authenticate.");
		}
		await scene.saw("login-");
		await scene.logIn();
		password = PASSWORD;
		await scene.tell("records.401.1");
		scene.ok(await scene.client.createEx(READING), "the client logs in again when it has to");
		await scene.saw("login- login- GET POST login- POST");
	})
];
