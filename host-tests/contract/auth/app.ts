import { type Case, testCase } from "../case.js";
import { behindFront, CREDENTIALS, EXPIRED, READING, Scene } from "./scene.js";
import { refused } from "../spec/devices.js";

/** What the app does itself, at the same time. */
export const appCases: readonly Case[] = [
	testCase("after clearAuthToken nobody is logged in, not even after a 401, until a token is set again", behindFront({ credentials: CREDENTIALS }), async (scene, context) => {
		const token = await scene.expiredToken();
		scene.ok(await scene.client.createEx(READING));
		scene.client.clearAuthToken();
		context.equal((await scene.client.createEx(READING)).statusCode, 400, "a guest's answer");
		await scene.tell("records.401.1");
		context.equal((await scene.client.createEx(READING)).statusCode, 401);
		await scene.saw("login- POST POST- POST-");
		scene.client.setAuthToken(token);
		scene.ok(await scene.client.createEx(READING));
		await scene.saw("login- POST POST- POST- login- POST");
	}),
	...["login", "refresh"].map((work) => testCase(`clearAuthToken during a ${work} of the client's own: its answer brings no token back`, behindFront({ credentials: CREDENTIALS }), async (scene, context) => {
		if (work === "refresh")
			await scene.logInLongAgo();
		await scene.tell(`${work}.late.1`);
		const response = scene.client.createEx(READING);
		await scene.until(work === "login" ? "login-" : "login- GET refresh");
		scene.client.clearAuthToken();
		await scene.tell("go");
		context.equal((await response).statusCode, 400, "a guest's answer");
		context.equal(scene.client.getAuthToken(), "");
		await scene.saw(work === "login" ? "login- POST-" : "login- GET refresh POST-");
	})),
	testCase("setAuthToken during a login of the client's own: the app's token stays, whatever becomes of the login", behindFront({ credentials: CREDENTIALS }), async (scene, context) => {
		const token = await scene.token(600);
		await scene.tell("login.late.1");
		const response = scene.client.createEx(READING);
		await scene.until("login-");
		scene.client.setAuthToken(token);
		await scene.tell("go");
		scene.ok(await response);
		context.equal(scene.client.getAuthToken(), token);
		const other = scene.another({ credentials: { ...CREDENTIALS, password: "a-wrong-password" } });
		await scene.tell("login.late.1");
		const second = other.createEx(READING);
		await scene.until("login- refresh POST login-");
		other.setAuthToken(token);
		await scene.tell("go");
		scene.ok(await second);
		context.equal(other.getAuthToken(), token);
		await scene.saw("login- refresh POST login- refresh POST");
	}),
	testCase("setAuthToken while a request with an expired token is under way: it goes out again with the new one", behindFront({ limits: { confirmEvery: 0 } }), async (scene, context) => {
		const token = await scene.token(600);
		scene.client.setAuthToken(await scene.expiredToken());
		await scene.tell("records.late.1");
		const response = scene.client.createEx(READING);
		await scene.until("POST");
		scene.client.setAuthToken(token);
		await scene.tell("go");
		scene.ok(await response);
		context.equal(scene.client.getAuthToken(), token);
		await scene.saw("POST POST");
	}),
	testCase("authWithPassword in front of the queue: its token serves the rest, and nobody else is logged in", behindFront({ credentials: CREDENTIALS }), async (scene, context) => {
		const { client } = scene;
		const login = client.collection("users").authWithPassword("device-two", CREDENTIALS.password);
		client.collection("readings");
		const responses = await Promise.all([login, client.createEx(READING), client.getListEx(1, 1)]);
		for (const response of responses)
			scene.ok(response);
		await scene.saw("login- POST GET");
		context.equal(scene.events, "", "events are the client's own");
	}),
	testCase("authRefresh with an expired token is the service's to refuse, and brings a good one back into order", behindFront(), async (scene, context) => {
		const { client } = scene;
		client.setAuthToken(await scene.expiredToken());
		scene.refused(await client.getListEx(1, 1), EXPIRED);
		refused(context, await client.collection("users").authRefresh(), 401);
		// One answer with a Date that is years ahead condemns no token that the service has confirmed.
		await scene.logIn();
		const other = scene.another({}).collection("readings");
		other.setAuthToken(client.getAuthToken());
		await scene.tell("date.1000000000");
		scene.ok(await other.getListEx(1, 1));
		await scene.tell("date.0");
		scene.ok(await other.collection("users").authRefresh());
		scene.ok(await other.collection("readings").getListEx(1, 1));
	}),
	...["login", "credentials"].map((what) => testCase(`close() during a login, at the ${what}: every request is kind "closed", and nothing goes out any more`, async (context) => {
		let give: (() => void) | undefined;
		const credentials = (): Promise<typeof CREDENTIALS> => new Promise((resolve) => {
			give = () => resolve(CREDENTIALS);
		});
		const scene = new Scene(context, { credentials: what === "login" ? CREDENTIALS : credentials });
		await scene.tell("login.late.1");
		const responses = [scene.client.createEx(READING), scene.client.getListEx()];
		await scene.until(what === "login" ? "login-" : "");
		await context.sleep(50);
		scene.client.close();
		await scene.tell("go");
		for (const response of await Promise.all(responses))
			context.equal(response.kind, "closed");
		give?.();
		await context.sleep(300);
		context.equal(scene.client.getAuthToken(), "");
		await scene.saw(what === "login" ? "login-" : "");
	})),
	testCase("close() by who is told of a refused refresh: nothing goes out any more", async (context) => {
		const onEvent = (event: string): void => {
			if (event === "refresh")
				scene.client.close();
		};
		const scene = new Scene(context, { credentials: CREDENTIALS, onEvent });
		await scene.logInLongAgo();
		await scene.tell("refresh.anonymous.1");
		context.equal((await scene.client.createEx(READING)).kind, "closed");
		await context.sleep(200);
		await scene.saw("login- GET refresh");
	})
];
