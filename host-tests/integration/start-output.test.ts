import { execFile } from "node:child_process";
import { promisify } from "node:util";
import test from "ava";
import { aligned, hasColor, painted } from "../../examples/output.js";

test("labels have colours, and nothing else has", (t) => {
	t.is(painted("reading  1: 21.5 °C\n"), "\x1b[2mreading\x1b[0m  1: 21.5 °C\n");
	t.is(painted("error    no  service\nlook     here\n"), "\x1b[31merror\x1b[0m    no  service\n\x1b[36mlook\x1b[0m     here\n");
	t.is(painted("usage: npm start\n  --keep  a\nno label\n"), "usage: npm start\n  --keep  a\nno label\n");
});

test("the label of a failure is red, whatever it is", (t) => {
	t.is(painted("login    failed (400)\nreading  3: 21.5 °C not stored: full\n"), "\x1b[31mlogin\x1b[0m    failed (400)\n\x1b[31mreading\x1b[0m  3: 21.5 °C not stored: full\n");
});

test("readings stand under each other; other lines stay as they are", (t) => {
	const lines = ["reading  9: 21.5 °C  abcdefghijklmno  (9 pending)", "reading  10: 21 °C  abcdefghijklmno  (10 pending)", "reading  1000: -4.5 °C  abcdefghijklmno  (1 pending)"];
	t.is(aligned(lines.join("\n") + "\n"), [
		"reading     9   21.5 °C   abcdefghijklmno    9 pending",
		"reading    10   21   °C   abcdefghijklmno   10 pending",
		"reading  1000   -4.5 °C   abcdefghijklmno    1 pending"
	].join("\n") + "\n");
	const other = "reading  3: 21.5 °C not stored: full\npending  3 readings from before the restart\n";
	t.is(aligned(other), other);
});

test("a terminal gets them, unless NO_COLOR is set; a file or a pipe does not", (t) => {
	t.true(hasColor({ isTTY: true }, {}));
	t.true(hasColor({ isTTY: true }, { NO_COLOR: "" }));
	t.false(hasColor({ isTTY: true }, { NO_COLOR: "1" }));
	t.false(hasColor({ isTTY: false }, {}));
	t.false(hasColor({}, {}));
});

test("what is waited for is told beside the output, which holds the lines alone", async (t) => {
	const module = new URL("../../examples/output.js", import.meta.url).href;
	const script = `import { waiting } from ${JSON.stringify(module)}; const progress = waiting("waiting"); progress.print("one\\n"); setTimeout(() => { progress.print("two\\n"); progress.end(); }, 2500)`;
	const { stderr, stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script]);
	t.is(stdout, "one\ntwo\n");
	t.regex(stderr, /^waiting … /);
});
