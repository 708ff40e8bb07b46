import test from "ava";
import { ALL_LIMITS } from "../../../lib/client-limits.js";
import { pauseBefore } from "../../../lib/request/retrying.js";
import { pauseOf } from "../../../lib/shared/pauses.js";
import { Random } from "../../../tools/random.js";

const limits = { retryBase: 100, retryMaximum: 5000, retryPause: 2000, retryAfterMaximum: 3_600_000 };
/** Just below 1. */
const most = 1 - 2 ** -53;

test("without an answer the pause is random alone", (t) => {
	t.is(pauseBefore(0, -1, 1, limits, 0), 0);
	t.is(pauseBefore(0, -1, 3, limits, 0.5), pauseOf({ least: 0, base: 100, most: 5000 }, 3, 0.5));
});

test("after a refusal the pause is at least what the service asks for, else limits.retryPause with a jitter as long", (t) => {
	for (const status of [429, 503]) {
		t.is(pauseBefore(status, -1, 1, limits, 0), 2000);
		t.is(pauseBefore(status, -1, 1, limits, most), 4000);
		t.is(pauseBefore(status, -1, 2, limits, most), 6000);
		t.is(pauseBefore(status, -1, 3, limits, most), 7000);
		t.is(pauseBefore(status, -1, 1, { ...limits, retryBase: 3000 }, most), 5000);
		t.is(pauseBefore(status, 0, 1, limits, 0), 0);
		t.is(pauseBefore(status, 7000, 1, limits, 0), 7000);
		t.is(pauseBefore(status, 7000, 1, limits, most), 14_000);
		t.is(pauseBefore(status, 1000, 3, limits, most), 5000);
		t.is(pauseBefore(status, 7000, 2, limits, most), 14_000);
	}
});

test("an answer can ask for limits.retryAfterMaximum at the most, whatever it says", (t) => {
	for (const asked of [3_600_000, 3_600_001, 86_400_000, 4e12, Infinity]) {
		t.is(pauseBefore(503, asked, 1, limits, 0), 3_600_000);
		t.is(pauseBefore(503, asked, 1, limits, most), 7_200_000);
		t.is(pauseBefore(503, asked, 1, { ...limits, retryAfterMaximum: 0 }, 0), 0);
	}
	t.is(pauseBefore(503, -1, 1, { ...limits, retryAfterMaximum: 0 }, 0), 2000, "limits.retryPause is not what an answer asks for");
});

for (const [told, seconds] of [["Retry-After: 1", 1], ["Retry-After: 5", 5], ["Retry-After: 60", 60], ["no Retry-After", -1]] as const) {
	test(`of 1,000 clients that were told ${told} no half second has more than twice its even share, over at least as long again`, (t) => {
		const random = new Random(1);
		const { least, spread } = seconds < 0 ? { least: 5000, spread: 5000 } : { least: 1000 * seconds, spread: 1000 * seconds };
		const counts = new Map<number, number>();
		for (let client = 0; client < 1000; client++) {
			const wait = pauseBefore(503, seconds < 0 ? -1 : 1000 * seconds, 1, ALL_LIMITS, random.below(0x7fffffff) / 0x7fffffff);
			t.true(wait >= least && wait <= least + spread);
			const half = Math.floor(wait / 500);
			counts.set(half, (counts.get(half) ?? 0) + 1);
		}
		// By chance some have more: four standard deviations where the share is small.
		const share = 1000 / (spread / 500);
		t.true(Math.max(...counts.values()) <= Math.max(2 * share, share + 4 * Math.sqrt(share)), `${Math.max(...counts.values())} in a half second, ${share} each`);
	});
}

test("no pause is longer than a timer takes", (t) => {
	t.is(pauseBefore(429, 86_400_000, 32, { ...limits, retryMaximum: 0x7fffffff, retryAfterMaximum: 0x7fffffff }, most), 0x7fffffff);
});
