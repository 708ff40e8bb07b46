import test from "ava";
import { runNode } from "./command.js";
import { type Ending, faultCounts, linesOf, outcomeOfCheck, outcomeOfFile } from "./outcome.js";
import { Printed, searchedLine } from "./secrets.js";
import { projectRoot } from "../../service/project.js";

function ended(code: number | undefined, output: string, errors = ""): Ending {
	return { code, how: code === undefined ? "SIGKILL" : `exit code ${code}`, output, errors };
}

test("tests that pass are counted and say nothing", (t) => {
	const output = "\n  ✔ one\n  ✔ two (1.2s)\n  ✔ [expected fail] three\n  ─\n\n  2 tests passed\n  1 known failure\n";
	t.deepEqual(outcomeOfFile(ended(0, output, "chatter")), { passed: 3, failed: 0, skipped: 0, text: "" });
});

test("what did not run is skipped", (t) => {
	const output = "\n  - [skip] one\n  - [todo] two\n  ✔ three\n  ─\n\n  1 test passed\n  1 test skipped\n  1 test todo\n";
	t.like(outcomeOfFile(ended(0, output)), { passed: 1, failed: 0, skipped: 2 });
});

test("a file that could not run everything says why", (t) => {
	const output = "\n  - [skip] one\n  ─\n\n  1 test skipped\n";
	t.deepEqual(outcomeOfFile(ended(0, output, "chatter\nnot run on XS: 1 case: no compiler\n")), { passed: 0, failed: 0, skipped: 1, text: "not run on XS: 1 case: no compiler" });
});

test("a file that has injected faults says how many, and they are added up by engine", (t) => {
	const output = "\n  ✔ one\n  ─\n\n  1 test passed\n";
	const { text } = outcomeOfFile(ended(0, output, "chatter\nfaults injected: 12 on Node\n"));
	t.is(text, "faults injected: 12 on Node");
	t.is(faultCounts([text, "", "not run: two\nfaults injected: 3 on XS", "faults injected: 30 on Node"]), "42 on Node, 3 on XS");
	t.is(faultCounts([""]), "");
});

test("what was attacked and what was not run is told once more at the end", (t) => {
	const output = "\n  ✔ one\n  - [skip] two\n  ─\n\n  1 test passed\n  1 test skipped\n";
	const { text } = outcomeOfFile(ended(0, output, "attacks on TLS: 3 mutants\nchatter\nnot run: two: no vectors\n"));
	t.deepEqual(linesOf([text, ""], "attacks on TLS"), ["attacks on TLS: 3 mutants"]);
	t.deepEqual(linesOf([text, "not run: four"], "not run"), ["not run: two: no vectors", "not run: four"]);
});

test("a failure is told with its whole text and what the file printed, without the tests that pass", (t) => {
	const output = "\n  ✔ one\n  ✘ [fail]: two\n  ─\n\n  two\n  Difference:\n  ─\n\n  1 test failed\n";
	const { text, ...numbers } = outcomeOfFile(ended(1, output, "printed\n"));
	t.deepEqual(numbers, { passed: 1, failed: 1, skipped: 0 });
	t.is(text, "  ✘ [fail]: two\n  ─\n\n  two\n  Difference:\n  ─\n\n  1 test failed\nprinted");
});

test("a hook that fails is a failure, and the tests that it keeps from running are skipped", (t) => {
	const output = "\n  ✘ [fail]: before hook\n  ✘ 2 tests remaining in a.test.js\n  ─\n\n  ✔ x\n  ─\n\n  1 hook failed\n";
	t.like(outcomeOfFile(ended(1, output)), { passed: 0, failed: 1, skipped: 2 });
});

test("exceptions, rejections and tests that hang are failures", (t) => {
	for (const line of ["1 uncaught exception", "1 unhandled rejection", "1 test remained pending after a timeout"])
		t.like(outcomeOfFile(ended(1, `\n  ✔ one\n  ─\n\n  1 test passed\n  ${line}\n`)), { passed: 1, failed: 1 }, line);
});

test("a file without tests, an ava that crashes and one that contradicts itself are failures", (t) => {
	const faults: [Ending, string][] = [
		[ended(1, "\n  ✘ No tests found in a.test.js\n  ─\n\n"), "(ava ended with exit code 1)"],
		[ended(0, "\n  ─\n\n"), "(no test ran)"],
		[ended(undefined, "\n  ✔ one\n"), "(ava ended before its summary)"],
		[ended(0, ""), "(ava ended before its summary)"],
		[ended(1, "\n  ✔ one\n  ─\n\n  1 test passed\n"), "(ava ended with exit code 1)"],
		[ended(1, "\n  ✔ one\n  ─\n\n  1 test failed\n"), "(ava's summary counts other failures than its list)"],
		[ended(0, "\n  ✘ [fail]: one\n  ─\n\n  1 test failed\n"), "(ava ended with exit code 0)"]
	];
	for (const [ending, fault] of faults) {
		const { failed, text } = outcomeOfFile(ending);
		t.true(failed > 0, fault);
		t.true(text.includes(fault), text);
	}
});

test("of several files one that crashes is a failure, and the tests of the others count", (t) => {
	const crash = "  ✘ build/host-tests/unit/url/b.test.js exited due to SIGSEGV";
	const { text, ...numbers } = outcomeOfFile(ended(1, `\n  ✔ unit › url › a › one\n${crash}\n  ✔ unit › url › c › two\n  ─\n\n  2 tests passed\n`));
	t.deepEqual(numbers, { passed: 2, failed: 1, skipped: 0 });
	t.true(text.startsWith(crash), text);
});

test("a file without tests of the title asked for counts nothing", (t) => {
	const output = "\n  ✘ Couldn’t find any matching tests\n\n";
	t.deepEqual(outcomeOfFile(ended(1, output)), { passed: 0, failed: 0, skipped: 0, text: "" });
});

test("a check is its command's exit code", async (t) => {
	const script = (text: string) => runNode(["--eval", text], projectRoot()).then(outcomeOfCheck);
	t.deepEqual(await script("console.log('fine')"), { passed: 1, failed: 0, skipped: 0, text: "" });
	t.deepEqual(await script("console.log('out'); console.error('error'); process.exitCode = 2"),
		{ passed: 0, failed: 1, skipped: 0, text: "out\nerror\n(exit code 2)" });
	t.like(await script("process.kill(process.pid, 'SIGKILL')"), { failed: 1, text: "(SIGKILL)" });
});

test("a password, token or Authorization value in what a file prints is a failure that doesn't repeat it", (t) => {
	for (const secret of ["device-pass-1234", "eyJhbGciOiJIUzI1NiJ9.eyJpZCI6IjEifQ.c2ln", "Bearer opaque-token"]) {
		const printed = new Printed();
		printed.take("a.test.ts", ended(0, "one\n", `before ${secret} behind\n${searchedLine(7)}\n`));
		const { failed, text } = printed.outcome();
		t.is(failed, 1);
		t.is(text, "a.test.ts: before <a secret> behind");
		t.is(String(printed), "searched for passwords and tokens: 7 errors, events and traces, 3 lines printed");
	}
});

test("what tests say of tokens without giving one is no secret", (t) => {
	const printed = new Printed();
	printed.take("a.test.ts", ended(0, "every request carries Bearer <token>\n", "password, eyJ, device-pass\n"));
	t.deepEqual(printed.outcome(), { passed: 1, failed: 0, skipped: 0, text: "" });
});
