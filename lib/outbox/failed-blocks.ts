import { BAD_BLOCKS, BLANK_BYTE, FLAGS, HELD, HELD_AGAIN, IS_REVOKED, MOST_LISTED, RESTING, STATE_BITS, GIVEN_UP } from "./log-format.js";

/** State of a block that is in use again, until it has been begun. No header has it. */
export const TRIED = 4;
export type BlockState = typeof GIVEN_UP | typeof RESTING | typeof HELD | typeof HELD_AGAIN | typeof TRIED;

// docs/decisions/0097-a-block-that-fails-keeps-what-it-holds.md
/** A block with which something has failed. */
export interface Failed {
	readonly block: number;
	/** Why it is not used; `TRIED` when it is. */
	state: BlockState;
	/** Of what it holds: number of the first reading that is pending. */
	readonly head: number;
	/** Whether an earlier start could not use it, either. */
	readonly isListed: boolean;
	/** Times that this start has tried it again. */
	wakes: number;
	/** Bytes of it whose readings have been stored in other blocks. */
	at: number;
	/** Whether it counts as one reading, because nobody knows how many it holds. */
	isUnknown: boolean;
}

/** A block that a header lists. */
export interface Listed {
	readonly block: number;
	readonly state: BlockState;
}

/** The blocks with which something has failed, and what headers say of them. */
export class FailedBlocks {
	/** Whether one is held of which no header says so. */
	isUntold = false;
	/** All of them. */
	all: Failed[] = [];
	/** Searches for the log that were given up, because more could not be read than a header lists. */
	vain = 0;

	/** Those that may hold readings. */
	get held(): Failed[] {
		return this.all.filter(isHeld);
	}

	/** Those that are not used. */
	get count(): number {
		return this.all.filter(({ state }) => state !== TRIED).length;
	}

	/** Whether a header has room for all that are held. */
	get isListable(): boolean {
		const held = this.held;
		return held.length <= MOST_LISTED && held.every(({ block }) => canBeListed(block));
	}

	of(block: number): Failed | undefined {
		return this.all.find((failure) => failure.block === block);
	}

	add(block: number, state: BlockState, head: number, isListed: boolean): void {
		const failure: Failed = { block, state, head, isListed, wakes: 0, at: 0, isUnknown: false };
		this.all.push(failure);
		if (isHeld(failure))
			this.isUntold = true;
	}

	remove(block: number): void {
		if (this.all.length > 0)
			this.all = this.all.filter((failure) => failure.block !== block);
	}

	/**
	 * Writes into a header which blocks are not used: the first, with numbers that are a byte.
	 * @param bytes of the header's entry
	 * @returns whether all are listed that are held
	 */
	writeTo(bytes: Uint8Array, isRevoked: boolean): boolean {
		let index = 0;
		let flags = isRevoked ? IS_REVOKED : 0;
		bytes.fill(BLANK_BYTE, BAD_BLOCKS, FLAGS);
		// Those first that hold something.
		for (const holds of [true, false]) {
			for (const failure of this.all) {
				const { block, state } = failure;
				if (isHeld(failure) !== holds || index === MOST_LISTED || !canBeListed(block))
					continue;
				bytes[BAD_BLOCKS + index] = block;
				flags |= (state === TRIED ? RESTING : state) << shiftOf(index);
				index++;
			}
		}
		bytes[FLAGS] = flags;
		return this.isListable;
	}
}

/** Which blocks a header lists. @param bytes of its entry */
export function listedIn(bytes: Uint8Array): readonly Listed[] {
	const flags = bytes[FLAGS];
	const listed: Listed[] = [];
	for (let index = 0; index < MOST_LISTED && canBeListed(bytes[BAD_BLOCKS + index]); index++)
		listed.push({ block: bytes[BAD_BLOCKS + index], state: (flags >> shiftOf(index) & 3) as BlockState });
	return listed;
}

/** Whether a header has a byte for a block. */
export function canBeListed(block: number): boolean {
	return block < BLANK_BYTE;
}

/** Whether a block may hold readings that are pending. */
export function isHeld({ state }: Failed): boolean {
	return state !== RESTING && state !== TRIED;
}

function shiftOf(index: number): number {
	return 1 + index * STATE_BITS;
}
