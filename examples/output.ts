/** What the main job writes: lines that begin with a label, which has a colour where somebody reads it at a terminal. */

/** Select Graphic Rendition codes of ECMA-48 by label. Labels that are not here are dim. */
const codes: Readonly<Record<string, number>> = { error: 31, rejected: 31, login: 32, token: 32, outage: 33, look: 36, kept: 36, summary: 1 };
const DIM = 2;

/** Whether a stream gets colours: a terminal does, unless NO_COLOR is set to anything (no-color.org). */
export function hasColor(stream: { readonly isTTY?: boolean }, environment: NodeJS.ProcessEnv): boolean {
	return stream.isTTY === true && (environment.NO_COLOR ?? "") === "";
}

/** Colours the label of each line. */
export function painted(text: string): string {
	return text.replace(/^[a-z]+(?= {2})/gm, (label) => `\x1b[${codes[label] ?? DIM}m${label}\x1b[0m`);
}

/** @param text whole lines, each with its end */
export function write(text: string): void {
	process.stdout.write(hasColor(process.stdout, process.env) ? painted(text) : text);
}

/** @param text whole lines, each with its end */
export function writeError(text: string): void {
	process.stderr.write(hasColor(process.stderr, process.env) ? painted(text) : text);
}
