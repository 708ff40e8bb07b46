/** The API reference (npm run docs, docs/typedoc.mjs): all that the package exports is in it, documented, without a dead link. */
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import test from "ava";
import { Application, Logger, LogLevel, type ProjectReflection, TSConfigReader, TypeDocReader, type TypeDocOptions } from "typedoc";
import { projectRoot } from "../../service/project.js";

const root = projectRoot();

class Warnings extends Logger {
	readonly texts: string[] = [];

	override log(message: string, level: LogLevel): void {
		super.log(message, level);
		if (level >= LogLevel.Warn)
			this.texts.push(message);
	}
}

/** What TypeDoc makes of a project, and what it warns of on the way. Anchors are looked at when the pages are written. */
async function reference(tsconfig: string, options: TypeDocOptions = {}): Promise<{ project: ProjectReflection; warnings: readonly string[] }> {
	const app = await Application.bootstrap({ options: join(root, "docs", "typedoc.mjs"), tsconfig, ...options }, [new TypeDocReader(), new TSConfigReader()]);
	const logger = new Warnings();
	app.logger = logger;
	const project = await app.convert();
	if (project === undefined)
		throw new Error(logger.texts.join("\n"));
	app.validate(project);
	const pages = await mkdtemp(join(root, "build", "reference-pages-"));
	try {
		await app.generateDocs(project, pages);
	}
	finally {
		await rm(pages, { recursive: true, force: true });
	}
	return { project, warnings: logger.texts };
}

test.serial("every public name is documented, and no link is dead; each entry has its page", async (t) => {
	const { project, warnings } = await reference(join(root, "docs", "tsconfig.json"));
	t.deepEqual(warnings, []);
	const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { exports: Record<string, { moddable?: object; default?: string } | string> };
	const entries = Object.entries(exports).filter(([name, target]) => typeof target !== "string" && name !== "./internal")
		.flatMap(([name, target]) => [name, ...typeof target !== "string" && target.moddable !== undefined && target.default !== undefined ? [`${name} (Node)`] : []])
		.map((name) => name.replace(".", "records-client"));
	t.deepEqual(project.children?.map(({ name }) => name).sort(), entries.sort());
	t.true(project.documents !== undefined && project.documents.length >= 15);
});

test.serial("an undocumented name, a dead link and a name that is not exported are warned of", async (t) => {
	// In the project, so that what it extends is found as by TypeDoc.
	const folder = await mkdtemp(join(root, "build", "reference-"));
	t.teardown(() => rm(folder, { recursive: true, force: true }));
	await writeFile(join(folder, "wrong.ts"), [
		"interface Hidden { readonly a: number }", "export const bare = 1;", "/** See {@link nowhere}. */", "export function linked(): Hidden {", "\treturn { a: bare };", "}"
	].join("\n"));
	const config = join(folder, "tsconfig.json");
	await writeFile(config, JSON.stringify({ extends: "../../docs/tsconfig.json", include: ["*.ts"] }));
	await writeFile(join(folder, "wrong.md"), "# Wrong\n\n## `a.b()`\n\n[There](wrong.md#ab)\n");
	const { warnings } = await reference(config, { entryPoints: [join(folder, "wrong.ts")], projectDocuments: [join(folder, "wrong.md")], intentionallyNotDocumented: [], readme: "none" });
	for (const expected of [/wrong\.md#ab, but the anchor does not exist/, /^(?:\w+\.)?bare \(Variable\).*does not have any documentation/, /^Hidden, defined in .* not included/, /"nowhere"/])
		t.true(warnings.some((text) => expected.test(text)), `${String(expected)} in:\n${warnings.join("\n")}`);
});
