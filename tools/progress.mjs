/**
 * How far something is that takes more than a moment: one line that is drawn again and again at a terminal, a line every few
 * seconds elsewhere, so that nobody waits for long without a sign. JavaScript, because the build shows it, too.
 */
import process from "node:process";
import { clearInterval, setInterval } from "node:timers";

/** Milliseconds between two drawings at a terminal. */
const drawInterval = 200;
/** Characters of a bar. */
const width = 20;

export class Progress {
	#label;
	#text = "";
	#begun = Date.now();
	#shown = Date.now();
	/** @type {{ readonly isTTY?: boolean, readonly columns?: number, write(text: string): unknown }} */
	#stream;
	#interval;
	#timer;

	/**
	 * @param {string} label what is done
	 * @param {{ readonly isTTY?: boolean, readonly columns?: number, write(text: string): unknown }} stream
	 * @param {number} lineInterval milliseconds between two lines where there is no terminal
	 */
	constructor(label, stream = process.stderr, lineInterval = 2000) {
		this.#label = label;
		this.#stream = stream;
		this.#interval = stream.isTTY === true ? drawInterval : lineInterval;
		this.#timer = setInterval(() => this.#show(), drawInterval);
		this.#timer.unref();
	}

	/** @param {string} text where it is now */
	update(text) {
		this.#text = text;
		this.#show();
	}

	/**
	 * @param {number} done
	 * @param {number} total
	 */
	count(done, total) {
		const full = Math.floor(done / total * width);
		const bar = this.#stream.isTTY === true ? `[${"=".repeat(full)}${" ".repeat(width - full)}] ` : "";
		this.update(`${bar}${done} of ${total}`);
	}

	/**
	 * Writes lines between two drawings.
	 * @param {string} text whole lines, each with its end
	 * @param {{ write(text: string): unknown }} stream
	 */
	print(text, stream = process.stdout) {
		this.#clear();
		stream.write(text);
		this.#shown = Date.now();
	}

	/**
	 * Ends it, with a last line that says how long it took.
	 * @param {boolean} silent no last line
	 */
	end(silent = false) {
		clearInterval(this.#timer);
		this.#clear();
		if (!silent)
			this.#stream.write(`${this.#label} … ${((Date.now() - this.#begun) / 1000).toFixed(1)} s\n`);
	}

	#show() {
		const { columns = 80, isTTY = false } = this.#stream;
		const now = Date.now();
		if (now - this.#shown < this.#interval)
			return;
		this.#shown = now;
		const line = `${this.#label} … ${this.#text === "" ? "" : this.#text + ", "}${Math.round((now - this.#begun) / 1000)} s`;
		this.#stream.write(isTTY ? `\r\x1b[K${line.slice(0, columns - 1)}` : `${line}\n`);
	}

	#clear() {
		if (this.#stream.isTTY === true)
			this.#stream.write("\r\x1b[K");
	}
}
