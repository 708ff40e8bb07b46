import { secretIn } from "../contract/secrets.js";
import type { Ending, Outcome } from "./outcome.js";

const told = /^ *searched (\d+) texts for secrets$/gm;

/** What a test file prints of the errors, events and traces that it has searched itself. `Printed` reads it. */
export function searchedLine(texts: number): string {
	return `searched ${texts} texts for secrets`;
}

/** All that the test files have printed, searched for passwords and tokens. */
export class Printed {
	#lines = 0;
	#texts = 0;
	readonly #leaks: string[] = [];

	/** @param name of the file */
	take(name: string, { output, errors }: Ending): void {
		const printed = `${output}\n${errors}`;
		for (const [, texts] of printed.matchAll(told))
			this.#texts += Number(texts);
		for (const line of printed.split("\n")) {
			this.#lines += line === "" ? 0 : 1;
			const secret = secretIn(line);
			if (secret !== "")
				this.#leaks.push(`${name}: ${line.replaceAll(secret, "<a secret>")}`);
		}
	}

	/** Fails when there was a secret; says where, without it. */
	outcome(): Outcome {
		const failed = this.#leaks.length > 0 ? 1 : 0;
		return { passed: 1 - failed, failed, skipped: 0, text: this.#leaks.join("\n") };
	}

	/** How much was searched. */
	toString(): string {
		return `searched for passwords and tokens: ${this.#texts} errors, events and traces, ${this.#lines} lines printed`;
	}
}
