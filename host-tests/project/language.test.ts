import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { inspect } from "node:util";
import test from "ava";
import { type Plugin, rollup } from "rollup";
import ts from "typescript";
import { projectRoot } from "../../service/project.js";
import { refused, type Shape, shapes } from "./language/shapes.js";

type Run = (say: (...values: readonly unknown[]) => void) => Promise<void>;

const root = projectRoot();
const load = async <T>(path: string): Promise<T> => await import(pathToFileURL(join(root, path)).href) as T;
const { forXS } = await load<{ forXS: readonly Plugin[] }>("rollup.config.mjs");
const { texts } = await load<{ texts: Plugin }>("rollup/texts.mjs");
const { refusing, typescript } = await load<{ refusing: Plugin; typescript: (tsconfig: string, rootDir: string, out: string) => Plugin }>("rollup/compiled.mjs");

let folder: string;
/** By the build's own chain, a bundle for each. */
let built: string;

function sourceOf({ before, body }: Shape): string {
	return `${before}\nexport async function run(say: (...values: readonly unknown[]) => void): Promise<void> {\n${body}\n}\n`;
}

/** What code says when it runs, and how it ends. */
async function said(path: string): Promise<string> {
	const lines: string[] = [];
	try {
		const { run } = await import(pathToFileURL(path).href) as { run: Run };
		await run((...values) => void lines.push(inspect(values, { depth: 5 })));
	}
	catch (error) {
		lines.push(`thrown: ${(error as Error).name}`);
	}
	return lines.join("\n");
}

async function bundle(names: readonly string[], tsconfig: string): Promise<void> {
	const made = await rollup({
		input: Object.fromEntries(names.map((name) => [name, join(folder, `${name}.ts`)])),
		plugins: [typescript(tsconfig, folder, join(folder, "compiled")), refusing, ...forXS, texts],
		onwarn: ({ message }) => {
			throw new Error(message);
		}
	});
	await made.write({ dir: built, format: "es", sourcemap: true });
	await made.close();
}

async function writeConfig(name: string, files: readonly string[]): Promise<string> {
	const path = join(folder, name);
	await writeFile(path, JSON.stringify({ extends: join(root, "tsconfig.json"), compilerOptions: { types: [], rootDir: ".", noUnusedParameters: false, useDefineForClassFields: false }, include: [], files }));
	return path;
}

test.before(async () => {
	folder = await mkdtemp(join(tmpdir(), "records-language-"));
	built = join(folder, "built");
	await writeFile(join(folder, "package.json"), '{ "type": "module" }');
	const names = shapes.map((_, index) => `shape-${index}`);
	for (const [index, shape] of shapes.entries()) {
		const source = sourceOf(shape);
		await writeFile(join(folder, `${names[index]}.ts`), source);
		const { outputText } = ts.transpileModule(source, { compilerOptions: { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext, useDefineForClassFields: false, verbatimModuleSyntax: true } });
		await writeFile(join(folder, `${names[index]}.js`), outputText);
	}
	await bundle(names, await writeConfig("tsconfig.json", names.map((name) => `${name}.ts`)));
});

test.after.always(() => rm(folder, { recursive: true, force: true }));

for (const [index, { name }] of shapes.entries()) {
	test(`${name}: the build gives what TypeScript gives`, async (t) => {
		const wanted = await said(join(folder, `shape-${index}.js`));
		t.not(wanted, "");
		t.is(await said(join(built, `shape-${index}.js`)), wanted);
	});
}

for (const [name, code, fault] of refused) {
	test(`${name}: the build refuses it, with file and line`, async (t) => {
		await writeFile(join(folder, "refused.ts"), code);
		const error = await t.throwsAsync(bundle(["refused"], await writeConfig("tsconfig.refused.json", ["refused.ts"])));
		t.regex(error.message, new RegExp(`refused\\.ts${fault.source}`));
	});
}

test("each shape has a name of its own", (t) => t.is(new Set(shapes.map(({ name }) => name)).size, shapes.length));
