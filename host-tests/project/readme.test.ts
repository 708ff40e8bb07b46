/** Snippets, commands, links and error texts of README.md and docs/. On the simulator they are built and run by device-tests/host/readme-apps.ts. */
import { exec, execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import test, { type ExecutionContext } from "ava";
import ts from "typescript";
import { type Service, startService } from "../../service/launcher.js";
import { projectRoot } from "../../service/project.js";
import { apps, type Block, blocksIn, blocksOf, documents, documentText, isShown, quickSnippetFor, snippetFor } from "./readme/blocks.js";
import { examplesOf } from "./readme/examples.js";
import { commandsOf, type NamedCommand } from "./readme/commands.js";
import { readingsOf } from "./readme/stored-readings.js";
import { checkTypes, topLevelAwaits } from "./readme/types.js";
import { folder } from "../runner/folder.js";
import { Program } from "../runner/program.js";

const root = projectRoot();
const run = promisify(execFile);
const scripts = (JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: Record<string, string> }).scripts;
const [first, outbox] = apps.map(({ snippet }) => snippet);
const typescript = documents.flatMap((document) => blocksIn(document, "ts"));

console.log("not run: the documents' apps on the Moddable SDK, which npm run test:device does; here they run on Node");

/**
 * The links of a Markdown text that lead nowhere, each behind its document's name. Links to other hosts are not looked at.
 * @param document path from the project's folder
 */
function deadLinks(document: string, text: string): readonly string[] {
	const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link);
	return links.filter((link) => !/^[a-z]+:/.test(link) && !isAlive(document, link)).map((link) => `${document}: ${link}`);
}

function isAlive(document: string, link: string): boolean {
	const [path, heading] = link.split("#");
	const file = path === "" ? join(root, document) : join(root, dirname(document), path);
	if (relative(root, file).startsWith("..") || !existsSync(file))
		return false;
	return heading === undefined || headingsOf(readFileSync(file, "utf8")).includes(heading);
}

/** Fragments of a document's headings, as GitHub makes them. */
function headingsOf(text: string): readonly string[] {
	return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading.toLowerCase().replace(/[^\w\- ]/g, "").replaceAll(" ", "-"));
}

async function service(t: ExecutionContext, data: string): Promise<Service> {
	const started = await startService({ data, quick: true, environment: { RECORDS_DEVICE_PASSWORD: "" } });
	t.teardown(() => started.kill());
	return started;
}

/** Starts a snippet as Node's firmware, in a process of its own, with preferences and files in a folder. */
async function start(t: ExecutionContext, home: string, name: string, text: string): Promise<Program> {
	const made = join(root, "build", "readme");
	await mkdir(made, { recursive: true });
	const module = join(made, `${name}.js`);
	const { outputText } = ts.transpileModule(text, { compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 } });
	await writeFile(module, outputText.replace('"embedded:storage/files"', '"../host/firmware/files.js"').replace(/"(preference|timer)"/, '"../host/firmware/$1.js"'));
	const script = `
		import { runFirmware } from ${JSON.stringify(new URL("../../host/firmware/run.js", import.meta.url).href)};
		await runFirmware(${JSON.stringify(module)}, {}, (text) => process.stdout.write(text));
	`;
	return new Program(["--input-type=module", "--eval", script], { RECORDS_PREFERENCES: join(home, "preferences.json"), RECORDS_FILES: join(home, "files") }, t);
}

/** The first line that a process writes. */
async function firstLine(program: Program): Promise<string> {
	await program.printed(/\n/);
	return program.output.split("\n", 1)[0];
}

test("each code block is of a kind that is tested here, or of another program's", (t) => {
	const languages = documents.flatMap((document) => blocksOf(document)).map(({ language }) => language);
	t.deepEqual([...new Set(languages)].sort(), ["", "json", "sh", "ts"]);
	t.is(blocksIn("README.md", "ts").length, 1);
	t.throws(() => blocksOf("docs/a.md", "a\n```ts\nb\n"), { message: "docs/a.md:2: a code block has no end" });
});

