import { createInterface } from "node:readline";

/** Presses on the host, and milliseconds between them where nobody is there to press. */
const { RECORDS_PRESSES: presses = "3" } = process.env;
const interval = 200;

/** What firmware imports as "button": the Enter key of a terminal, and a timer without one. */
export default class Button {
	#left = Number(presses);

	constructor({ onPush }: { readonly onPush: () => void }) {
		if (process.stdin.isTTY) {
			process.stdout.write("button   press Enter\n");
			createInterface({ input: process.stdin }).on("line", onPush);
			return;
		}
		const timer = setInterval(() => {
			onPush();
			if (--this.#left === 0)
				clearInterval(timer);
		}, interval);
	}
}
