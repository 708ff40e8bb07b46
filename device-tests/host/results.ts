/** What runs of the app came to. */
export class Results {
	passed = 0;
	readonly failures: string[] = [];
	readonly known: string[] = [];
	/** What could not be run here, and why. */
	readonly skipped: string[] = [];

	/** Runs of an emulator that fell silent before their first result and were made again. */
	repeated = 0;

	/** Starts of an image whose memory was full, which went on with the case that had wanted it. */
	restarted = 0;

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

	skip(why: string): void {
		this.skipped.push(why);
	}

	/** The closing line. */
	toString(): string {
		const more = [[this.known.length, "known"], [this.skipped.length, "skipped"], [this.repeated, "runs repeated"], [this.restarted, "starts for want of memory"]].filter(([number]) => number !== 0);
		return [`${this.passed} passed, ${this.failures.length} failed`, ...more.map(([number, what]) => `${number} ${what}`)].join(", ");
	}
}
