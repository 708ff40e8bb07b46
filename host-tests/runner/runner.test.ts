import test from "ava";
import { runNode } from "./command.js";
import { type Ending, outcomeOfCheck, outcomeOfTests, sharedCases } from "./outcome.js";
import { searchedLine, secrecyOf } from "./secrets.js";
import { projectRoot } from "../../service/project.js";

function ended(code: number | undefined, output: string, errors = ""): Ending {
	return { code, how: code === undefined ? "SIGKILL" : `exit code ${code}`, output, errors };
}

test("tests that pass are counted and say nothing", (t) => {
	const output = "\n  ✔ one\n  ✔ two (1.2s)\n  ✔ [expected fail] three\n  ─\n\n  2 tests passed\n  1 known failure\n";
	t.deepEqual(outcomeOfTests(ended(0, output, "chatter")), { passed: 3, failed: 0, skipped: 0, text: "" });
});

test("what did not run is skipped", (t) => {
	const output = "\n  - [skip] one\n  - [todo] two\n  ✔ three\n  ─\n\n  1 test passed\n  1 test skipped\n  1 test todo\n";
	t.like(outcomeOfTests(ended(0, output)), { passed: 1, failed: 0, skipped: 2 });
});

test("a file that could not run everything says why", (t) => {
	const output = "\n  - [skip] one\n  ─\n\n  1 test skipped\n";
	t.deepEqual(outcomeOfTests(ended(0, output, "chatter\nnot run on XS: 1 case: no compiler\n")), { passed: 0, failed: 0, skipped: 1, text: "not run on XS: 1 case: no compiler" });
});

test("what was attacked and what was not run is told, and how many faults were injected, added up by engine", (t) => {
	const output = "\n  ✔ one\n  - [skip] two\n  ─\n\n  1 test passed\n  1 test skipped\n";
	const injected = ["30 on Node", "3 on XS", "12 on Node"].map((what) => `faults injected: ${what}\n`).join("chatter\n");
	const { text } = outcomeOfTests(ended(0, output, `attacks on TLS: 3 mutants\n${injected}not run: two: no vectors\n`));
	t.is(text, "attacks on TLS: 3 mutants\nnot run: two: no vectors\nfaults injected: 42 on Node\nfaults injected: 3 on XS");
});

for (const folder of ["host-tests › ", ""]) {
	test(`the shared cases are counted by engine, below "${folder}"`, (t) => {
		const output = [`✔ ${folder}contract › wire › one`, `✘ [fail]: ${folder}contract › wire-deadlines › two`, `✔ ${folder}contract › xs-wire › one`, `✔ ${folder}contract › plain › http-clients › one`, `✔ ${folder}unit › url › wire › one`]
			.map((line) => `  ${line}\n`).join("");
		t.is(sharedCases(ended(1, output)), "shared cases on Node: 1 passed, 1 failed; on XS: 1 passed, 0 failed; without rewrites: 1 passed, 0 failed");
	});
}

test("a failure is told with its whole text and what the file printed, without the tests that pass", (t) => {
	const output = "\n  ✔ one\n  ✘ [fail]: two\n  ─\n\n  two\n  Difference:\n  ─\n\n  1 test failed\n";
	const { text, ...numbers } = outcomeOfTests(ended(1, output, "printed\n"));
	t.deepEqual(numbers, { passed: 1, failed: 1, skipped: 0 });
	t.is(text, "  ✘ [fail]: two\n  ─\n\n  two\n  Difference:\n  ─\n\n  1 test failed\nprinted");
});

test("a hook that fails is a failure, and the tests that it keeps from running are skipped, in each file", (t) => {
	const output = "\n  ✘ [fail]: before hook\n  ✘ 2 tests remaining in a.test.js\n  ✘ 1 test remaining in b.test.js\n  ─\n\n  ✔ x\n  ─\n\n  1 hook failed\n";
	t.like(outcomeOfTests(ended(1, output)), { passed: 0, failed: 1, skipped: 3 });
});

test("exceptions, rejections and tests that hang are failures", (t) => {
	for (const line of ["1 uncaught exception", "1 unhandled rejection", "1 test remained pending after a timeout"])
		t.like(outcomeOfTests(ended(1, `\n  ✔ one\n  ─\n\n  1 test passed\n  ${line}\n`)), { passed: 1, failed: 1 }, line);
});

