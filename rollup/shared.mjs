import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { parseAst } from "rollup/parseAst";

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

/** The path of an entry's bundle, of what package.json says of it: with types or without. */
function fileOf(target) {
	return (target.default ?? target).slice?.(2);
}

/**
 * Keeps what several entries of the package need in the first of them, in the order of package.json's `exports`, if that
 * exports it: the others import it from there, by the entry's name. So an app has it once, however many entries it uses. The
 * module of an entry is never a part of another. A bundle that is in no `exports`, as it stands in for another, shares nothing.
 * @param {Readonly<Record<string, string>>} inputs the module of each bundle, by the bundle's path
 * @param {Readonly<Record<string, object | string>>} exports of package.json
 */
export function sharing(inputs, exports) {
	/** Name, bundle and module of each entry under a condition. */
	const entriesOf = (condition) => Object.entries(exports)
		.map(([name, targets]) => ({ name: name.replace(/^\./, "records-client"), file: fileOf(condition in Object(targets) ? targets[condition] : targets) }))
		.filter(({ file }) => file in inputs)
		.map((entry) => ({ ...entry, input: resolve(inputs[entry.file]) }));
	const conditions = ["moddable", ""].map(entriesOf);

	/** @param file path of the bundle that the plugin is for */
	return (file) => {
		const entries = conditions.find((all) => all.some((entry) => entry.file === file)) ?? [];
		const earlier = entries.slice(0, entries.findIndex((entry) => entry.file === file));
		return {
			name: "shared",
			resolveId(specifier, importer) {
				const source = importer === undefined ? undefined : moduleOf(specifier, importer);
				if (source === undefined)
					return null;
				const needed = imported(source, importer);
				const owner = entries.find((entry) => entry.file !== file && entry.input === source)
					?? (needed.length === 0 ? undefined : earlier.find(({ input }) => {
						const offered = new Set(exportsOf(input).values());
						return needed.every((name) => offered.has(name));
					}));
				return owner === undefined ? null : { id: owner.name, external: true };
			}
		};
	};
}
