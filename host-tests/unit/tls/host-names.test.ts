import test from "ava";
import { charactersOf, printableName } from "../../../lib/tls/host-names.js";

test("a name is shown with a question mark for each byte that is not printable ASCII, and 64 characters at most", (t) => {
	t.is(printableName(charactersOf("records.example")), "records.example");
	t.is(printableName(Uint8Array.of(0x1f, 0x20, 0x21, 0x7e, 0x7f, 0xff)), "??!~??");
	t.is(printableName(new Uint8Array(65).fill(0x61)), "a".repeat(64));
	t.is(printableName(new Uint8Array(0)), "");
});
