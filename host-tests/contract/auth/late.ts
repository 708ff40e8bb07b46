import type { RecordsClient } from "../../../lib/client.js";
import type { ClientResponse } from "../../../lib/response.js";
import { type Case, testCase } from "../case.js";
import { behindFront, CREDENTIALS, READING, Scene } from "./scene.js";

const calls: readonly (readonly [name: string, work: string, send: (client: RecordsClient) => Promise<ClientResponse>])[] = [
	["authRefresh", "refresh", (client) => client.collection("users").authRefresh()],
	["authWithPassword", "login", (client) => client.collection("users").authWithPassword(CREDENTIALS.identity, CREDENTIALS.password)]
];

/** The app says something of the token while an earlier call of its own is under way. */
export const lateCases: readonly Case[] = [
	...calls.map(([name, work, send]) => testCase(`clearAuthToken or setAuthToken during ${name}: the late answer changes no token, in RAM nor in preferences, and is told as it came`, async (context) => {
		for (const says of ["clears", "sets"]) {
			const scene = new Scene(context, { preferences: context.preferences });
			const { client } = scene;
			await scene.logIn();
			const old = client.getAuthToken();
			const token = says === "clears" ? "" : await scene.token(600);
			await scene.tell(`${work}.late.1`);
			const response = send(client);
			await scene.until(work === "login" ? "login- GET login" : "login- GET refresh");
			if (says === "clears")
				client.clearAuthToken();
			else
				client.setAuthToken(token);
			await scene.tell("go");
			const { body, error } = await response;
			context.equal(error, "", "error");
			context.equal(client.getAuthToken(), token, says);
			context.ok(body.includes("\"token\":\"") && (says === "clears" || !body.includes(token)), "the body is the service's");
			const rebooted = scene.another({ preferences: context.preferences });
			context.equal(rebooted.restoreAuthToken(), says === "sets", "restored");
			context.equal(rebooted.getAuthToken(), token, "in preferences");
			context.ok(old !== token, "another token");
			// What is called later is said later.
			await send(client);
			context.equal(client.getAuthToken() === "", says === "clears" && work === "refresh", "afterwards");
			client.clearAuthToken();
		}
	})),
	testCase("clearAuthToken while authWithPassword waits in the queue: nobody is logged in by it", behindFront(), async (scene, context) => {
		const { client } = scene;
		await scene.tell("records.late.1");
		const first = client.createEx(READING);
		const login = client.collection("users").authWithPassword(CREDENTIALS.identity, CREDENTIALS.password);
		const behind = client.collection("readings").createEx(READING);
		await scene.until("POST-");
		client.clearAuthToken();
		await scene.tell("go");
		context.equal((await first).statusCode, 400);
		scene.ok(await login);
		context.equal((await behind).statusCode, 400, "a guest's answer");
		context.equal(client.getAuthToken(), "");
		await scene.saw("POST- login- POST-");
	}),
	testCase("of logins that overlap the one that was called last counts, and so does one that is called after clearAuthToken", behindFront(), async (scene, context) => {
		const { client } = scene;
		await scene.tell("login.late.1");
		client.collection("users");
		const first = client.authWithPassword(CREDENTIALS.identity, CREDENTIALS.password);
		await scene.until("login-");
		client.clearAuthToken();
		const second = client.authWithPassword(CREDENTIALS.identity, CREDENTIALS.password);
		const third = client.authWithPassword("device-two", CREDENTIALS.password);
		await scene.tell("go");
		const tokens = [];
		for (const response of [await first, await second, await third]) {
			scene.ok(response);
			tokens.push((JSON.parse(response.body) as { token: string }).token);
		}
		context.equal(client.getAuthToken(), tokens[2]);
		await scene.saw("login- login- login");
	})
];