test("each app compiles as main.ts and as main.js against the package's declarations, in strict mode", (t) => {
	t.true(typescript.length >= 5);
	t.is(checkTypes(typescript), "");
	t.is(checkTypes(typescript, "firmware", "js"), "");
	const typed = { document: "docs/a.md", language: "ts", line: 7, text: "export const a: number = 1;\n", shows: [] };
	t.regex(checkTypes([typed], "firmware", "js"), /^docs\/a\.md:7: Type annotations can only be used in TypeScript files\.$/m);
	const wrong = { document: "docs/a.md", language: "ts", line: 7, text: 'import { RecordsClient } from "records-client";\nnew RecordsClient({ url: "" });\n', shows: [] };
	t.regex(checkTypes([wrong]), /docs\/a\.md:8: .*'url'/);
});

test("the examples of the docstrings compile, of devices' sources and of Node's", (t) => {
	const examples = (folder: string) => readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).sort()
		.filter((path) => path.endsWith(".ts")).flatMap((path) => examplesOf(`${folder}/${path}`.replaceAll("\\", "/")));
	const [devices, node] = [examples("lib"), examples("host")];
	t.true(devices.length >= 20 && node.length >= 2, `${devices.length} and ${node.length}`);
	t.is(checkTypes(devices), "");
	t.is(checkTypes(node, "node"), "");
	for (const { text } of [...devices, ...node])
		t.deepEqual(topLevelAwaits(text), []);
	const wrong = ["/** @example await records.createOne({}); */", "/**", " * @example", " * ```ts", ' * import "records-client";', " * outbox.put({});", " * ```", " */"];
	t.regex(checkTypes(examplesOf("lib/a.ts", wrong.join("\n"))), /^lib\/a\.ts:1: .*'createOne'.*\nlib\/a\.ts:6: .*'outbox'/);
});

test("no snippet has a top-level await, which ends an app: the SDK imports main synchronously", (t) => {
	for (const block of typescript)
		t.deepEqual(topLevelAwaits(block.text), []);
	t.is(topLevelAwaits("const a = await b();\nfor await (const c of d)\n\te();\nasync () => await f();\n").length, 2);
});

/** A manifest, as far as the tests look at it. */
interface Manifest {
	readonly include?: string | readonly string[];
	readonly platforms?: { readonly lin?: { readonly config?: { readonly files?: string } } };
}

/** Whether an app with this manifest leaves its files in the user's home folder, where the simulator's SDK has them without a name. */
function lacksFolder({ include = [], platforms }: Manifest): boolean {
	return [include].flat().some((path) => path.endsWith("manifests/outbox-files.json")) && platforms?.lin?.config?.files === undefined;
}

test("each manifest with files names their folder on the simulator, in the documents and the examples", (t) => {
	const inDocuments = documents.flatMap((document) => blocksIn(document, "json")).map(({ document, line, text }) => [`${document}:${line}`, text]);
	const inExamples = readdirSync(join(root, "examples"), { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith("manifest.json"))
		.map((path) => [path, readFileSync(join(root, "examples", path), "utf8")]);
	const manifests = [...inDocuments, ...inExamples].map(([place, text]) => [place, JSON.parse(text) as Manifest] as const);
	t.true(manifests.length >= 10);
	t.deepEqual(manifests.filter(([, manifest]) => lacksFolder(manifest)).map(([place]) => place), []);
	t.true(lacksFolder({ include: "../../manifests/outbox-files.json" }));
});

test("the manifests are JSON, and include what the package has", (t) => {
	const manifests = documents.flatMap((document) => blocksIn(document, "json"));
	t.true(manifests.length >= 4);
	for (const { document, line, text } of manifests) {
		const { include = [] } = JSON.parse(text) as { include?: string[] };
		for (const path of include) {
			const [, own] = /^\.\/node_modules\/records-client\/(.+)$/.exec(path) ?? [];
			t.true(own === undefined ? path.startsWith("$(MODDABLE)/") : existsSync(join(root, own)), `${document}:${line}: ${path}`);
		}
	}
});

test("each link leads to a file that is there, and to a heading in it", (t) => {
	const pages = [...documents, "device-tests/board/findings.md", "device-tests/board/tcp.md", "host-tests/README.md", ...readdirSync(join(root, "docs", "decisions")).map((name) => `docs/decisions/${name}`)];
	t.deepEqual(pages.flatMap((page) => deadLinks(page, documentText(page))), []);
	t.deepEqual(deadLinks("docs/a.md", "[a](../README.md#nothing) [b](c.md) [d](../README.md#try-it) https://e"), ["docs/a.md: ../README.md#nothing", "docs/a.md: c.md"]);
});

test("each error text of the troubleshooting page is one of the library", (t) => {
	const sources = ["lib", "host"].flatMap((name) => readdirSync(join(root, name), { recursive: true, encoding: "utf8" })
		.filter((path) => path.endsWith(".ts")).map((path) => readFileSync(join(root, name, path), "utf8"))).join("\n");
	const [, ...sections] = documentText("docs/troubleshooting.md").split("\n## The network\n")[1].split("\n| `error`");
	const texts = sections.flatMap((section) => [...section.matchAll(/^\| `([^`]+)`/gm)].map(([, text]) => text));
	// PocketBase's own.
	const foreign = ["Failed to authenticate.", "Failed to create record."];
	// A row of Node's own says so.
	const nodes = new Set(sections.flatMap((section) => [...section.matchAll(/^\| `([^`]+)`[^|]*, on Node \|/gm)].map(([, text]) => text)));
	t.true(texts.length >= 20 && ["connect ECONNREFUSED", "getaddrinfo ENOTFOUND"].every((text) => nodes.has(text)));
	t.deepEqual(texts.filter((text) => !nodes.has(text) && !sources.includes(text) && !foreign.includes(text)), []);
});

