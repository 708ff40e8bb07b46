import test from "ava";
import { text } from "../../../host/text.js";
import { Versions } from "../../../lib/live/versions.js";

const DATE = "2026-11-26 07:00:00.000Z";

function record(id: string, value: unknown, updated: unknown = DATE): { readonly id: string } {
	return { id, value, updated } as { readonly id: string };
}

test("the last state of each of 64 records is known, that of a record that was remembered again among them", (t) => {
	const versions = new Versions(text);
	const remember = (item: { readonly id: string }): void => versions.remember(versions.versionOf(item), DATE);
	for (let number = 0; number < 64; number++)
		remember(record(`r${number}`, 1));
	remember(record("r0", 2));
	t.true(versions.isKnown(versions.versionOf(record("r0", 2))));
	t.false(versions.isKnown(versions.versionOf(record("r0", 1))));
	for (let number = 1; number < 64; number++)
		t.true(versions.isKnown(versions.versionOf(record(`r${number}`, 1))), `r${number}`);
	remember(record("r64", 1));
	t.false(versions.isKnown(versions.versionOf(record("r1", 1))), "the oldest");
	t.true(versions.isKnown(versions.versionOf(record("r0", 2))));
	t.true(versions.isKnown(versions.versionOf(record("r2", 1))));
});

test("a state that comes back after another is not known, and neither is one of another date or none", (t) => {
	const versions = new Versions(text);
	const first = versions.versionOf(record("a", 1));
	versions.remember(first, DATE);
	versions.remember(versions.versionOf(record("a", 2)), DATE);
	t.false(versions.isKnown(first));
	for (const updated of ["2026-11-26 07:00:00.001Z", "", "no date", null, 5])
		t.false(versions.isKnown({ ...versions.versionOf(record("a", 2)), date: versions.versionOf(record("a", 2, updated)).date }), String(updated));
});
