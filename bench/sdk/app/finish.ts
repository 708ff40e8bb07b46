import type { Line } from "../../figures.js";

/** Ends the script when its work is done, or has failed. */
export function finish(work: Promise<unknown>): void {
	work.then(() => host.exit(0), (error: unknown) => {
		host.print(String(error));
		host.exit(70);
	});
}

export function tell(line: Line): void {
	host.print(JSON.stringify(line));
}
