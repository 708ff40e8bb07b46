/** docs/outbox-storage.md: the storage that it shows is one, and an outbox keeps readings in it. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import test, { type ExecutionContext } from "ava";
import type { BlockStorage, Outbox } from "records-client/outbox";
import ts from "typescript";
import { projectRoot } from "../../service/project.js";
import { storageCases } from "../unit/outbox/storage-cases.js";
import { blocksIn } from "./readme/blocks.js";

const [app] = blocksIn("docs/outbox-storage.md", "ts");
let count = 0;

/** The page's app as a module that has its files in a folder. @param outbox what stands for the import of the outbox, if anything does */
async function load<Module>(folder: string, outbox?: string): Promise<Module> {
	const text = app.text.replace(/^import files from .*$/m, `import { Directory } from "records-client/outbox/files"; const files = new Directory(${JSON.stringify(folder)});`)
		.replace(/^import \{ Outbox \} from .*$/m, (line) => outbox ?? line)
		// The test has its own readings.
		.replace(/^\toutbox\.(?:put|flush)\(.*$/gm, "").replace("\tconst outbox =", "\toutbox =");
	const { outputText } = ts.transpileModule(`${text}\nlet outbox;\nmain();\nexport { outbox };`, { compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 } });
	const made = join(projectRoot(), "build", "storage-page");
	await mkdir(made, { recursive: true });
	const path = join(made, `${process.pid}-${++count}.js`);
	await writeFile(path, outputText);
	try {
		return await import(pathToFileURL(path).href) as Module;
	}
	finally {
		await rm(path);
	}
}

async function folder(t: ExecutionContext): Promise<string> {
	const path = await mkdtemp(join(tmpdir(), "records-storage-page-"));
	t.teardown(() => rm(path, { recursive: true, force: true }));
	return path;
}

storageCases("the page's storage", async (t) => {
	const { outbox } = await load<{ outbox: { storage: BlockStorage } }>(await folder(t), "class Outbox { constructor({ storage }) { this.storage = storage; } }");
	return outbox.storage;
});

test("an outbox keeps readings in it over starts, also when it has gone round", async (t) => {
	const home = await folder(t);
	const reading = { sensor: "temperature", text: "x".repeat(400) };
	for (let start = 1; start <= 2; start++) {
		const { outbox } = await load<{ outbox: Outbox }>(home);
		const before = outbox.pending;
		t.is(before > 0, start > 1);
		for (let index = 0; index < 350; index++)
			t.like(outbox.put(reading), { stored: true, error: "" });
		t.true(outbox.pending > 200 && outbox.pending < 350, String(outbox.pending));
		t.is(outbox.stats().damaged, 0);
		outbox.close();
	}
});
