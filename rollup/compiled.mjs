import { existsSync, readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { walk } from "estree-walker";
import typescriptPlugin from "@rollup/plugin-typescript";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** What TypeScript has made of the library, once for all its bundles (rollup/build.mjs). */
const folder = "build/esm";

/** What bundling needs of the compiler, whatever the project at hand checks with. */
const emit = { noEmit: false, allowJs: false, checkJs: false, noEmitOnError: true, useDefineForClassFields: false, sourceMap: true, module: "esnext", moduleResolution: "bundler" };

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
		}
	};
	plugins.set(tsconfig, once);
	return once;
}

/** The path of what TypeScript makes of a source. @param extension of that, from its point */
export function compiledPath(source, extension) {
	return join(folder, source.replace(/\.ts$/, extension));
}

/** Refuses what no rewrite can follow: a text that is run as code may name any variable. */
export const refusing = {
	name: "refusing",
	transform(code, id) {
		const map = new SourceMap(this.getCombinedSourcemap());
		walk(this.parse(code), {
			enter: ({ callee, start, type }) => {
				if (type !== "CallExpression" || callee.type !== "Identifier" || callee.name !== "eval")
					return;
				const lines = code.slice(0, start).split("\n");
				const { originalColumn, originalLine } = map.findEntry(lines.length - 1, lines.at(-1).length);
				this.error(`${relative(root, id)}:${originalLine + 1}:${originalColumn + 1}: eval: the build can't follow names in a text`);
			}
		});
	}
};

/** Has the bundle's map lead to the sources that TypeScript has read. */
export const compiled = {
	name: "compiled",
	load(id) {
		return existsSync(`${id}.map`) ? { code: readFileSync(id, "utf8"), map: readFileSync(`${id}.map`, "utf8") } : null;
	}
};
