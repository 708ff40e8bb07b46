import test from "ava";
import { text } from "../host/text.js";
import { RequestWriter } from "../lib/http/request-writer.js";
import type { HTTPRequestOptions } from "../lib/platform.js";

/** A small generator, so that a failure can be had again. */
function numbers(seed: number): (below: number) => number {
	let state = seed;
	return (below) => {
		state = (Math.imul(state, 1103515245) + 12345) >>> 0;
		return (state >>> 8) % below;
	};
}

function randomOptions(next: (below: number) => number): HTTPRequestOptions {
	const headers = new Map<string, string>();
	const fields: [string, string][] = [["content-type", "a/b"], ["authorization", "Bearer " + "x".repeat(next(3) * 40)], ["content-length", String(next(4) * 33)], ["x", "y"]];
	for (let count = next(4); count > 0; count--) {
		const [name, value] = fields[next(next(40) === 0 ? 4 : 3)];
		headers.set(name, next(60) === 0 ? "\n" : value);
	}
	return { method: ["GET", "POST", "bad method"][next(20) === 0 ? 2 : next(2)], path: ["/a", "/bc", "no"][next(20) === 0 ? 2 : next(2)], headers };
}

function written(writer: RequestWriter, options: HTTPRequestOptions): string {
	const fault = writer.head(options);
	return fault === "" ? `${String.fromCharCode(...writer.view(0, 9999))} ${writer.bodyLeft}` : fault;
}

test("a head is the same whatever was written before it", (t) => {
	for (let seed = 1; seed <= 40; seed++) {
		const next = numbers(seed);
		const kept = new RequestWriter(text, 150, "host");
		for (let i = 0; i < 200; i++) {
			const options = randomOptions(next);
			const expected = written(new RequestWriter(text, 150, "host"), options);
			if (written(kept, options) !== expected)
				return t.fail(`seed ${seed}, head ${i}: ${written(kept, options)} instead of ${expected}`);
			// Some requests send a body behind the head, some one that takes the head's place when that has gone out.
			if (next(3) === 0)
				kept.empty();
			if (next(2) === 0 && kept.bodyLeft > 0 && kept.room > 0)
				kept.body(new Uint8Array(Math.min(kept.bodyLeft, kept.room)).fill(46));
		}
	}
	t.pass();
});
