import type { Case } from "../case.js";
import { CREDENTIALS, EXPIRED, READING, Scene } from "./scene.js";

/** What can be read of the time and of tokens. */
export const clockCases: readonly Case[] = [
	...["none", "garbled"].map((date): Case => ({
		name: `with a Date that is ${date}, no token is judged by it: the answers are the service's own`,
		async run(context) {
			const scene = new Scene(context, { credentials: CREDENTIALS, limits: { confirmEvery: 0 } });
			await scene.tell(`date.${date}`);
			scene.ok(await scene.client.createEx(READING));
			await context.sleep(1200);
			scene.ok(await scene.client.createEx(READING));
			scene.client.setAuthToken(await scene.expiredToken());
			context.equal((await scene.client.createEx(READING)).statusCode, 400, "a guest's answer");
			await scene.saw("login- POST POST POST");
			// The first one that can be read is enough.
			await scene.tell("date.0");
			scene.ok(await scene.client.createEx(READING));
			await scene.saw("login- POST POST POST POST login- POST");
		}
	})),
	{
		name: "a Date that is years late does no harm: tokens are left alone",
		async run(context) {
			const scene = new Scene(context, { credentials: CREDENTIALS });
			await scene.tell("date.-1000000000");
			scene.ok(await scene.client.createEx(READING));
			await context.sleep(1200);
			scene.ok(await scene.client.createEx(READING));
			await scene.saw("login- POST POST");
		}
	},
	{
		name: "a single Date that is years ahead costs a login and nothing else",
		async run(context) {
			const scene = new Scene(context, { credentials: CREDENTIALS });
			const restored = scene.another({ credentials: CREDENTIALS });
			restored.setAuthToken(await scene.token(600));
			await scene.tell("date.1000000000");
			await scene.tell("login.late.1");
			const response = restored.getListEx(1, 1);
			await scene.until("refresh login-");
			await scene.tell("date.0");
			await scene.tell("go");
			scene.ok(await response);
			await scene.saw("refresh login- GET");
		}
	},
	{
		name: "a Date that is years ahead for good is told as an expired token",
		async run(context) {
			const scene = new Scene(context, { credentials: CREDENTIALS });
			await scene.tell("date.1000000000");
			scene.refused(await scene.client.getListEx(1, 1), EXPIRED);
			scene.refused(await scene.client.getListEx(1, 1), EXPIRED);
			await scene.saw("login-");
		}
	},
	...["opaque-token-of-a-proxy", "aaaa.bbbb.cccc", "e30.e30.e30"].map((token): Case => ({
		name: `a token without an expiry is not judged: ${token}`,
		async run(context) {
			const scene = new Scene(context);
			scene.client.setAuthToken(token);
			context.equal((await scene.client.getListEx(1, 1)).statusCode, 200, "a guest's answer");
			context.equal((await scene.client.createEx(READING)).statusCode, 400, "a guest's answer");
			await scene.saw("GET POST");
			context.equal(scene.events, "", "events");
		}
	}))
];
