import { type Case, testCase } from "../case.js";
import { expectSilence } from "../wire/scene.js";
import { AGED, CREDENTIALS, DUE, LIFE, Scene } from "./scene.js";

/** close() inside the events that only a token that has come of age brings; the others are among the wire's cases. */
export const closingCases: readonly Case[] = [
	testCase("close() in the event \"refresh\": every call is settled, nothing is told later, the new token stays", async (context) => {
		const events: string[] = [];
		const scene: Scene = new Scene(context, {
			onEvent(event) {
				events.push(event);
				if (event === "refresh")
					scene.client.close();
			}
		});
		await scene.tell(`date.${LIFE - AGED}`);
		await scene.logIn();
		const old = scene.client.getAuthToken();
		await context.sleep(DUE);
		await expectSilence(context, scene.client, events, "refresh");
		context.ok(scene.client.getAuthToken() !== old, "it is another token");
	}),
	testCase("close() in the event \"login\" of a log-in that succeeds: every call is settled, nothing is told later", async (context) => {
		const events: string[] = [];
		const scene: Scene = new Scene(context, {
			credentials: CREDENTIALS,
			onEvent(event) {
				events.push(event);
				if (event === "login")
					scene.client.close();
			}
		});
		await expectSilence(context, scene.client, events, "login");
	})
];
