/** Runs the script that measures the outbox on XS on Node. SETTINGS in its environment is what the script finds as `settings`. */

Object.assign(globalThis, {
	settings: process.env.SETTINGS,
	host: {
		now: () => performance.now(),
		print: (line: string) => console.log(line),
		exit: (status: number) => process.exit(status)
	}
});
await import(new URL("../xs/ours-outbox.js", import.meta.url).href);
