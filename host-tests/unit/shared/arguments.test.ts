import { runInNewContext } from "node:vm";
import test from "ava";
import { bytesOf, dataFault, memberFault, serialised } from "../../../lib/shared/arguments.js";

test("a number that JSON does not have is a fault that names its member", (t) => {
	for (const [value, member] of [
		[{ a: 1, value: NaN }, "value"], [{ value: Infinity }, "value"], [{ value: -Infinity, b: NaN }, "value"], [{ a: null, b: { c: NaN } }, "c"],
		[{ a: 1, list: [1, [NaN]] }, "list"], [{ list: [{ x: 1 }, { y: NaN }] }, "y"], [{ taken: new Date(NaN) }, "taken"], [{ a: { toJSON: () => NaN } }, "a"]
	] as const) {
		t.is(serialised(value).fault, `requestBody.${member} is not a finite number`);
		t.is(memberFault("reading", value), `reading.${member} is not a finite number`);
		t.is(dataFault("reading", value, JSON.stringify(value)), `reading.${member} is not a finite number`);
	}
	for (const value of [{ a: null }, { a: "null", b: [null, { c: null }] }, { null: 1 }, { a: undefined, b: () => 1 }, { a: [undefined] }, { a: { toJSON: () => null } }])
		t.deepEqual(serialised(value), { text: JSON.stringify(value), fault: "" });
});

test("bytes are an ArrayBuffer's, or a Uint8Array's of another realm", (t) => {
	const bytes = new TextEncoder().encode('{"value":1}');
	t.deepEqual(bytesOf(bytes.buffer.slice(0, bytes.length)), bytes);
	const foreign = runInNewContext("new Uint8Array([1, 2, 3]).subarray(1)") as Uint8Array;
	t.false(foreign instanceof Uint8Array);
	t.deepEqual(Array.from(bytesOf(foreign) ?? []), [2, 3]);
	for (const value of [new Uint16Array(2), new DataView(new ArrayBuffer(2)), {}, [], "a", undefined, null, 5, new Map(), { [Symbol.toStringTag]: "Uint8Array" }])
		t.is(bytesOf(value), undefined);
});
