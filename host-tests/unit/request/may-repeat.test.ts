import test from "ava";
import { ALL_LIMITS } from "../../../lib/client-limits.js";
import type { Kind } from "../../../lib/response.js";
import { backoff, mayRepeat, pause } from "../../../lib/request/may-repeat.js";
import { Random } from "../../../tools/random.js";

const kinds: readonly Kind[] = ["", "argument", "busy", "closed", "dns", "connect", "tls", "timeout", "protocol", "too-large", "http"];
const methods = ["GET", "POST", "PATCH", "DELETE"];
const limits = { retryBase: 100, retryMaximum: 5000, retryPause: 2000, retryAfterMaximum: 3_600_000 };
/** Just below 1. */
const most = 1 - 2 ** -53;

/** "method, unsent or sent, repeatable or once" of all that may be repeated. */
function repeated(kind: Kind, status: number): string[] {
	const found: string[] = [];
	for (const method of methods) {
		for (const unsent of [true, false]) {
			for (const repeatable of [true, false]) {
				if (mayRepeat(method, unsent, kind, status, repeatable))
					found.push(`${method} ${unsent ? "unsent" : "sent"} ${repeatable ? "repeatable" : "once"}`);
			}
		}
	}
	return found;
}

const all = methods.flatMap((method) => ["unsent repeatable", "unsent once", "sent repeatable", "sent once"].map((rest) => `${method} ${rest}`));
const unsent = all.filter((request) => request.includes(" unsent"));
const harmless = all.filter((request) => request.startsWith("GET") || request.endsWith("repeatable"));

test("without a connection or an answer, what is harmless or unsent is repeated", (t) => {
	for (const kind of ["dns", "connect"] as const)
		t.deepEqual(repeated(kind, 0), all.filter((request) => unsent.includes(request) || harmless.includes(request)), kind);
	t.false(mayRepeat("POST", false, "connect", 0, false));
	t.false(mayRepeat("PATCH", false, "connect", 0, false));
	t.false(mayRepeat("DELETE", false, "connect", 0, false));
});

test("after a timeout only what is unsent is repeated, whatever the method", (t) => {
	t.deepEqual(repeated("timeout", 0), unsent);
});

test("what the service was too busy for is repeated, what it was out of order for if that is harmless or was still to be sent", (t) => {
	t.deepEqual(repeated("http", 429), all);
	t.deepEqual(repeated("http", 503), all.filter((request) => unsent.includes(request) || harmless.includes(request)));
});

test("no other status is repeated, nor an answer that broke off", (t) => {
	for (let status = 100; status < 600; status++) {
		for (const kind of kinds) {
			if (kind !== "http" || (status !== 429 && status !== 503))
				t.deepEqual(repeated(kind, status), [], `${kind} ${status}`);
		}
	}
});

test("no other failure is repeated", (t) => {
	for (const kind of kinds) {
		if (!["dns", "connect", "timeout"].includes(kind))
			t.deepEqual(repeated(kind, 0), [], kind);
	}
});

test("the backoff's bound doubles up to the maximum and stays there", (t) => {
	const bounds = [1, 2, 3, 4, 5, 6, 7, 31, 32, 33, 1000, 0x7fffffff].map((attempt) => backoff(attempt, 100, 5000, most));
	t.deepEqual(bounds, [100, 200, 400, 800, 1600, 3200, 5000, 5000, 5000, 5000, 5000, 5000]);
	t.is(backoff(1, 9000, 5000, most), 5000);
	t.is(backoff(32, 1, 0x7fffffff, most), 0x7fffffff);
	t.is(backoff(31, 1, 0x7fffffff, most), 0x40000000);
});

test("the backoff is a whole number, each from 0 to the bound as likely as the other", (t) => {
	const counts = new Array<number>(9).fill(0);
	for (let step = 0; step < 900; step++)
		counts[backoff(4, 1, 1000, step / 900)]++;
	t.deepEqual(counts, new Array<number>(9).fill(100));
});

test("no backoff passes its bound, falls below 0 or is a fraction", (t) => {
	const random = new Random();
	t.log(`SEED=${random.seed}`);
	for (let round = 0; round < 10_000; round++) {
		const attempt = 1 + random.below(40);
		const base = 1 + random.below(0x7fffffff);
		const maximum = random.below(0x7fffffff);
		const wait = backoff(attempt, base, maximum, random.below(0x7fffffff) / 0x7fffffff);
		t.true(Number.isInteger(wait) && wait >= 0 && wait <= Math.min(maximum, base * 2 ** (attempt - 1)), `${attempt} ${base} ${maximum}: ${wait}`);
	}
});

test("without an answer the pause is a backoff", (t) => {
	t.is(pause(0, -1, 1, limits, 0), 0);
	t.is(pause(0, -1, 3, limits, 0.5), backoff(3, 100, 5000, 0.5));
});

test("after a refusal the pause is at least what the service asks for, else limits.retryPause with a jitter as long", (t) => {
	for (const status of [429, 503]) {
		t.is(pause(status, -1, 1, limits, 0), 2000);
		t.is(pause(status, -1, 1, limits, most), 4000);
		t.is(pause(status, -1, 2, limits, most), 6000);
		t.is(pause(status, -1, 3, limits, most), 7000);
		t.is(pause(status, -1, 1, { ...limits, retryBase: 3000 }, most), 5000);
		t.is(pause(status, 0, 1, limits, 0), 0);
		t.is(pause(status, 7000, 1, limits, 0), 7000);
		t.is(pause(status, 7000, 1, limits, most), 14_000);
		t.is(pause(status, 1000, 3, limits, most), 5000);
		t.is(pause(status, 7000, 2, limits, most), 14_000);
	}
});

test("an answer can ask for limits.retryAfterMaximum at the most, whatever it says", (t) => {
	for (const asked of [3_600_000, 3_600_001, 86_400_000, 4e12, Infinity]) {
		t.is(pause(503, asked, 1, limits, 0), 3_600_000);
		t.is(pause(503, asked, 1, limits, most), 7_200_000);
		t.is(pause(503, asked, 1, { ...limits, retryAfterMaximum: 0 }, 0), 0);
	}
	t.is(pause(503, -1, 1, { ...limits, retryAfterMaximum: 0 }, 0), 2000, "limits.retryPause is not what an answer asks for");
});

for (const [told, seconds] of [["Retry-After: 1", 1], ["Retry-After: 5", 5], ["Retry-After: 60", 60], ["no Retry-After", -1]] as const) {
	test(`of 1,000 clients that were told ${told} no half second has more than twice its even share, over at least as long again`, (t) => {
		const random = new Random(1);
		const { least, spread } = seconds < 0 ? { least: 5000, spread: 5000 } : { least: 1000 * seconds, spread: 1000 * seconds };
		const counts = new Map<number, number>();
		for (let client = 0; client < 1000; client++) {
			const wait = pause(503, seconds < 0 ? -1 : 1000 * seconds, 1, ALL_LIMITS, random.below(0x7fffffff) / 0x7fffffff);
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
	t.is(pause(429, 86_400_000, 32, { ...limits, retryMaximum: 0x7fffffff, retryAfterMaximum: 0x7fffffff }, most), 0x7fffffff);
});
