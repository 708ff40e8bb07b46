/** `npm start`: builds what has changed, then runs the main job. */
import { build } from "../rollup/build.mjs";
import { readStartArguments, usage } from "./start-arguments.mjs";

try {
	const { help, engine } = readStartArguments(process.argv.slice(2));
	if (help)
		console.log(usage);
	else {
		await build(["library", "firmware", "start", ...engine === "xs" ? ["xs"] : []]);
		await import("../build/examples/start.js");
	}
}
catch (error) {
	console.error(`error    ${error instanceof Error ? error.message : String(error)}`);
	process.exitCode = 1;
}
