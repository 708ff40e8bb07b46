import test from "ava";
import { bytesOf, ParserDrive, takeBody } from "../../../tools/parser/drive.js";
import { parserInputs } from "../../../tools/parser/inputs.js";

/** Inputs of fewer bytes are cut into three fragments in every way. */
const THREE_FRAGMENTS = 120;

for (const input of parserInputs) {
	test(input.why, (t) => {
		const bytes = bytesOf(input.bytes);
		const { length } = bytes;
		const expected = JSON.stringify(input.events);
		for (const [way, take] of Object.entries(takeBody)) {
			const drive = new ParserDrive(input, take);
			const faults: string[] = [];
			const check = (...cuts: readonly number[]): void => {
				const events = JSON.stringify(drive.run(bytes, ...cuts));
				if (events !== expected)
					faults.push(`cut at ${cuts.join(", ")}: ${events}`);
			};
			t.deepEqual(drive.run(bytes), [...input.events], `whole, body taken: ${way}`);
			check(...Array.from(bytes, (_, index) => index));
			for (let first = 0; first <= length; first++) {
				check(first);
				// A parser that has read nothing yet has other bytes in its buffer.
				t.deepEqual(new ParserDrive(input, take).run(bytes, first), [...input.events], `the first run, cut at ${first}`);
				for (let second = first + 1; length < THREE_FRAGMENTS && second < length; second++)
					check(first, second);
			}
			t.deepEqual(faults.slice(0, 3), [], `body taken: ${way}`);
		}
	});
}
