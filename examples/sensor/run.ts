import type { Directory, File, Outbox } from "records-client/outbox";

const PATH = "run";
const WORDS = 3;

/**
 * How far a run of readings has come, in a file: it goes on where the power left it, with no number twice and none left
 * out. What is written before a put tells after a power cut whether the put had stored its reading: only then the outbox
 * has another count of pending ones.
 */
export class Run {
	readonly #file: File;
	readonly #outbox: Outbox;
	/** A number by the dice, 0 for no run; readings that are put; one more than were pending before the put under way. */
	readonly #words = new Int32Array(WORDS);

	/** @param outbox what the run's readings are put into, with storage that outlives the power as the directory does */
	constructor(directory: Directory, outbox: Outbox) {
		const there = directory.status(PATH).isFile();
		this.#file = directory.openFile({ path: PATH, mode: there ? "r+" : "w+" });
		this.#outbox = outbox;
		const words = this.#words;
		if (there && this.#file.read(new Uint8Array(words.buffer), 0) < words.byteLength)
			words.fill(0);
		if (words[0] === 0)
			words[0] = 1 + Math.floor(Math.random() * 0x7ffffffe);
		const [, , before] = words;
		this.put(before > 0 && outbox.pending + 1 !== before);
	}

	/** Tells this run from others. */
	get id(): number {
		return this.#words[0];
	}

	/** Readings that are put; they are numbered from 1. */
	get count(): number {
		return this.#words[1];
	}

	/** To be called before a reading is put, on the same turn. */
	putting(): void {
		this.#words[2] = this.#outbox.pending + 1;
		this.#save();
	}

	/** To be called behind it. @param stored whether the outbox has the reading */
	put(stored: boolean): void {
		if (stored)
			this.#words[1]++;
		this.#words[2] = 0;
		this.#save();
	}

	/** Ends the run. The next is another. */
	end(): void {
		this.#words.fill(0);
		this.#save();
	}

	/** Lets the file go; a run that has not ended goes on at the next start. */
	close(): void {
		this.#file.close();
	}

	#save(): void {
		this.#file.write(new Uint8Array(this.#words.buffer), 0);
		this.#file.flush();
	}
}
