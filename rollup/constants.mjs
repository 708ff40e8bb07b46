import { minify } from "terser";

/** Only what works out constants and leaves out what nobody uses: the rest of terser makes texts short, which XS doesn't need. */
const options = {
	module: true,
	ecma: 2022,
	compress: { defaults: false, dead_code: true, evaluate: true, if_return: true, reduce_vars: true, toplevel: true, unused: true },
	mangle: false,
	format: { beautify: true, comments: false },
	sourceMap: { asObject: true }
};

/** Puts constants in the place of their names, by terser: to XS each takes bytecode of its own, and of each function that reads it. */
export const constants = {
	name: "constants",
	renderChunk: (code) => minify(code, options)
};
