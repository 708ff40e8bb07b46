import type { Preferences } from "../../../lib/platform.js";
import { type Case, testCase } from "../case.js";
import { PASSWORD } from "../../../tools/password.js";
import { create, device, guest, refused, sensorName, succeeded } from "./devices.js";

function broken(): never {
	throw new Error("flash is gone");
}

/** The token in device storage, and restoreAuthToken. */
export const storedTokenCases: readonly Case[] = [
	testCase("restoreAuthToken brings the token of a login back after a reboot", async (context) => {
		const { preferences } = context;
		const before = await device(context, "device-one", { preferences });
		const token = before.getAuthToken();
		before.close();
		const after = guest(context, { preferences }).collection("readings");
		context.equal(after.getAuthToken(), "", "nothing is restored unasked");
		context.equal(after.restoreAuthToken(), true);
		context.equal(after.getAuthToken(), token);
		await create(context, after, { sensor: sensorName("restored") });
	}),
	testCase("restoreAuthToken without a stored token returns false and changes nothing", (context) => {
		const client = guest(context, { preferences: context.preferences });
		context.equal(client.restoreAuthToken(), false);
		context.equal(client.getAuthToken(), "");
	}),
	testCase("a token from authRefresh is the one that is restored", async (context) => {
		const { preferences } = context;
		const client = await device(context, "device-one", { preferences });
		await context.sleep(1100); // two tokens of one second are identical
		succeeded(context, await client.collection("users").authRefresh(), 200);
		const after = guest(context, { preferences });
		context.equal(after.restoreAuthToken(), true);
		context.equal(after.getAuthToken(), client.getAuthToken());
	}),
	testCase("setAuthToken stores the token, short or long, and replaces it", (context) => {
		const { preferences } = context;
		const client = guest(context, { preferences });
		for (const token of ["t", "x".repeat(60), "y".repeat(61), "z".repeat(1000), "short"]) {
			client.setAuthToken(token);
			const after = guest(context, { preferences });
			context.equal(after.restoreAuthToken(), true);
			context.equal(after.getAuthToken(), token);
		}
	}),
	testCase("clearAuthToken removes the token from device storage, also of a client that never restored it", (context) => {
		const { preferences } = context;
		const client = guest(context, { preferences });
		for (const clearing of [client, guest(context, { preferences })]) {
			client.setAuthToken("token");
			clearing.clearAuthToken();
			context.equal(clearing.restoreAuthToken(), false);
			context.equal(guest(context, { preferences }).restoreAuthToken(), false);
		}
	}),
	testCase("a failed authWithPassword or authRefresh leaves the stored token alone", async (context) => {
		const { preferences } = context;
		const client = guest(context, { preferences }).collection("users");
		client.setAuthToken("not.a.token");
		refused(context, await client.authWithPassword("device-one", PASSWORD + "!"), 400);
		refused(context, await client.authRefresh(), 401);
		const after = guest(context, { preferences });
		context.equal(after.restoreAuthToken(), true);
		context.equal(after.getAuthToken(), "not.a.token");
	}),
	testCase("a token that can't stand in a header is not stored", (context) => {
		const { preferences } = context;
		const client = guest(context, { preferences });
		client.setAuthToken("good");
		client.setAuthToken("a\r\nb");
		context.equal(guest(context, { preferences }).restoreAuthToken(), false);
	}),
	testCase("two domains keep two tokens", (context) => {
		const { preferences } = context;
		guest(context, { preferences }).setAuthToken("one");
		guest(context, { preferences, domain: "other" }).setAuthToken("two");
		const one = guest(context, { preferences, domain: "records" });
		const two = guest(context, { preferences, domain: "other" });
		context.equal(one.restoreAuthToken() && two.restoreAuthToken(), true);
		context.equal(`${one.getAuthToken()} ${two.getAuthToken()}`, "one two");
	}),
	testCase("preferences null keep the token in RAM", (context) => {
		const client = guest(context, { preferences: null });
		client.setAuthToken("token");
		context.equal(client.getAuthToken(), "token");
		context.equal(client.restoreAuthToken(), false);
		context.equal(client.getAuthToken(), "token");
		context.equal(guest(context, { preferences: null }).restoreAuthToken(), false);
	}),
	testCase("storage that fails costs no login: stats().storageErrors counts it", async (context) => {
		const rejects = (): Promise<never> => Promise.reject(new Error("no storage"));
		for (const fails of [{ get: broken, set: broken, delete: broken }, { get: rejects, set: rejects, delete: rejects }, { get: () => undefined, set: rejects, delete: rejects }]) {
			const client = guest(context, { preferences: fails as unknown as Preferences });
			context.equal(client.restoreAuthToken(), false);
			const { storageErrors } = client.stats();
			context.equal(storageErrors, fails.get === broken || fails.get === rejects ? 1 : 0);
			succeeded(context, await client.collection("users").authWithPassword("device-one", PASSWORD), 200);
			context.equal(client.stats().storageErrors, storageErrors + 1);
			await create(context, client.collection("readings"), { sensor: sensorName("no-storage") });
			client.clearAuthToken();
			context.equal(client.getAuthToken(), "");
		}
	})
];
