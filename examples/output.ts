/**
 * What the main job writes: lines that begin with a label. Those of the firmware, which has no room to look nice, are laid
 * out in columns; labels have a colour where somebody reads them at a terminal.
 */

import { Progress } from "../tools/progress.mjs";

/** Select Graphic Rendition codes of ECMA-48 by label. Labels that are not here are dim. */
const codes: Readonly<Record<string, number>> = { error: 31, failed: 31, rejected: 31, login: 32, token: 32, outage: 33, look: 36, kept: 36, summary: 1 };
const DIM = 2;
const RED = 31;

/** Whether a stream gets colours: a terminal does, unless NO_COLOR is set to anything (no-color.org). */
export function hasColor(stream: { readonly isTTY?: boolean }, environment: NodeJS.ProcessEnv): boolean {
	return stream.isTTY === true && (environment.NO_COLOR ?? "") === "";
}

/** Colours the label of each line; that of a failure is red, whatever the label. */
export function painted(text: string): string {
	return text.replace(/^([a-z]+)( {2,}.*)$/gm, (_, label: string, rest: string) => {
		const code = /\bfailed\b|\bnot stored\b/.test(rest) ? RED : codes[label] ?? DIM;
		return `\x1b[${code}m${label}\x1b[0m${rest}`;
	});
}

/** Puts the parts of each line "reading  1: 21.5 °C  id  (1 pending)" under each other, with decimal points in one column. */
export function aligned(text: string): string {
	return text.replace(/^reading +(\d+): (-?\d+)(\.\d+)? (\S+) +(\S+) +\((\d+) pending\)$/gm,
		(_, number: string, whole: string, fraction: string | undefined, unit: string, id: string, pending: string) =>
			`reading  ${number.padStart(4)}  ${whole.padStart(3)}${(fraction ?? "").padEnd(2)} ${unit.padEnd(3)}  ${id}  ${pending.padStart(3)} pending`);
}

/** What is written to the standard output for a text. @param text whole lines, each with its end */
export function shownText(text: string, stream: NodeJS.WriteStream = process.stdout): string {
	const lines = aligned(text);
	return hasColor(stream, process.env) ? painted(lines) : lines;
}

/**
 * Says every two seconds that something is waited for, as long as nothing else is said; not to the standard output, whose lines
 * may be read by a program.
 */
export function waiting(label: string): Progress {
	return new Progress(label, process.stderr);
}

/** @param text whole lines, each with its end */
export function write(text: string): void {
	process.stdout.write(shownText(text));
}

/** @param text whole lines, each with its end */
export function writeError(text: string): void {
	process.stderr.write(shownText(text, process.stderr));
}
