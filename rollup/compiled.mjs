import { existsSync, readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { walk } from "estree-walker";
import { compile } from "./compile.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** What TypeScript has made of the library, once for all its bundles (rollup/build.mjs). */
const folder = "build/esm";

/**
 * For all bundles of one TypeScript project, which is compiled before the first of them. A type error ends the build.
 * @param {string} tsconfig path
 * @param {string} rootDir what the project has as its `rootDir`
 * @param {string} out folder for what TypeScript makes of it
 */
export function typescript(tsconfig, rootDir = root, out = join("build/modules", dirname(tsconfig))) {
	let compiling;
	return {
		...compiled,
		name: "typescript",
		buildStart: () => compiling ??= compile(tsconfig, out, "tsbuildinfo"),
		resolveId: (source, importer) => importer === undefined ? resolve(out, relative(rootDir, source).replace(/\.ts$/, ".js")) : null
	};
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
				const { originalColumn, originalLine, originalSource } = map.findEntry(lines.length - 1, lines.at(-1).length);
				this.error(`${relative(root, resolve(dirname(id), originalSource))}:${originalLine + 1}:${originalColumn + 1}: eval: the build can't follow names in a text`);
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
