import type { Text } from "../platform.js";
import type { LogEnd } from "./log-end.js";
import { hasTicks, ID_AT, MARK, PREFIX_LENGTH, READING, UNIT } from "./log-format.js";
import type { ReadingIds } from "./reading-ids.js";

/**
 * When the ticks of each start were 0 by the service's clock, in milliseconds since 1970: what gives readings their times
 * that were put before theirs was known. A start is known by the first characters of its ids. It has one anchor, after its
 * readings with ticks, and before those of the next start.
 */
export class StartTimes {
	/** Of this start, once that is known. */
	base: number | undefined;
	/** Whether readings with ticks are there for which the log does not say when this start's ticks were 0. Room is kept for that. */
	isOwed = false;

	private readonly end: LogEnd;
	private readonly ids: ReadingIds;
	private readonly text: Text;
	/** The start that was looked for last, and what was found. */
	private otherPrefix: string | undefined;
	private otherBase: number | undefined;

	constructor(end: LogEnd, ids: ReadingIds, text: Text) {
		this.end = end;
		this.ids = ids;
		this.text = text;
	}

	/**
	 * Readings with ticks follow, and nothing that has been learned of the time holds for them: it was contradicted, and
	 * ticks may have wrapped since. They have ids and an anchor of their own, as those of another start.
	 */
	renew(): void {
		this.ids.renew();
		this.base = undefined;
		this.isOwed = true;
	}

	/** What an anchor says of this start. */
	get anchor(): string {
		return this.ids.prefix + this.base;
	}

	/**
	 * When the ticks of a start were 0; undefined when it has never learned that. Uses the buffer. Throws what the storage throws.
	 * @param prefix of the id of a reading of it
	 * @param position from which on the log is after that reading
	 */
	baseOf(prefix: string | undefined, position: number): number | undefined {
		// Before it is known, the log does not say it, either.
		if (prefix === this.ids.prefix)
			return this.base;
		if (prefix !== this.otherPrefix) {
			this.otherBase = this.find(prefix, position);
			// Not before: a storage that can't be read has said nothing.
			this.otherPrefix = prefix;
		}
		return this.otherBase;
	}

	/** Looks for the anchor by the entries after the reading, one after the other. */
	private find(prefix: string | undefined, position: number): number | undefined {
		const { end, text } = this;
		const { entry } = end.blocks;
		for (let at = position; at < end.position; at += entry.size) {
			const kind = end.blocks.readAt(at, entry);
			const { bytes, length } = entry;
			const isAnchor = kind === MARK && length > PREFIX_LENGTH;
			if (!isAnchor && !(kind === READING && hasTicks(bytes, UNIT + length)))
				continue;
			const isOfStart = text.decode(bytes, isAnchor ? UNIT : ID_AT, PREFIX_LENGTH) === prefix;
			if (isOfStart && isAnchor)
				return Number(text.decode(bytes, UNIT + PREFIX_LENGTH, length - PREFIX_LENGTH));
			// No anchor of it can follow any more.
			if (!isOfStart)
				return undefined;
		}
		return undefined;
	}
}