test("the package is installed as README.md says, and Node and the SDK's manifests find it", async (t) => {
	const [, version, command] = /`npm pack` in this project makes `records-client-([\d.]+)\.tgz`.*`(npm install [^`]+)`/.exec(documentText("README.md")) ?? [];
	t.is(version, (JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string }).version);
	const home = await folder(t);
	const [project, app] = ["records-client", "app"].map((name) => join(home, name));
	await mkdir(project);
	await mkdir(app);
	// Else npm looks for one in the folders above.
	await writeFile(join(app, "package.json"), "{}");
	await run("npm", ["pack", "--pack-destination", project], { cwd: root, shell: process.platform === "win32" });
	await promisify(exec)(`${command} --offline`, { cwd: app });
	const manifest = JSON.parse(apps[0].manifest.text) as { include: readonly string[] };
	for (const path of manifest.include.filter((name) => name.startsWith("./")))
		t.true(existsSync(join(app, path)), path);
	const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", 'console.log(typeof (await import("records-client")).RecordsClient)'], { cwd: app });
	t.is(stdout, "function\n");
});

test("the first snippet posts a reading, which it shows; a second start takes the token up", async (t) => {
	const home = await folder(t);
	const { url } = await service(t, join(home, "data"));
	for (const count of [1, 2]) {
		const shown = JSON.parse(await firstLine(await start(t, home, "first", snippetFor(first, url)))) as { id: string };
		const readings = await readingsOf(url);
		t.is(readings.length, count);
		t.like(readings[count - 1], { id: shown.id, sensor: "temperature", value: 21.4 });
	}
});

/** Whether a snippet needs what only devices have: a file in the app's resources, Moddable's HTTP client. */
function isOfDevices({ text }: Block): boolean {
	return /from "Resource"|records-client\/http-client/.test(text);
}

test("each snippet says what the console shows", (t) => {
	t.deepEqual(typescript.filter(({ document, shows }) => document !== "README.md" && shows.length === 0).map(({ document, line }) => `${document}:${line}`), []);
	t.deepEqual([...new Set(typescript.filter(isOfDevices).map(({ document }) => document))], ["docs/getting-started.md", "docs/tls.md"]);
	const block = { document: "a", language: "ts", line: 1, text: "", shows: ["{…1}", "b"] };
	t.true(isShown(block, "x {a: 1} c b") && !isShown(block, "b {a: 1}") && !isShown(block, "{ab"));
});

/** Those of a document that say what the console shows, and run on Node. */
function shownOnNode(document: string): readonly Block[] {
	return blocksIn(document, "ts").filter((block) => block.shows.length > 0 && !isOfDevices(block));
}

for (const document of documents.filter((name) => shownOnNode(name).length > 0)) {
	test(`${document}: each snippet shows what the page says, pasted as it is, one after the other`, async (t) => {
		const home = await folder(t);
		const { url } = await service(t, join(home, "data"));
		const page = document.replace(/\W/g, "-");
		t.regex(await firstLine(await start(t, home, `${page}-first`, snippetFor(first, url))), /"value":21\.4/);
		for (const block of shownOnNode(document)) {
			const program = await start(t, home, `${page}-${block.line}`, snippetFor(block, url));
			await t.notThrowsAsync(program.until((output) => isShown(block, output + program.errors)), `${block.document}:${block.line}`);
			program.child.kill("SIGKILL");
		}
	});
}

test("the outbox's app delivers its first reading at once, and says so", async (t) => {
	const home = await folder(t);
	const { url } = await service(t, join(home, "data"));
	t.is(await firstLine(await start(t, home, "outbox-first", snippetFor(outbox, url))), "1 delivered ");
	t.is((await readingsOf(url)).length, 1);
});

test("the outbox's app delivers readings that say when they were taken", async (t) => {
	const home = await folder(t);
	const { url } = await service(t, join(home, "data"));
	const begun = Date.now();
	await start(t, home, "outbox", quickSnippetFor(outbox, url));
	let readings = await readingsOf(url);
	for (; readings.length === 0; readings = await readingsOf(url))
		await sleep(100);
	for (const { sensor, taken, value } of readings) {
		t.like({ sensor, value }, { sensor: "temperature", value: 21.4 });
		const time = Date.parse(taken);
		// The service's clock has whole seconds, and is behind by an answer's way.
		t.true(time >= begun - 10_000 && time <= Date.now(), taken);
	}
});

/** What a command prints with --help; as npm runs it, but without the build before. */
async function help(script: string): Promise<string> {
	const [, ...parameters] = scripts[script].split(" ");
	return (await run(process.execPath, [...parameters, "--help"], { cwd: root, env: { ...process.env, MODDABLE: "" } })).stdout;
}

const ownScripts = Object.keys(scripts).filter((name) => !/^(?:pre|build$|docs$|format$|lint$)/.test(name));

test("what README and the page for deciding say of memory are the rounded figures of the memory page", (t) => {
	const memory = documentText("docs/memory.md");
	const kilobytes = (row: string, digits = 0): string => {
		const [, bytes] = new RegExp(`^\\| ${row} \\| ([\\d,]+) \\|`, "m").exec(memory)!;
		return (Number(bytes.replaceAll(",", "")) / 1000).toFixed(digits);
	};
	t.true(documentText("README.md").includes(`A create allocates ${kilobytes("create", 1)} KB on XS.`));
	t.true(documentText("docs/deciding.md").includes(`About ${kilobytes("heap, at the least, for a log-in and 50 creates")} KB of heap for a log-in and 50 creates, `
		+ `${kilobytes("the same over TLS")} KB with TLS; about ${kilobytes("bytecode of the library")} KB of bytecode, `
		+ `${kilobytes("all bytecode with TLS, the SDK's modules included")} KB with TLS`));
});

test("each npm command that is named is there, and has the options that are named with it", async (t) => {
	const named = documents.flatMap((document) => commandsOf(documentText(document)));
	t.true(named.length >= ownScripts.length, String(named.length));
	const unknown = named.filter(({ script }) => script !== undefined && !(script in scripts));
	t.deepEqual(unknown, []);
	for (const script of new Set(named.map((command) => command.script)))
		await checkOptions(t, named.filter((command) => command.script === script));
	t.deepEqual(ownScripts.filter((script) => !named.some((command) => command.script === script)), []);
});

async function checkOptions(t: ExecutionContext, named: readonly NamedCommand[]): Promise<void> {
	const { script } = named[0];
	const options = named.flatMap((command) => command.options);
	if (script === undefined || options.length === 0)
		return;
	const text = await help(script);
	for (const option of options)
		t.regex(text, new RegExp(`${option}\\b`), `the documents name ${option} of ${script}`);
}
