import test from "ava";
import { bytesOf, ParserDrive } from "../../../tools/parser/drive.js";
import type { ParserInput } from "../../../tools/parser/input.js";
import { parserInputs } from "../../../tools/parser/inputs.js";

function last(events: readonly string[]): string {
	return events[events.length - 1];
}

/** Whether nothing says where the body ends, so that a close behind the head is a proper end. */
function untilClosed(input: ParserInput, open: readonly string[]): boolean {
	return open.length > 1 && !/\r\n(?:content-length|transfer-encoding):/i.test(input.bytes);
}

for (const input of parserInputs) {
	test(`closed at every byte: ${input.why}`, (t) => {
		const waiting = new ParserDrive({ ...input, closed: false });
		const closing = new ParserDrive({ ...input, closed: true });
		for (let length = 0; length <= input.bytes.length; length++) {
			const bytes = bytesOf(input.bytes.slice(0, length));
			const open = waiting.run(bytes);
			const closed = closing.run(bytes);
			if (last(open) !== "more")
				t.deepEqual(closed, open, `an end at byte ${length} is an end, closed or not`);
			else if (length === 0)
				t.deepEqual(closed, ["error connection closed before the response"]);
			else
				t.deepEqual(closed, [...open.slice(0, -1), untilClosed(input, open) ? "done" : "error response ended early"], `byte ${length}`);
		}
	});
}
