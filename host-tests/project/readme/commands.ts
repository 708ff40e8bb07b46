/** An npm command that a text names. */
export interface NamedCommand {
	/** As in package.json; undefined for npm's own, such as `npm ci`. */
	readonly script: string | undefined;
	/** Those that follow up to the next command in the same line: "--port". */
	readonly options: string[];
}

const command = /\bnpm (?:run ([\w:]+)|(\w+))|(--[a-z][\w-]*)/g;

/** npm's short words for scripts. */
const short = ["start", "test"];

/** The npm commands in the code of a Markdown text, in order; an option belongs to the last command before it in the line. */
export function commandsOf(markdown: string): NamedCommand[] {
	const found: NamedCommand[] = [];
	let fenced = false;
	for (const line of markdown.split("\n")) {
		if (/^ *```/.test(line))
			fenced = !fenced;
		const pieces = fenced ? [line] : [...line.matchAll(/`([^`]+)`/g)].map(([, code]) => code);
		let last: NamedCommand | undefined;
		for (const [, run, own, option] of pieces.flatMap((piece) => [...piece.matchAll(command)])) {
			if (option !== undefined) {
				last?.options.push(option);
				continue;
			}
			last = { script: run ?? (short.includes(own) ? own : undefined), options: [] };
			found.push(last);
		}
	}
	return found;
}
