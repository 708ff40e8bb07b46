import { type Case, testCase } from "../case.js";
import { ANSWERED } from "../patience.js";
import { AGED, behindFront, CREDENTIALS, DUE, LIFE, READING, REJECTED } from "./scene.js";

/** What can become of a refresh, and why nothing comes of it. */
const faults: Readonly<Record<string, string>> = {
	"unasked-cut": "is cut by the network",
	"unasked-stall": "is never answered",
	portal: "meets a captive portal",
	503: "meets a service that is out of order",
	429: "meets a service that is too busy",
	403: "is forbidden"
};

/** Renewal ahead of expiry. */
export const refreshCases: readonly Case[] = [
	testCase("a token is exchanged at limits.renewAt percent of its life, once for a full queue", behindFront(), async (scene, context) => {
		// Due after ten seconds, which leaves the queue ten more.
		await scene.tell(`date.${LIFE - 1000}`);
		await scene.logIn();
		const old = scene.client.getAuthToken();
		await context.sleep(11_200);
		for (const response of await Promise.all(Array.from({ length: 9 }, () => scene.client.createEx(READING))))
			scene.ok(response);
		await scene.saw("login- GET refresh" + " POST".repeat(9));
		context.ok(scene.client.getAuthToken() !== old, "it is another token");
		context.equal(scene.events, "refresh:200", "events");
		context.equal(scene.client.stats().renewals, 1, "renewals");
	}),
	testCase("a token is left alone before limits.renewAt, and by renewal: false after it", behindFront({ limits: { renewAt: 80 } }), async (scene, context) => {
		await scene.tell(`date.${LIFE - AGED}`);
		await scene.logIn();
		const bare = scene.another({ renewal: false, credentials: CREDENTIALS });
		bare.setAuthToken(scene.client.getAuthToken());
		scene.ok(await bare.getListEx(1, 1));
		await context.sleep(DUE);
		scene.ok(await scene.client.getListEx(1, 1));
		scene.ok(await bare.getListEx(1, 1));
		await scene.saw("login- GET GET GET GET");
	}),
	testCase("a token that can't be exchanged is left alone until it expires", behindFront({ credentials: CREDENTIALS }), async (scene, context) => {
		scene.client.setAuthToken(await scene.token(15));
		scene.ok(await scene.client.getListEx(1, 1));
		await context.sleep(2200);
		scene.ok(await scene.client.getListEx(1, 1));
		await scene.saw("refresh GET GET");
		await context.sleep(14_000);
		scene.ok(await scene.client.getListEx(1, 1));
		await scene.saw("refresh GET GET login- GET");
	}),
	testCase("a refresh that the service refuses is followed by a login", behindFront({ credentials: CREDENTIALS }), async (scene, context) => {
		await scene.logInLongAgo();
		await scene.tell("refresh.anonymous.1");
		scene.ok(await scene.client.createEx(READING));
		await scene.saw("login- GET refresh login- POST");
		context.equal(scene.events, "refresh:401 login:200", "events");
	}),
	testCase("a refresh that the service refuses without credentials is kind \"auth\" from then on", behindFront(), async (scene, context) => {
		await scene.logInLongAgo();
		await scene.tell("refresh.anonymous.1");
		scene.refused(await scene.client.createEx(READING), REJECTED);
		scene.refused(await scene.client.getListEx(1, 1), REJECTED);
		await scene.saw("login- GET refresh");
		context.equal(scene.client.stats().renewals, 0, "renewals");
		await scene.logIn();
		scene.ok(await scene.client.createEx(READING));
	}),
	...Object.entries(faults).map(([fault, name]) => testCase(`a refresh that ${name}: the request goes out with the old token, and the next one doesn't ask again`, behindFront({ credentials: CREDENTIALS, limits: { firstByte: ANSWERED } }), async (scene, context) => {
		await scene.logInLongAgo();
		await scene.tell(`refresh.${fault}.1`);
		scene.ok(await scene.client.createEx(READING));
		scene.ok(await scene.client.createEx(READING));
		await scene.saw("login- GET refresh POST POST");
		const status = fault === "portal" ? 200 : Number(fault) || 0;
		context.equal(scene.events, `refresh:${status}`, "events");
	}))
];
