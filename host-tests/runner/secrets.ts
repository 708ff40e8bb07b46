import { secretIn } from "../contract/secrets.js";
import type { Ending, Outcome } from "./outcome.js";

const told = /^ *searched (\d+) texts for secrets$/;

/** What a test file prints of the errors, events and traces that it has searched itself. `secrecyOf` reads it. */
export function searchedLine(texts: number): string {
	return `searched ${texts} texts for secrets`;
}

/** Searches all that tests have printed for passwords and tokens. Says where one is, without it, or how much was searched. */
export function secrecyOf({ output, errors }: Ending): Outcome {
	const lines = `${output}\n${errors}`.split("\n").filter((line) => line !== "");
	const leaks = lines.flatMap((line) => {
		const secret = secretIn(line);
		return secret === "" ? [] : [line.replaceAll(secret, "<a secret>")];
	});
	if (leaks.length > 0)
		return { passed: 0, failed: 1, skipped: 0, text: leaks.join("\n") };
	const texts = lines.reduce((sum, line) => sum + Number(told.exec(line)?.[1] ?? 0), 0);
	return { passed: 1, failed: 0, skipped: 0, text: `searched: ${texts} errors, events and traces, ${lines.length} lines printed` };
}
