import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { parseAst } from "rollup/parseAst";
import { compiledPath } from "./compiled.mjs";

/** The module that a relative import means; undefined for another package's. */
function moduleOf(specifier, importer) {
	return specifier.startsWith(".") ? resolve(dirname(importer), specifier) : undefined;
}

const known = new Map();

function statementsOf(path) {
	if (!known.has(path))
		known.set(path, parseAst(readFileSync(path, "utf8")).body);
	return known.get(path);
}

/** What a module exports, by its name there: the path of the module that declares it, and its name there. */
function exportsOf(path) {
	const found = new Map();
	for (const { declaration, source, specifiers, type } of statementsOf(path)) {
		const from = source && moduleOf(source.value, path);
		if (type === "ExportAllDeclaration")
			exportsOf(from).forEach((origin, name) => found.set(name, origin));
		else if (type === "ExportDefaultDeclaration")
			found.set("default", `${path}#default`);
		else if (type === "ExportNamedDeclaration") {
			for (const { exported, local } of specifiers)
				found.set(exported.name, from ? origin(from, local.name) : `${path}#${local.name}`);
			for (const { id } of declaration?.declarations ?? (declaration ? [declaration] : []))
				found.set(id.name, `${path}#${id.name}`);
		}
	}
	return found;
}

function origin(path, name) {
	return exportsOf(path).get(name) ?? `${path}#${name}`;
}

/** Where all that an importer takes from a module is declared. */
function imported(module, importer) {
	return statementsOf(importer)
		.filter(({ source }) => source && moduleOf(source.value, importer) === module)
		.flatMap(({ specifiers = [], type }) => specifiers.map(({ imported: from, local }) => origin(module, (type === "ImportDeclaration" ? from : local)?.name ?? "default")));
}

/**
 * Keeps what several entries of the package need in the first of them that exports it: the others import it from there, by
 * the entry's name. So an app has it once, however many entries it uses. The module of an entry is never a part of another.
 * @param {readonly import("../lib/entries.mjs").Bundle[]} bundles those of the platform, in their order
 * @param {string} file the bundle that the plugin is for; one that is not among them shares nothing
 */
export function sharing(bundles, file) {
	const entries = bundles.map(({ name, source, ...bundle }) => ({ name, file: bundle.file, module: resolve(compiledPath(source, ".js")) }));
	const earlier = entries.slice(0, entries.findIndex((entry) => entry.file === file));
	return {
		name: "shared",
		resolveId(specifier, importer) {
			const module = importer === undefined ? undefined : moduleOf(specifier, importer);
			if (module === undefined)
				return null;
			const needed = imported(module, importer);
			const owner = entries.find((entry) => entry.file !== file && entry.module === module)
				?? (needed.length === 0 ? undefined : earlier.find((entry) => {
					const offered = new Set(exportsOf(entry.module).values());
					return needed.every((name) => offered.has(name));
				}));
			return owner === undefined ? null : { id: owner.name, external: true };
		}
	};
}
