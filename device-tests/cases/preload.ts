import { RecordsClient } from "records-client";
import { type Case, testCase } from "../../host-tests/contract/case.js";

/** What only a preloaded library can get wrong: it lies in flash, and what it made at build time is read-only. */
export const preloadCases: readonly Case[] = [
	// A RegExp that was made at build time has no room for its matches; what SDK 8.2.3 gives it is nothing that its
	// collector knows. Leaked on each match, and the app ends when the collector comes in the middle of one.
	testCase("clients can be made by the thousand, with the collector at work", async (context) => {
		let garbage = "";
		for (let round = 1; round <= 40; round++) {
			for (let made = 1; made <= 50; made++) {
				const baseUrl = `http://host-${round}.example:${made}/some/path/prefix`;
				new RecordsClient({ baseUrl, preferences: null }).close();
				garbage = `${made} ${"x".repeat(500)}`;
			}
			await context.sleep(0);
		}
		context.equal(garbage.length, 503);
	})
];
