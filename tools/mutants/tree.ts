import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { SourceMap, type SourceMapPayload } from "node:module";
import { dirname, join, relative, sep } from "node:path";
import ts from "typescript";

/** A module of lib/, as the compiler writes it. */
export interface Module {
	/** Its source, such as "lib/client.ts". */
	readonly source: string;
	readonly code: string;
	/** Where in the source an offset of the code comes from: line and column, from 1. */
	placeOf(offset: number): string;
}

/** What a file of dist/ is made of: a module as the compiler has written it, in build/esm. */
export interface Bundle {
	readonly input: string;
	readonly output: { readonly file?: string };
}

/**
 * A copy of the project in which mutants run: compiled programs and tests, and instead of the package's bundles modules that
 * export what the bundles are made of. So a mutant is one file written, and nothing is bundled.
 */
export class Tree {
	readonly root: string;
	readonly modules: readonly Module[];

	/**
	 * @param project folder of the project, which has been built
	 * @param bundles the package's, of rollup.config.mjs
	 */
	constructor(project: string, root: string, bundles: readonly Bundle[]) {
		this.root = root;
		rmSync(root, { recursive: true, force: true });
		mkdirSync(root, { recursive: true });
		// What tests only read.
		for (const name of readdirSync(project)) {
			if (!["build", "dist", "node_modules", "package.json", ".git"].includes(name))
				symlinkSync(join(project, name), join(root, name));
		}
		cpSync(join(project, "package.json"), join(root, "package.json"));
		for (const { name } of readdirSync(join(project, "build"), { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
			if (!["mutants", "stamps", "xs"].includes(name))
				cpSync(join(project, "build", name), join(root, "build", name), { recursive: true });
		}
		this.modules = readdirSync(join(project, "lib"), { recursive: true, encoding: "utf8" })
			.filter((name) => name.endsWith(".ts") && !name.endsWith(".d.ts"))
			.map((name) => `lib/${name.replaceAll(sep, "/")}`)
			.sort()
			.map((source) => compiled(source, readFileSync(join(project, source), "utf8")));
		for (const module of this.modules)
			this.write(module, module.code);
		mkdirSync(join(root, "dist"));
		for (const { input, output: { file } } of bundles) {
			if (!file?.endsWith(".js"))
				continue;
			const source = relative(join("build", "esm"), input);
			writeFileSync(join(root, file), exporting(relative("dist", join("build", source)), readFileSync(join(project, source.replace(/js$/, "ts")), "utf8")));
		}
	}

	pathOf(source: string): string {
		return join(this.root, "build", source.replace(/\.ts$/, ".js"));
	}

	write({ source }: Module, code: string): void {
		mkdirSync(dirname(this.pathOf(source)), { recursive: true });
		writeFileSync(this.pathOf(source), code);
	}
}

/** A module that exports what another does. */
function exporting(path: string, text: string): string {
	return `export * from "${path}";\n` + (text.includes("export default ") ? `export { default } from "${path}";\n` : "");
}

function compiled(source: string, text: string): Module {
	const { outputText, sourceMapText = "" } = ts.transpileModule(text, {
		fileName: source,
		compilerOptions: { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true, sourceMap: true }
	});
	return {
		source,
		code: outputText.replace(/^\/\/# sourceMappingURL=.*\n?/m, ""),
		placeOf(offset) {
			const line = outputText.slice(0, offset).split("\n").length - 1;
			return sourcePlace(sourceMapText, line, offset - outputText.lastIndexOf("\n", offset - 1) - 1);
		}
	};
}

/** The original line and column, from 1, of a generated position. */
function sourcePlace(map: string, line: number, column: number): string {
	const { originalColumn = -1, originalLine = -1 } = new SourceMap(JSON.parse(map) as SourceMapPayload).findEntry(line, column) as { originalColumn?: number; originalLine?: number };
	return `${originalLine + 1}:${originalColumn + 1}`;
}
