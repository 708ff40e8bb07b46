import test from "ava";
import { hasColor, painted } from "../../examples/output.js";

test("labels have colours, and nothing else has", (t) => {
	t.is(painted("reading  1: 21.5 °C\n"), "\x1b[2mreading\x1b[0m  1: 21.5 °C\n");
	t.is(painted("error    no  service\nlook     here\n"), "\x1b[31merror\x1b[0m    no  service\n\x1b[36mlook\x1b[0m     here\n");
	t.is(painted("usage: npm start\n  --keep  a\nno label\n"), "usage: npm start\n  --keep  a\nno label\n");
});

test("a terminal gets them, unless NO_COLOR is set; a file or a pipe does not", (t) => {
	t.true(hasColor({ isTTY: true }, {}));
	t.true(hasColor({ isTTY: true }, { NO_COLOR: "" }));
	t.false(hasColor({ isTTY: true }, { NO_COLOR: "1" }));
	t.false(hasColor({ isTTY: false }, {}));
	t.false(hasColor({}, {}));
});
