import { ID_LEAST, ID_MOST } from "../pocketbase/record-id.js";
/** Characters of the ids that a collection takes. */
export type IdPattern = "a-z0-9" | "A-Z0-9" | "0-9a-f" | "uuidv7";

/** Characters of an id in the log: so many that identify a start, and so many that count its readings. */
const START = 8;
export const LOG_ID_LENGTH = ID_LEAST;
/** Hexadecimal digits of each part. */
const START_DIGITS = 11;
const COUNT_DIGITS = 10;
const UUID_LENGTH = 36;

/** The fewest characters that an id can have. */
const LEAST: Readonly<Record<IdPattern, number>> = Object.freeze({
	"a-z0-9": LOG_ID_LENGTH, "A-Z0-9": LOG_ID_LENGTH, "0-9a-f": START_DIGITS + COUNT_DIGITS, "uuidv7": UUID_LENGTH
});

// docs/decisions/0098-ids-of-a-collection-are-made-of-the-logs.md
/** Ids of a collection. They are made of those in the log, which stay as they are when the options change. */
export class IdFormat {
	/** Characters of an id. */
	readonly length: number;
	/** Whether they are as in the log. */
	readonly isPlain: boolean;
	private readonly pattern: IdPattern;

	/** @throws RangeError that names the option */
	constructor(pattern: IdPattern = "a-z0-9", length = LEAST[pattern]) {
		const least = LEAST[pattern];
		if (least === undefined)
			throw new RangeError("idPattern must be " + Object.keys(LEAST).join(", "));
		const most = pattern === "uuidv7" ? UUID_LENGTH : ID_MOST;
		if (!Number.isSafeInteger(length) || length < least || length > most)
			throw new RangeError("idLength must be " + (least === most ? least : least + " to " + most) + " with this idPattern");
		this.pattern = pattern;
		this.length = length;
		this.isPlain = pattern === "a-z0-9" && length === LOG_ID_LENGTH;
	}

	/** @param id of a reading in the log */
	of(id: string): string {
		const { length, pattern } = this;
		if (this.isPlain)
			return id;
		if (pattern === "a-z0-9")
			return id.padEnd(length, "0");
		if (pattern === "A-Z0-9")
			return id.toUpperCase().padEnd(length, "0");
		const start = parseInt(id.slice(0, START), 36).toString(16).padStart(START_DIGITS, "0");
		const count = parseInt(id.slice(START), 36).toString(16).padStart(COUNT_DIGITS, "0");
		if (pattern === "0-9a-f")
			return (start + count).padEnd(length, "0");
		// Version 7 and variant 8 are all that is fixed; in place of the time is what identifies the start.
		return "0" + start.slice(0, 7) + "-" + start.slice(7) + "-7000-8000-00" + count;
	}
}
