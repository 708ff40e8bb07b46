import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The source that a relative import means; undefined for another package's module. */
function sourceOf(specifier, importer) {
	const path = resolve(dirname(importer), specifier.replace(/\.js$/, ".ts"));
	return specifier.startsWith(".") && existsSync(path) ? path : undefined;
}

const known = new Map();

function statementsOf(path) {
	if (!known.has(path))
		known.set(path, ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest).statements);
	return known.get(path);
}

/** What a source exports, by its name there: the path of the source that declares it, and its name there. */
function exportsOf(path) {
	const found = new Map();
	for (const statement of statementsOf(path)) {
		if (ts.isExportDeclaration(statement)) {
			const from = statement.moduleSpecifier && sourceOf(statement.moduleSpecifier.text, path);
			if (statement.exportClause === undefined) {
				for (const [name, origin] of exportsOf(from))
					found.set(name, origin);
			}
			else {
				for (const { name, propertyName = name } of statement.exportClause.elements)
					found.set(name.text, from === undefined ? `${path}#${propertyName.text}` : origin(from, propertyName.text));
			}
		}
		else if (statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) {
			for (const { name } of statement.declarationList?.declarations ?? [statement])
				found.set(name?.text ?? "default", `${path}#${name?.text ?? "default"}`);
		}
	}
	return found;
}

function origin(path, name) {
	return exportsOf(path).get(name) ?? `${path}#${name}`;
}

/** Where the values that an importer takes from a source are declared. */
function imported(source, importer) {
	const found = [];
	for (const { exportClause, importClause, isTypeOnly, moduleSpecifier } of statementsOf(importer)) {
		if (moduleSpecifier === undefined || sourceOf(moduleSpecifier.text, importer) !== source || isTypeOnly || importClause?.isTypeOnly)
			continue;
		if (importClause?.name !== undefined)
			found.push(origin(source, "default"));
		for (const element of (exportClause ?? importClause?.namedBindings)?.elements ?? []) {
			if (!element.isTypeOnly)
				found.push(origin(source, (element.propertyName ?? element.name).text));
		}
	}
	return found;
}

/** The path of an entry's bundle, of what package.json says of it: with types or without. */
function fileOf(target) {
	return (target.default ?? target).slice?.(2);
}

/**
 * Keeps what several entries of the package need in the first of them, in the order of package.json's `exports`, if that
 * exports it: the others import it from there, by the entry's name. So an app has it once, however many entries it uses. The
 * source of an entry is never a part of another. A bundle that is in no `exports`, as it stands in for another, shares nothing.
 * @param {Readonly<Record<string, string>>} inputs the source of each bundle, by the bundle's path
 * @param {Readonly<Record<string, object | string>>} exports of package.json
 */
export function sharing(inputs, exports) {
	/** Name, bundle and source of each entry under a condition. */
	const entriesOf = (condition) => Object.entries(exports)
		.map(([name, targets]) => ({ name: name.replace(/^\./, "records-client"), file: fileOf(condition in Object(targets) ? targets[condition] : targets) }))
		.filter(({ file }) => file in inputs)
		.map((entry) => ({ ...entry, input: join(root, inputs[entry.file]) }));
	const conditions = ["moddable", ""].map(entriesOf);

	/** @param file path of the bundle that the plugin is for */
	return (file) => {
		const entries = conditions.find((all) => all.some((entry) => entry.file === file)) ?? [];
		const earlier = entries.slice(0, entries.findIndex((entry) => entry.file === file));
		return {
			name: "shared",
			resolveId(specifier, importer) {
				const source = importer === undefined ? undefined : sourceOf(specifier, importer);
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
