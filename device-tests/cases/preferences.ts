import Preference from "preference";
import { type Case, testCase } from "../../host-tests/contract/case.js";
import type { Preferences } from "../../lib/platform.js";

const preferences: Preferences = Preference;
const domain = "records-test";
/** As long as the service's own are. */
const token = `head.${"0123456789abcdef".repeat(15)}.tail`;
const other = `head.${"fedcba9876543210".repeat(4)}.other`;
const baseUrl = "http://127.0.0.1:9";

function empty(): void {
	for (const key of Preference.keys(domain))
		Preference.delete(domain, key);
}

/** Moddable's Preference, and the token in it. */
export const preferenceCases: readonly Case[] = [
	testCase("gives back what was set, until it is deleted", (context) => {
		empty();
		context.equal(preferences.get(domain, "absent"), undefined);
		preferences.set(domain, "value", "x".repeat(63));
		preferences.set(domain, "empty", "");
		context.equal(preferences.get(domain, "value"), "x".repeat(63));
		context.equal(preferences.get(domain, "empty"), "");
		preferences.delete(domain, "value");
		preferences.delete(domain, "value");
		preferences.delete(domain, "empty");
		context.equal(preferences.get(domain, "value"), undefined);
	}),
	testCase("the token is stored and restored", (context) => {
		empty();
		context.client({ baseUrl, preferences, domain }).setAuthToken(token);
		const restored = context.client({ baseUrl, preferences, domain });
		context.equal(restored.restoreAuthToken(), true);
		context.equal(restored.getAuthToken(), token);
		restored.setAuthToken(other);
		const again = context.client({ baseUrl, preferences, domain });
		context.equal(again.restoreAuthToken(), true);
		context.equal(again.getAuthToken(), other);
		context.equal(again.stats().storageErrors, 0);
	}),
	testCase("a token cleared leaves nothing to restore", (context) => {
		empty();
		context.client({ baseUrl, preferences, domain }).setAuthToken(token);
		context.client({ baseUrl, preferences, domain }).clearAuthToken();
		const restored = context.client({ baseUrl, preferences, domain });
		context.equal(restored.restoreAuthToken(), false);
		context.equal(restored.getAuthToken(), "");
	})
];

/** What one start of the app does for the next; `phase` tells which it is. */
export const restartCases: Readonly<Record<string, readonly Case[]>> = {
	write: [testCase("a token is stored", (context) => {
		empty();
		context.client({ baseUrl, preferences, domain }).setAuthToken(token);
		context.client({ baseUrl, preferences: undefined }).setAuthToken(other);
	})],
	read: [testCase("the token is there after a restart", (context) => {
		const restored = context.client({ baseUrl, preferences, domain });
		context.equal(restored.restoreAuthToken(), true);
		context.equal(restored.getAuthToken(), token);
		empty();
	}), testCase("so is that of the client's own preferences", (context) => {
		const restored = context.client({ baseUrl, preferences: undefined });
		context.equal(restored.restoreAuthToken(), true);
		context.equal(restored.getAuthToken(), other);
		restored.clearAuthToken();
	})]
};