test("a file without tests, an ava that crashes and one that contradicts itself are failures", (t) => {
	const faults: [Ending, string][] = [
		[ended(1, "\n  ✘ No tests found in a.test.js\n  ─\n\n"), "No tests found in a.test.js"],
		[ended(0, "\n  ─\n\n"), "(no test ran)"],
		[ended(undefined, "\n  ✔ one\n"), "(ava ended before its summary)"],
		[ended(0, ""), "(ava ended before its summary)"],
		[ended(1, "\n  ✔ one\n  ─\n\n  1 test passed\n"), "(ava ended with exit code 1)"],
		[ended(1, "\n  ✔ one\n  ─\n\n  1 test failed\n"), "(ava's summary counts other failures than its list)"],
		[ended(0, "\n  ✘ [fail]: one\n  ─\n\n  1 test failed\n"), "(ava ended with exit code 0)"]
	];
	for (const [ending, fault] of faults) {
		const { failed, text } = outcomeOfTests(ending);
		t.true(failed > 0, fault);
		t.true(text.includes(fault), JSON.stringify(text));
	}
});

test("of several files one that crashes is a failure beside others, and the tests of the others count", (t) => {
	const crash = "  ✘ build/host-tests/unit/url/b.test.js exited due to SIGSEGV";
	const { text, ...numbers } = outcomeOfTests(ended(1, `\n  ✔ unit › url › a › one\n${crash}\n  ✘ [fail]: unit › url › c › two\n  ─\n\n  1 test failed\n`));
	t.deepEqual(numbers, { passed: 1, failed: 2, skipped: 0 });
	t.true(text.startsWith(crash), JSON.stringify(text));
});

test("a title that no test has is a failure", (t) => {
	const { text, ...numbers } = outcomeOfTests(ended(1, "\n  ✘ Couldn’t find any matching tests\n\n"));
	t.deepEqual(numbers, { passed: 0, failed: 1, skipped: 0 });
	t.regex(text, /find any matching tests/);
});

test("whoever reads a program's output gets its lines, whole", async (t) => {
	const lines: string[] = [];
	await runNode(["--eval", "process.stdout.write('one\\ntw'); setTimeout(() => process.stdout.write('o\\nrest'), 50)"], projectRoot(), { onLine: (line) => lines.push(line) });
	t.deepEqual(lines, ["one", "two"]);
});

test("a program that says nothing for too long is killed, and one whose child holds its output open is not waited for", async (t) => {
	const silent = await runNode(["--eval", "setInterval(() => undefined, 1000)"], projectRoot(), { silence: 100 });
	t.like(silent, { code: undefined, how: "SIGKILL after 0.1 seconds without output" });
	const stray = "const child = child_process.spawn(process.execPath, ['--eval', 'setInterval(() => undefined, 1000)'], { stdio: 'inherit' }); child.unref(); console.log(child.pid)";
	const { code, output } = await runNode(["--eval", stray], projectRoot());
	process.kill(Number(output), "SIGKILL");
	t.is(code, 0);
});

test("a check is its command's exit code", async (t) => {
	const script = (text: string) => runNode(["--eval", text], projectRoot()).then(outcomeOfCheck);
	t.deepEqual(await script("console.log('fine')"), { passed: 1, failed: 0, skipped: 0, text: "" });
	t.deepEqual(await script("console.log('out'); console.error('error'); process.exitCode = 2"),
		{ passed: 0, failed: 1, skipped: 0, text: "out\nerror\n(exit code 2)" });
	t.like(await script("process.kill(process.pid, 'SIGKILL')"), { failed: 1, text: "(SIGKILL)" });
});

test("a password, token or Authorization value in what tests print is a failure that doesn't repeat it", (t) => {
	for (const secret of ["device-pass-1234", "eyJhbGciOiJIUzI1NiJ9.eyJpZCI6IjEifQ.c2ln", "Bearer opaque-token"])
		t.deepEqual(secrecyOf(ended(0, "one\n", `before ${secret} behind\n${searchedLine(7)}\n`)), { passed: 0, failed: 1, skipped: 0, text: "before <a secret> behind" });
});

test("what tests say of tokens without giving one is no secret, and it is told how much was searched", (t) => {
	const text = "searched: 12 errors, events and traces, 4 lines printed";
	t.deepEqual(secrecyOf(ended(0, "every request carries Bearer <token>\n", `password, eyJ, device-pass\n${searchedLine(7)}\n${searchedLine(5)}\n`)), { passed: 1, failed: 0, skipped: 0, text });
});
