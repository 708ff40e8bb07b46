import test from "ava";
import { checkOptions, optionsFault } from "../../../lib/shared/complete-limits.js";

const examples = Object.freeze({ text: "", flag: true, object: null, call: Object, any: undefined, count: 0 });

test("options of the right types are taken, in any order; undefined counts as not given", (t) => {
	for (const given of [{}, { text: "a" }, { call: () => 1, flag: false, object: {} }, { text: undefined, flag: undefined, object: undefined, call: undefined }])
		t.is(optionsFault("", given, examples), "");
});

test("null leaves an option of a call out, and no option of an object that is made", (t) => {
	for (const name of ["text", "flag", "object", "call"]) {
		t.is(optionsFault("", { [name]: null }, examples), "");
		t.throws(() => checkOptions("", { [name]: null }, examples), { instanceOf: TypeError });
	}
});

test("an option whose example is undefined or a number may be of any type", (t) => {
	for (const value of [1, "a", null, [], {}, true, () => 1])
		t.is(optionsFault("", { any: value, count: value }, examples), "");
});

for (const [name, type, values] of [
	["text", "string", [1, null, true, [], {}]], ["flag", "boolean", ["true", 0, null]], ["object", "object", [null, [], "a", 1, () => 1]], ["call", "function", [{}, null, "a"]]
] as const) {
	test(`an option of another type than ${type} is named`, (t) => {
		for (const value of values)
			t.throws(() => checkOptions("place.", { [name]: value }, examples), { instanceOf: TypeError, message: `place.${name} must be of type ${type}` });
	});
}

test("an option that is inherited counts", (t) => {
	t.is(optionsFault("", Object.create({ flag: "no" }), examples), "flag must be of type boolean");
});

test("options that are no object are named by their place", (t) => {
	for (const given of [undefined, null, 5, "http://127.0.0.1", [], () => 1]) {
		t.is(optionsFault("", given, examples), "options must be of type object");
		t.is(optionsFault("limits.", given, examples), "limits must be of type object");
	}
});

for (const [given, nearest] of [
	["wenFull", "whenFull"], ["onreject", "onRejected"], ["storge", "storage"], ["colection", "collection"], ["stamps", "stamp"], ["retry", "limits.retryBase"]
] as const) {
	test(`the nearest name to ${given} is ${nearest}`, (t) => {
		const names = { client: null, collection: "", storage: null, limits: null, stamp: "", whenFull: "", onRejected: Object };
		t.throws(() => checkOptions("", { [given]: 1 }, names, { reading: 1, retryBase: 1 }), { instanceOf: TypeError, message: `${given} is unknown; did you mean ${nearest}?` });
	});
}

test("a name that is like none is unknown, and no more is said", (t) => {
	for (const name of ["", "x", "xyz", "__proto__x", "toString"])
		t.is(optionsFault("", { [name]: 1 }, examples), `${name} is unknown`);
});
