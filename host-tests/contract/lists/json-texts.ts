import type { SeededRandom } from "../../../tools/seeded-random.js";

/** What is allowed of text that no limit was given for: levels, values, and one value more for so many characters. */
const LEVELS = 16;
const VALUES = 1024;
const CHARACTERS = 16;

/** Texts that hold what ends an object or a list and begins the next member. */
const awkward = ["a", "", "},", "}}", "],", "]", '},"a":', "}],", ":", ",", ",,,,,,,,", "\\", '"', "{", ":{", "[", "},{", "\u0000", "\u20ac", "\ud83d\ude00"];
/** What makes many values, or none, of few characters. */
const small = ["[]", "{}", "0", '""', "[[]]", '{"":0}', '{"a":[]}', '",,"', '"\\\\"', '"\\""'];
const marks = ["[", "]", "{", "}", ",", ":", '"', "\\", "0", "a", " ", "\n", "\u00e9", "null", '"":', "]}", '\\"'];

function anyText(random: SeededRandom): string {
	return JSON.stringify(random.pick(awkward) + random.pick(awkward));
}

/** JSON that is often nested too deeply. @param left levels that it has */
function deep(random: SeededRandom, left: number): string {
	if (left < 1)
		return random.below(3) === 0 ? random.pick(small) : anyText(random);
	const count = 1 + random.below(3);
	// One goes on downwards, so that the text stays short.
	const down = random.below(count);
	const items = Array.from({ length: count }, (_, index) => deep(random, index === down ? left - 1 : random.below(2)));
	const space = random.below(8) === 0 ? " " : "";
	return random.below(3) === 0 ? `[${space}${items.join()}${space}]` : `{${items.map((item, index) => `${random.below(3) > 0 ? `"a${index}"` : anyText(random)}${space}:${item}`).join()}}`;
}

/** A list that has about as many values as are allowed. */
function wide(random: SeededRandom): string {
	const one = random.pick(small);
	const count = Math.floor((VALUES - 100 + random.below(300)) / (valuesOf(one) + 1));
	return `[${Array<string>(count).fill(one).join()}]`;
}

function valuesOf(json: string): number {
	return new Walk(json).values;
}

/** One change or cut anywhere: the text may be no JSON any more. */
function changed(random: SeededRandom, text: string): string {
	const at = random.below(text.length + 1);
	return random.below(3) === 0 ? text.slice(0, at) : text.slice(0, at) + random.pick(marks) + text.slice(at + random.below(3));
}

/** A text as a stranger may send it: JSON or not, deep, wide, with texts that look like JSON. */
export function anyJSONText(random: SeededRandom): string {
	const kind = random.below(8);
	if (kind === 0)
		return Array.from({ length: 1 + random.below(40) }, () => random.pick(marks)).join("");
	const text = kind === 1 ? wide(random) : deep(random, random.below(24));
	return random.below(3) === 0 ? changed(random, text) : text;
}

/** Goes through JSON value by value, as its grammar has it. */
class Walk {
	levels = 0;
	values = 0;
	private at = 0;
	private readonly characters: readonly string[];

	/** @param json text that is JSON */
	constructor(json: string) {
		this.characters = json.split("");
		this.value(1);
	}

	/** @param level of the value, if it is an object or a list */
	private value(level: number): void {
		const opening = this.space();
		if (opening === '"')
			return this.text();
		if (opening !== "{" && opening !== "[") {
			while (/[\w.+-]/.test(this.characters[this.at] ?? ""))
				this.at++;
			return;
		}
		this.levels = Math.max(this.levels, level);
		this.values += 3;
		this.at++;
		while (!"]}".includes(this.space())) {
			if (opening === "{") {
				this.text();
				this.mark(":");
			}
			this.value(level + 1);
			if (this.space() === ",")
				this.mark(",");
		}
		this.at++;
	}

	private text(): void {
		for (this.at++; this.characters[this.at] !== '"'; this.at++)
			this.at += this.characters[this.at] === "\\" ? 1 : 0;
		this.at++;
	}

	private mark(expected: string): void {
		if (this.space() !== expected)
			throw new Error(`${expected} expected at ${this.at}`);
		this.values++;
		this.at++;
	}

	/** Goes behind white space. @returns what stands there */
	private space(): string {
		while (" \t\n\r".includes(this.characters[this.at] ?? "-"))
			this.at++;
		return this.characters[this.at];
	}
}

/** What a text is to `parseJSON`, found by the grammar: undefined, or its value as JSON. */
export function expectedOf(text: string): string | undefined {
	let value: unknown;
	try {
		value = JSON.parse(text);
	}
	catch {
		return undefined;
	}
	const { levels, values } = new Walk(text);
	return levels <= LEVELS && values <= VALUES + Math.floor(text.length / CHARACTERS) ? JSON.stringify(value) : undefined;
}

/** Levels and values of JSON. */
export function sizeOf(json: string): { readonly levels: number; readonly values: number } {
	return new Walk(json);
}
