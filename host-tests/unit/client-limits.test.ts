import test from "ava";
import { ALL_LIMITS, completeLimits, DEFAULT_LIMITS, type Limits } from "../../lib/client-limits.js";

const least: Limits = {
	queue: 0, timeout: 1, connect: 1, firstByte: 1, idle: 1, keepAlive: 0, retries: 0,
	recycleBytes: 0, retryAfterMaximum: 0, confirmEvery: 0, body: 1, values: 1024, send: 128
};

test("the defaults are those that are documented", (t) => {
	const documented = {
		queue: 8, timeout: 30_000, connect: 15_000, firstByte: 15_000, idle: 10_000, keepAlive: 180_000, retries: 2, recycleBytes: 0, retryAfterMaximum: 3_600_000, confirmEvery: 3_600_000, body: 24_576, values: 2560, send: 1536
	};
	const constants = { retryBase: 500, retryMaximum: 10_000, retryPause: 5000, renewAt: 80, url: 12_288, receive: 1024 };
	t.deepEqual(completeLimits(), { ...documented, ...constants });
	t.deepEqual(completeLimits({}), { ...documented, ...constants });
	t.deepEqual({ ...DEFAULT_LIMITS }, documented);
	t.true(Object.isFrozen(DEFAULT_LIMITS));
});

test("a limit that is given replaces its default, in a new object", (t) => {
	const given = { body: 100, queue: undefined };
	const limits = completeLimits(given);
	t.deepEqual(limits, { ...ALL_LIMITS, body: 100 });
	t.deepEqual(given, { body: 100, queue: undefined });
	t.not(limits, ALL_LIMITS);
});

for (const [name, value] of Object.entries(least)) {
	const message = `limits.${name} must be a whole number from ${value as number} to 2147483647`;

	test(`limits.${name} is ${value as number} or more`, (t) => {
		t.is(completeLimits({ [name]: value })[name as keyof Limits], value as number);
		t.is(completeLimits({ [name]: 0x7fffffff })[name as keyof Limits], 0x7fffffff);
		t.throws(() => completeLimits({ [name]: (value as number) - 1 }), { instanceOf: RangeError, message });
	});

	test(`limits.${name} is a whole number`, (t) => {
		for (const wrong of [0x80000000, -1, 100.5, NaN, Infinity, "1000", null, true, {}, [1000], 1000n])
			t.throws(() => completeLimits({ [name]: wrong }), { instanceOf: RangeError, message });
	});
}

test("an unknown limit is an error that names it", (t) => {
	for (const name of ["bodies", "Body", "", "toString", "constructor", "hasOwnProperty"]) {
		const message = new RegExp(`^limits\\.${name} is unknown(?:; did you mean limits\\.(?:body|connect)\\?)?$`);
		t.throws(() => completeLimits({ [name]: 100 }), { instanceOf: TypeError, message });
	}
});

test("a constant is no limit that is suggested", (t) => {
	t.throws(() => completeLimits({ retry: 1 } as object), { instanceOf: TypeError, message: "limits.retry is unknown; did you mean limits.retries?" });
});

test("limits.values rises with limits.body, unless it is given: a page of 500 records of 12 fields fits", (t) => {
	t.is(completeLimits({}).values, 2560);
	t.is(completeLimits({ body: 24_576 }).values, 2560);
	t.is(completeLimits({ body: 4096 }).values, 2560);
	t.is(completeLimits({ body: 24_576 + 600 }).values, 2660);
	t.is(completeLimits({ body: 100_000, values: 1024 }).values, 1024);
	const record = Object.fromEntries(Array.from({ length: 12 }, (_, field) => [`field${field}`, "value"]));
	const { length } = JSON.stringify({ items: Array(500).fill(record) as unknown[] });
	t.true(completeLimits({ body: length }).values > 500 * 27 + 10, String(length));
});
