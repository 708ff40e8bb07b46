import test from "ava";
import { readInMemory, readWithNode } from "../../../tools/parser/node-parser.js";
import { bytesOf, ParserDrive } from "../../../tools/parser/drive.js";
import { parserInputs } from "../../../tools/parser/inputs.js";

for (const input of parserInputs) {
	test(`beside Node's parser: ${input.why}`, async (t) => {
		const bytes = bytesOf(input.bytes);
		const events = new ParserDrive({ ...input, closed: true }).run(bytes);
		const node = await readWithNode(bytes);
		const { done, status, body: withoutSocket } = await readInMemory(bytes);
		t.deepEqual([done, status, withoutSocket], [node.done, node.status, node.body], "without a socket Node reads the same");
		if (!events[events.length - 1].startsWith("done")) {
			t.true(!node.done || input.stricter !== undefined, "Node takes it: the document should say why it is refused here");
			return;
		}
		const body = events.find((event) => event.startsWith("body "))?.slice(5) ?? "";
		const same = node.done && node.status === Number(events[0]) && node.body === body;
		t.true(same || input.lenient !== undefined, `Node reads something else: ${JSON.stringify(node)}`);
	});
}
