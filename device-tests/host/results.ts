/** What runs of the app came to. */
export class Results {
	passed = 0;
	readonly failures: string[] = [];
	readonly known: string[] = [];

	/** Takes a line that the app traced. Returns whether it was a result. */
	take(line: string): boolean {
		if (line.startsWith("ok "))
			this.passed++;
		else if (line.startsWith("not ok "))
			this.failures.push(line.slice(7));
		else if (line.startsWith("known "))
			this.known.push(line.slice(6));
		else
			return false;
		return true;
	}

	fail(why: string): void {
		this.failures.push(why);
	}

	/** The closing line. */
	toString(): string {
		return `${this.passed} passed, ${this.failures.length} failed${this.known.length === 0 ? "" : `, ${this.known.length} known`}`;
	}
}
