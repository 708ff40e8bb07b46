import typescriptPlugin from "@rollup/plugin-typescript";

/** What bundling needs of the compiler, whatever the project at hand checks with. */
const emit = { noEmit: false, noEmitOnError: true, useDefineForClassFields: false, sourceMap: true, module: "esnext", moduleResolution: "bundler" };

const plugins = new Map();

/**
 * The TypeScript plugin for the bundles of one project, which is compiled once for all of them: the plugin by itself
 * compiles it again for each. A type error ends the build.
 * @param {string} tsconfig path
 */
export function typescript(tsconfig) {
	const known = plugins.get(tsconfig);
	if (known !== undefined)
		return known;
	const plugin = typescriptPlugin({ tsconfig, ...emit });
	let compiled = false;
	const once = {
		...plugin,
		buildStart(options) {
			if (!compiled)
				plugin.buildStart.call(this, options);
			compiled = true;
		},
		// It warns of bundles without a map.
		renderStart(options) {
			if (options.sourcemap)
				plugin.renderStart.call(this, options);
		}
	};
	plugins.set(tsconfig, once);
	return once;
}
