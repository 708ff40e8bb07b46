import type { Random } from "../random.js";

const names = ["token", "token", "token", "message", "message", "a", "tok", "tokens", "", "{", "}", "ä", ":", "tok\\u0065n", "token\\n", "\\\\"];
const characters = ["a", "b", "token", "{", "}", "[", "]", ",", ":", " ", "ä", "€", "😀", "\\\"", "\\\\", "\\n", "\\u00e4", "\\ud83d\\ude00", "\\/"];
const spaces = ["", "", "", " ", "\n\t", "\r "];

/** Writes JSON texts (RFC 8259) with names and texts that a scanner could stumble over. */
export class JSONGrammar {
	readonly #random: Random;

	constructor(random: Random) {
		this.#random = random;
	}

	text(): string {
		return this.#space() + (this.#random.below(16) === 0 ? this.#value(0) : this.#object(0)) + this.#space();
	}

	#space(): string {
		return this.#random.pick(spaces);
	}

	#string(): string {
		let text = "";
		for (let count = this.#random.below(6); count > 0; count--)
			text += this.#random.pick(characters);
		return `"${text}"`;
	}

	#value(depth: number): string {
		switch (this.#random.below(depth > 3 ? 4 : 7)) {
			case 0:
			case 1:
				return this.#string();
			case 2:
				return this.#random.pick(["0", "-1.5e3", "12", "true", "false", "null"]);
			case 3:
				return this.#random.pick(["{}", "[]", "\"\"", "\"token\""]);
			case 4:
				return this.#list("[", "]", () => this.#value(depth + 1));
			default:
				return this.#object(depth + 1);
		}
	}

	#object(depth: number): string {
		return this.#list("{", "}", () => `"${this.#random.pick(names)}"${this.#space()}:${this.#space()}${this.#value(depth)}`);
	}

	#list(open: string, close: string, item: () => string): string {
		const items: string[] = [];
		for (let count = this.#random.below(5); count > 0; count--)
			items.push(this.#space() + item() + this.#space());
		return open + (items.length === 0 ? this.#space() : items.join(",")) + close;
	}
}
