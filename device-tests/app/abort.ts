import "./machine.js";

/** Runs before the app's own modules: what ends a release app does so without a word otherwise. */
export default function setup(done: () => void): void {
	globalThis.abort = (why, exception) => {
		trace(`${why}: ${exception instanceof Error ? exception.stack ?? exception.message : String(exception)}\n`);
		return true;
	};
	done();
}
