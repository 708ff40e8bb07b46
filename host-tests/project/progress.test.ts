import test from "ava";
import { Progress } from "../../tools/progress.mjs";

/** Gets what is written. */
class Stream {
	text = "";
	readonly isTTY: boolean;
	readonly columns = 30;

	constructor(isTTY: boolean) {
		this.isTTY = isTTY;
	}

	write(text: string): void {
		this.text += text;
	}
}

/** Resolves when text is there; ava's timeout is the limit. */
async function written(stream: Stream, text: string): Promise<void> {
	while (!stream.text.includes(text))
		await new Promise((resolve) => setTimeout(resolve, 5));
}

test("without a terminal there are whole lines, the first after the interval, and one at the end", async (t) => {
	const stream = new Stream(false);
	const progress = new Progress("building", stream, 50);
	progress.count(1, 4);
	await written(stream, "building … 1 of 4, 0 s\n");
	progress.end();
	t.regex(stream.text, /^(?:building … 1 of 4, \d+ s\n)+building … \d+\.\d s\n$/);
});

test("what is over before the interval writes its last line alone, or nothing", (t) => {
	for (const [silent, text] of [[false, /^building … 0\.\d s\n$/], [true, /^$/]] as const) {
		const stream = new Stream(false);
		const progress = new Progress("building", stream, 3_600_000);
		progress.update("one");
		progress.update("two");
		progress.end(silent);
		t.regex(stream.text, text);
	}
});

test("at a terminal one line is drawn again, no longer than the terminal is wide, and cleared for what else is written", async (t) => {
	const stream = new Stream(true);
	const progress = new Progress("building", stream);
	progress.count(2, 4);
	await written(stream, "[==========");
	progress.print("a line\n", stream);
	progress.end(true);
	t.false(stream.text.replace("a line\n", "").includes("\n"));
	t.true(stream.text.endsWith("\r\x1b[Ka line\n\r\x1b[K"), JSON.stringify(stream.text));
	t.true(stream.text.split("\r\x1b[K").every((line) => line.length < 30));
});

test("whoever waits hears of it though nothing is told", async (t) => {
	const stream = new Stream(false);
	const progress = new Progress("waiting", stream, 20);
	await written(stream, "waiting … 0 s\n");
	progress.end(true);
	t.pass();
});
