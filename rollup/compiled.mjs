import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { walk } from "estree-walker";
import typescriptPlugin from "@rollup/plugin-typescript";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** What TypeScript makes of the library, for all its bundles: a program of its own for each would take most of the build. */
const folder = "build/esm";

/** What bundling needs of the compiler, whatever the project at hand checks with. */
const emit = { noEmit: false, allowJs: false, checkJs: false, noEmitOnError: true, useDefineForClassFields: false, sourceMap: true, module: "esnext", moduleResolution: "bundler" };

const plugins = new Map();

/**
 * The TypeScript plugin for the bundles of one project, which is compiled once for all of them: the plugin by itself
 * compiles it again for each. A type error ends the build.
 * @param {string} tsconfig path
 * @param {object} more compiler options
 */
export function typescript(tsconfig, more = {}) {
	const known = plugins.get(tsconfig);
	if (known !== undefined)
		return known;
	const plugin = typescriptPlugin({ tsconfig, ...emit, ...more });
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

/** Keeps each module as TypeScript has written it. The declarations are written with the bundle, which nobody uses. */
const keep = {
	name: "keep",
	transform(code, id) {
		const path = join(root, compiledPath(relative(root, id), ".js"));
		mkdirSync(dirname(path), { recursive: true });
		writeFileSync(path, code);
		writeFileSync(`${path}.map`, JSON.stringify({ ...this.getCombinedSourcemap(), sources: [id], sourcesContent: undefined }));
	},
	generateBundle(options, bundle) {
		for (const [name, { type }] of Object.entries(bundle)) {
			if (type === "chunk" || name.endsWith(".map"))
				delete bundle[name];
		}
	}
};

/** Compiles the library. @param {readonly string[]} inputs sources of the bundles */
export function compiling(inputs) {
	return {
		input: inputs,
		external: /^[^./]/,
		treeshake: false,
		output: { dir: folder, format: "es", sourcemap: true },
		plugins: [typescript("lib/tsconfig.json", { declaration: true, declarationDir: folder }), refusing, keep]
	};
}

/** Has the bundle's map lead to the sources that TypeScript has read. */
export const compiled = {
	name: "compiled",
	load(id) {
		return existsSync(`${id}.map`) ? { code: readFileSync(id, "utf8"), map: readFileSync(`${id}.map`, "utf8") } : null;
	}
};
