import test from "ava";
import { checkResponse } from "./check-response.js";
import { responseFiles } from "./corpus.js";
import { failureText, fuzz } from "./fuzz.js";
import { inputOf } from "./generator.js";
import { describe, type FuzzInput, literal } from "./input.js";
import { shrink } from "./shrink.js";
import { bytesOf } from "../../tools/parser/drive.js";

const SEED = 1;
const COUNT = 10_000;

/** An input as it is where nothing is said of it. */
const plain: FuzzInput = {
	bytes: new Uint8Array(0), cuts: 1, before: undefined, closed: true, size: 1024, names: []
};

test(`${COUNT} inputs: no exception, the same in all fragments, nothing taken for whole that llhttp doesn't`, async (t) => {
	const told = await fuzz(SEED, 0, COUNT);
	t.is(told.failed, -1, failureText(SEED, told));
	t.is(told.sorts.size, 3);
	for (const [sort, count] of told.sorts)
		t.true(count > COUNT / 50, `${count} ${sort}`);
});

for (const { name, bytes } of responseFiles) {
	test(`corpus: ${name}`, async (t) => {
		const sorts = new Set<string>();
		for (const size of [64, 256, 1024]) {
			for (let cuts = 0; cuts < 20; cuts++)
				sorts.add(await checkResponse({ ...plain, bytes, size, cuts }));
		}
		t.is(sorts.size, 1, [...sorts].join());
		if (name.startsWith("service-"))
			t.true(sorts.has("complete responses"), "an answer of the service is one");
	});
}

test("an input is the same each time that it is made", (t) => {
	for (let index = 0; index < 100; index++)
		t.deepEqual(inputOf(SEED, index), inputOf(SEED, index));
	t.notDeepEqual(inputOf(SEED, 0), inputOf(SEED + 1, 0));
});

test("an input that fails is made as small as it can be", async (t) => {
	const bytes = bytesOf("HTTP/1.1 200 OK\r\nA: b\0c\r\n\r\n0123\x00456789");
	const fails = (less: Uint8Array): Promise<boolean> => Promise.resolve(less.filter((byte) => byte === 0).length === 2);
	t.deepEqual(await shrink(bytes, fails), bytesOf("\0\0"));
});

test("an input is described so that it can be typed into a test", (t) => {
	const text = "\"\\\0\r\n\x7f\xff a\\u0065\\\x1f";
	const [line] = describe({ ...plain, bytes: bytesOf(text) }).split("\n");
	t.is(line, String.raw`bytes: "\"\\\x00\r\n\x7f\xff a\\u0065\\\x1f"`);
	t.is(literal(bytesOf(JSON.stringify(text))), String.raw`"\"\\\"\\\\\\u0000\\r\\n\x7f\xff a\\\\u0065\\\\\\u001f\""`);
});
