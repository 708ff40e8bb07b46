/** Senders that may have readings waiting at a time, and readings that may wait in all. */
const SENDERS = 16, MOST = 1024;

/** Counts whose readings wait, so that one sender does not fill the storage. Readings leave in the order in which they came. */
export class Shares {
	#share;
	/** Addresses, undefined where there is room for another, and how many readings of each wait. */
	#addresses = new Array(SENDERS).fill(undefined);
	#counts = new Uint16Array(SENDERS);
	/** The senders of the readings that wait, the oldest first, as a ring. */
	#order = new Uint8Array(MOST);
	#first = 0;
	#length = 0;

	/** @param share readings of one sender that may wait */
	constructor(share) {
		this.#share = share;
	}

	/**
	 * Looks whether a sender may have one more reading.
	 * @param address of the sender
	 * @param pending readings that wait in the outbox; those of an earlier start belong to nobody
	 * @returns "" or why not
	 */
	fault(address, pending) {
		for (; this.#length > pending; this.#length--) {
			const sender = this.#order[this.#first];
			this.#first = (this.#first + 1) % MOST;
			if (--this.#counts[sender] === 0)
				this.#addresses[sender] = undefined;
		}
		const sender = this.#addresses.indexOf(address);
		if (this.#length === MOST)
			return "too many readings wait";
		if (sender < 0 && !this.#addresses.includes(undefined))
			return "too many senders";
		return sender >= 0 && this.#counts[sender] >= this.#share ? `${this.#share} readings of yours wait already` : "";
	}

	/** A reading of a sender is stored. `fault` has said that it may be. */
	take(address) {
		let sender = this.#addresses.indexOf(address);
		if (sender < 0)
			sender = this.#addresses.indexOf(undefined);
		this.#addresses[sender] = address;
		this.#counts[sender]++;
		this.#order[(this.#first + this.#length++) % MOST] = sender;
	}
}
