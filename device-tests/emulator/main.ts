import { cases } from "cases";
import { heapFree, heapLeast, taskLeft } from "gauges";
import config from "mc/config";
import Preference from "preference";
import Timer from "timer";
import type { Case } from "../../host-tests/contract/case.js";
import { findFiles } from "../app/files.js";
import { Runner } from "../app/runner.js";
import { outboxCases } from "../cases/outbox.js";
import { preferenceCases } from "../cases/preferences.js";
import { preloadCases } from "../cases/preload.js";
import { textCases } from "../cases/text.js";
import { timerCases } from "../cases/timer.js";
import { knownFailures } from "../known-failures.js";
import { notHere } from "./not-here.js";

/** Values on the mcconfig command line arrive as text. */
const { service, peer, front, only } = config as unknown as Record<string, string>;

/** Bytes of a body of which a socket takes 5,744 at once. */
const LARGE = 20_000;
/** Of the emulator's network; nobody has it. */
const NOBODY = "10.0.2.99";

/** Where it is kept over a start how many cases are done, and which was the first of a start. */
const DOMAIN = "cases";

/** Cases of the group that are done: one that has ended the app as the first of a start is. */
function doneBefore(names: readonly string[]): number {
	const done = Number(Preference.get(DOMAIN, "done") ?? 0);
	const first = Number(Preference.get(DOMAIN, "first") ?? -1);
	if (done !== first)
		return done;
	trace(`too large ${only}: ${names[done] ?? ""}\n`);
	Preference.set(DOMAIN, "done", done + 1);
	return done + 1;
}

/** Bytes of the system's heap that may be in use beyond those at the start, before the next case. */
const USED = 8192;
/** Seconds for which lwIP keeps what it knows of a connection that this end has closed: four, as this app has it built. */
const CLOSED = 10;

/** Waits until lwIP has forgotten the connections of the cases before: a hundred of them fill the heap. */
async function untilForgotten(most: number): Promise<void> {
	for (let seconds = 0; seconds < CLOSED && heapFree() < most - USED; seconds++)
		await new Promise((resolve) => Timer.set(() => resolve(undefined), 1000));
}

/** Runs one group of cases: those that a C3's memory holds beside the client. A start goes on where the last one has ended. */
export default async function main(): Promise<void> {
	const groups: Readonly<Record<string, readonly Case[]>> = {
		...cases,
		timer: timerCases,
		preferences: preferenceCases,
		preload: preloadCases,
		text: textCases,
		outbox: outboxCases(await findFiles())
	};
	const group = groups[only] ?? [];
	const runner = new Runner(knownFailures, "");
	const begin = doneBefore(group.map(({ name }) => name));
	Preference.set(DOMAIN, "first", begin);
	let most = 0;
	for (const [index, one] of group.entries()) {
		if (index < begin)
			continue;
		await untilForgotten(most);
		most = Math.max(most, heapFree());
		const full = `${only}: ${one.name}`;
		if (full in notHere)
			trace(`not here ${full}: ${notHere[full]}\n`);
		else
			await runner.run(only, [one], { service, peer, front, large: LARGE, unanswered: NOBODY });
		Preference.set(DOMAIN, "done", index + 1);
	}
	trace(`gauges ${only}: since the start never used: ${taskLeft()} bytes of the native stack, ${heapLeast()} bytes of the heap\n`);
	runner.close();
}
