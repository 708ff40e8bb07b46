import test from "ava";
import { checkResponse } from "./check-response.js";
import { responseFiles } from "./corpus.js";
import { fuzz } from "./fuzz.js";
import type { FuzzInput } from "./inputs.js";
import { bytesOf } from "../../tools/parser/drive.js";
import { parserInputs } from "../../tools/parser/inputs.js";

const SEED = 1;
const COUNT = 10_000;

/** An input as it is where nothing is said of it. */
const plain: FuzzInput = {
	bytes: new Uint8Array(0), cuts: 1, before: undefined, closed: true, size: 1024, names: []
};

test(`${COUNT} inputs: no exception, the same in all fragments, nothing taken for whole that llhttp doesn't`, async (t) => {
	const { failure, sorts } = await fuzz(SEED, COUNT);
	t.is(failure, "");
	t.is(sorts.size, 3);
	for (const [sort, count] of sorts)
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

test("documents of the parser's tests: beside llhttp, closed behind each byte", async (t) => {
	for (const { bytes, ...input } of parserInputs) {
		for (let end = 0; end <= bytes.length; end++)
			await t.notThrowsAsync(checkResponse({ ...plain, ...input, names: [], bytes: bytesOf(bytes.slice(0, end)), cuts: end }), input.why);
	}
});
