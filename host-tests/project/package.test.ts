import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { SourceMap, type SourceMapPayload } from "node:module";
import { dirname, join, posix, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import test from "ava";
import ts from "typescript";
import { bundlesFor, entries as allEntries, shortName } from "../../lib/entries.mjs";
import { projectRoot } from "../../service/project.js";

const root = projectRoot();
const run = promisify(execFile);
/** By the name of each entry that devices and Node have: the devices' bundle and Node's. */
const entries: Readonly<Record<string, readonly [device: string, node: string]>> = Object.fromEntries(bundlesFor("device").flatMap(({ file, name }) => {
	const node = bundlesFor("node").find((bundle) => bundle.name === name);
	return node === undefined ? [] : [[name, [file, node.file]]];
}));
const bundles = [...new Set(Object.values(entries).flat())];
/** Bundles that only export what "records-client/internal" has: the SDK's compiler crashes on a source map without sources. */
const lists = entries["records-client"];
const coded = bundles.filter((bundle) => !lists.includes(bundle));
/** All that the table of entries has manifests of, and the others. */
const manifests = ["manifest.json", ...readdirSync(join(root, "manifests")).map((name) => `manifests/${name}`)];
const dependencyKinds = ["dependencies", "optionalDependencies", "peerDependencies", "bundleDependencies", "bundledDependencies"];

/** Bytes to download and on the disk, and of each file. */
let packed: { readonly size: number; readonly unpackedSize: number; readonly files: readonly { readonly path: string; readonly size: number }[] };

test.before(async () => {
	const options = { cwd: root, shell: process.platform === "win32" };
	const { stdout } = await run("npm", ["pack", "--dry-run", "--json", "--ignore-scripts", "--offline"], options);
	[packed] = JSON.parse(stdout) as [typeof packed];
});

function read(path: string): string {
	return readFileSync(join(root, path), "utf8");
}

function json(path: string): any {
	return JSON.parse(read(path));
}

function sourceMap(bundle: string): SourceMapPayload {
	return json(`${bundle}.map`);
}

/** The path in the project that a bundle's map means. */
function sourcePath(source: string): string {
	return posix.normalize(posix.join("dist", source));
}

/** The modules that a file imports. Not by TypeScript's preProcessFile, which finds those in examples, too. */
function imports(path: string): string[] {
	const found = new Set<string>();
	const visit = (node: ts.Node): void => {
		const specifier = ts.isImportDeclaration(node) || ts.isExportDeclaration(node) ? node.moduleSpecifier
			: ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword ? node.arguments[0] : undefined;
		if (specifier !== undefined && ts.isStringLiteral(specifier))
			found.add(specifier.text);
		ts.forEachChild(node, visit);
	};
	visit(ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest));
	return [...found].sort();
}

/** The pages of the project: those for its users and those for who changes it. */
function pages(): string[] {
	return ["", "docs", "docs/decisions", "device-tests/board", "host-tests"].flatMap((folder) =>
		readdirSync(join(root, folder)).filter((name) => name.endsWith(".md")).map((name) => posix.join(folder, name))).concat("service/NOTICE.md", "kit/README.md");
}

/** Files of the project that a page leads to, as paths from its folder. */
function linksOf(page: string): string[] {
	return [...read(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link).filter((link) => !/^(?:[a-z]+:|#)/.test(link))
		.map((link) => posix.join(dirname(page), link.split("#")[0]));
}

function library(): string[] {
	return readdirSync(join(root, "lib"), { recursive: true, encoding: "utf8" })
		.filter((name) => /\.(?:ts|c)$/.test(name)).map((name) => `lib/${name.replaceAll(sep, "/")}`);
}

/** Whether only devices have a source: Node has TLS and names of its own, and of the texts for TLS each platform has those that it can tell. */
function isOfDevices(source: string): boolean {
	return /^lib\/(?:moddable|dns|tls)\//.test(source) && source !== "lib/tls/tls-options.ts";
}

/** Each declaration of a bundle that comes from a library module: "module: text". */
function libraryCode(bundle: string): string[] {
	const file = ts.createSourceFile(bundle, read(bundle), ts.ScriptTarget.Latest);
	if (file.statements.every(ts.isExportDeclaration))
		return [];
	const map = new SourceMap(sourceMap(bundle));
	const found: string[] = [];
	// A text that one bundle has more often than another is a constant there (rollup/texts.mjs); Node's looks at a client's certificate itself.
	const texts = new Map([...file.text.matchAll(/^const (\$\S*|CLIENT_[A-Z_]+) = (".*");$/gm)].map(([, name, text]) => [name, text.includes('\\"') && !text.includes("'") ? `'${text.slice(1, -1).replaceAll('\\"', '"')}'` : text]));
	for (const statement of file.statements) {
		if (ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement))
			continue;
		// The build's own: rollup/texts.mjs.
		if (/^const \$\S* = "/.test(statement.getText(file)))
			continue;
		const text = statement.getText(file).replace(/ (\$[\w$]*) |\b(CLIENT_[A-Z_]+)\b/g, (found, name: string, own: string) => texts.get(name ?? own) ?? found);
		const start = file.getLineAndCharacterOfPosition(statement.getStart(file));
		const end = file.getLineAndCharacterOfPosition(statement.getEnd());
		// The last mapping in the statement; one further up would be another statement's.
		const entry = map.findEntry(end.line, end.character);
		if (!("originalSource" in entry) || entry.generatedLine < start.line)
			throw new Error(`${bundle}:${start.line + 1} has no source: ${text}`);
		const source = sourcePath(entry.originalSource);
		if (source.startsWith("lib/") && !isOfDevices(source))
			found.push(`${source}: ${text}`);
	}
	return found;
}

test("the package holds the bundles, their sources, the manifest and its texts, and nothing else", (t) => {
	const paths = packed.files.map(({ path }) => path);
	const names = bundles.map((path) => posix.basename(path, ".js"))
		.flatMap((name) => [...name.includes("internal") ? [] : [`${name}.d.ts`], `${name}.js`, ...lists.includes(`dist/${name}.js`) ? [] : [`${name}.js.map`]]);
	const tls = ["tls.d.ts", "tls.js", "tls.js.map", "without-tls.js", "without-tls.js.map"];
	const native = ["json-in-c.js", "json-in-c.js.map"];
	// With declarations: the manifest has it under the name of an entry, where TypeScript apps of the simulator look for types.
	const simulator = ["outbox-files-simulator.d.ts", ...["wifi-simulator", "health-simulator", "outbox-files-simulator"].flatMap((name) => [`${name}.js`, `${name}.js.map`])];
	// A program: nobody imports it.
	const program = ["ca.js"];
	const dist = [...names, ...tls, ...native, ...simulator, ...program].map((name) => `dist/${name}`);
	const texts = ["LICENSE", "docs/live-page.png", ...pages()];
	const sources = new Set(coded.flatMap((bundle) => sourceMap(bundle).sources.map(sourcePath)));
	// The entry has no code, and so none in a map.
	const host = [...sources, "host/node.ts"].filter((path) => path.startsWith("host/"));
	t.deepEqual([...paths].sort(), [...dist, ...library(), ...host, ...texts, ...manifests, "package.json"].sort());
});

test("no file of the package is heavier than the library itself, and all of it is light", (t) => {
	const heaviest = Math.max(...packed.files.filter(({ path }) => bundles.some((bundle) => bundle === path)).map(({ size }) => size));
	for (const { path, size } of packed.files)
		t.true(size <= heaviest, `${path}: ${size} bytes`);
	t.true(packed.size < 900_000, `${packed.size} bytes to download`);
	t.true(packed.unpackedSize < 2_950_000, `${packed.unpackedSize} bytes on the disk`);
});

test("each page that a page of the package leads to is in it, and all that README.md leads to", (t) => {
	const paths = new Set(packed.files.map(({ path }) => path));
	const led = [...paths].filter((path) => path.endsWith(".md")).flatMap((page) => linksOf(page).map((link) => [page, link] as const));
	t.true(led.length > 200, String(led.length));
	// The others lead to sources, too, which are the repository's.
	t.deepEqual(led.filter(([page, link]) => !paths.has(link) && (page === "README.md" || link.endsWith(".md"))), []);
});

test("whoever installs the package installs nothing else", (t) => {
	const made = json("package.json");
	for (const kind of dependencyKinds)
		t.is(made[kind], undefined, kind);
	for (const script of ["preinstall", "install", "postinstall"])
		t.is(made.scripts[script], undefined, script);
});

test("what development needs is pinned exactly, the same in the lockfile, from no named registry", (t) => {
	const { devDependencies } = json("package.json");
	const { packages } = json("package-lock.json");
	for (const [name, version] of Object.entries<string>(devDependencies)) {
		// A second version of a package has a name of its own: npm:typescript@7.0.2.
		const [, exact] = /^(?:npm:[\w-]+@)?(\d+\.\d+\.\d+)$/.exec(version) ?? [];
		t.is(packages[`node_modules/${name}`].version, exact, name);
	}
	t.deepEqual(packages[""].devDependencies, devDependencies);
	for (const kind of dependencyKinds)
		t.is(packages[""][kind], undefined, kind);
	t.deepEqual(Object.keys(packages).filter((path) => packages[path].resolved !== undefined && packages[path].link !== true), []);
	for (const [path, { optionalDependencies = {} }] of Object.entries<{ optionalDependencies?: object }>(packages)) {
		for (const name of Object.keys(optionalDependencies))
			t.true(`node_modules/${name}` in packages || `${path}/node_modules/${name}` in packages, `npm ci wants ${name}`);
	}
});

for (const folder of ["", "tools/xs", "kit/tests/browser", "tools/other-services"]) {
	test(`each package in ${posix.join(folder, "package-lock.json")} has a sum that npm compares it with, those of other platforms too`, (t) => {
		const { packages } = json(posix.join(folder, "package-lock.json"));
		const installed = Object.keys(packages).filter((path) => path.includes("node_modules/") && packages[path].link !== true);
		t.true(installed.length > 0);
		t.deepEqual(installed.filter((path) => !/^sha512-[\w+/]{86}==$/.test(packages[path].integrity)), []);
	});
}

test("no file in git holds a path of a machine or the address of a registry", async (t) => {
	const patterns = ["(^|[^[:alnum:]_.])/(home|root|Users|work|farm|tmp)/[[:alnum:]_.]", "[A-Z]:\\\\Users\\\\", "registry\\.[a-z]+\\.(org|com)/"];
	const parameters = ["grep", "--no-color", "-nIE", ...patterns.flatMap((pattern) => ["-e", pattern])];
	// git grep ends with 1 where it finds nothing.
	const found = await run("git", parameters, { cwd: root }).then(({ stdout }) => stdout, (error: unknown) => {
		if ((error as { code?: unknown }).code !== 1)
			throw error;
		return "";
	});
	t.is(found, "");
});

test("the library imports no platform, but for the devices' entry", (t) => {
	const paths = library().filter((path) => !path.startsWith("lib/moddable") && !path.startsWith("lib/http-client"));
	t.true(paths.includes("lib/client.ts") && paths.includes("lib/http/http-connection.ts"));
	for (const path of paths) {
		for (const name of imports(path)) {
			t.regex(name, /^\.\.?\//, path);
			t.true(posix.join(dirname(path), name).startsWith("lib/"), `${path} imports ${name}`);
			t.false(name.includes("/moddable"), path);
		}
	}
});

test("the devices' bundle imports the SDK's modules that it needs and no others; Node's only Node", (t) => {
	const imported: Readonly<Record<string, readonly string[]>> = {
		"records-client": ["records-client/internal"],
		"internal": ["embedded:io/socket/tcp", "embedded:io/socket/udp", "net", "preference", "records-client/internal/json", "records-client/tls", "text/encoder", "time", "timer"],
		"tls": ["Resource", "crypt", "curve", "modular", "mont", "rng", "ssl/alert", "ssl/handshake", "ssl/prf", "ssl/session", "ssl/stream", "timer"],
		"without-tls": [], "json-in-c": [], "outbox": ["net", "preference", "records-client/internal"], "outbox-files": ["records-client/internal"], "outbox-ram": [], "http-client": ["records-client/internal"],
		"wifi": ["embedded:network/interface/wifi", "records-client/internal", "sntp", "time"], "wifi-ready": [], "health": ["instrumentation", "net", "records-client/internal", "resetReason"]
	};
	for (const [name, modules] of Object.entries(imported))
		t.deepEqual(imports(`dist/${name}.js`), modules, name);
	for (const name of Object.values(entries).flatMap(([, node]) => imports(node)))
		t.regex(name, /^(?:node:.*|records-client\/(?:filter|internal|internal\/json|internal\/streams|lists|wifi\/ready))$/);
});

test("the maps name sources that are in the package, and hold none themselves", (t) => {
	const paths = new Set(packed.files.map(({ path }) => path));
	for (const bundle of coded) {
		const { sources, sourcesContent } = sourceMap(bundle);
		t.true(sources.length > 0, bundle);
		t.deepEqual(sources.map(sourcePath).filter((path) => !paths.has(path)), []);
		t.falsy((sourcesContent as string[] | undefined)?.length);
		// Those that the SDK compiles don't name theirs: rollup.config.mjs says why.
		t.is(read(bundle).includes("//# sourceMappingURL="), !bundlesFor("device").some(({ file }) => file === bundle), bundle);
	}
});

test("the code that runs on Node is, text for text, the code that runs on devices; but that of signals is in Node's client", (t) => {
	const modules = new Set<string>();
	for (const bundle of lists)
		t.deepEqual(libraryCode(bundle), []);
	for (const pair of Object.values(entries).filter((each) => each !== lists && each !== entries["records-client/abort"])) {
		// What a bundle exports stands before the rest, and devices have TLS in a bundle of its own: the order is each bundle's.
		const [device, node] = pair.map((bundle) => (bundle === "dist/internal.js" ? [bundle, "dist/tls.js"] : [bundle]).flatMap(libraryCode).filter((text) => !text.startsWith("lib/abort/")).sort());
		t.deepEqual(node.map((text) => text.split("\n", 1)[0]), device.map((text) => text.split("\n", 1)[0]));
		t.deepEqual(node, device);
		device.forEach((text) => modules.add(text.slice(0, text.indexOf(":"))));
		// Nothing in a bundle is from elsewhere.
		for (const source of sourceMap(pair[0]).sources)
			t.regex(sourcePath(source), /^lib\//);
		for (const source of sourceMap(pair[1]).sources)
			t.regex(sourcePath(source), /^(lib|host)\//);
	}
	for (const path of ["client", "scheduler/request-scheduler", "http/http-connection", "http/response-parser", "auth/token-store", "http-client/index", "outbox/log", "outbox/delivery", "outbox/file-storage"])
		t.true(modules.has(`lib/${path}.ts`), path);
});

for (const [index, platform] of ["devices", "Node"].entries()) {
	test(`no code of the library stands in two bundles for ${platform}`, (t) => {
		const owners = new Map<string, string>();
		for (const [name, pair] of Object.entries(entries)) {
			for (const text of libraryCode(pair[index])) {
				t.is(owners.get(text), undefined, `${name} has ${text}`);
				owners.set(text, name);
			}
		}
		t.true(owners.size > 100, `${owners.size} declarations`);
	});
}

test("each entry is Node's bundle on Node and the devices' under the condition \"moddable\"", async (t) => {
	const resolved = async (...options: string[]): Promise<unknown> => {
		const script = `console.log(JSON.stringify(${JSON.stringify(Object.keys(entries))}.map((name) => import.meta.resolve(name))))`;
		const { stdout } = await run(process.execPath, [...options, "--input-type=module", "--eval", script], { cwd: root });
		return JSON.parse(stdout);
	};
	const pairs = Object.values(entries);
	t.deepEqual(await resolved(), pairs.map(([, node]) => pathToFileURL(join(root, node)).href));
	t.deepEqual(await resolved("--conditions=moddable"), pairs.map(([device]) => pathToFileURL(join(root, device)).href));

	/** What each entry exports on Node. `PageKey` is for live records, and has no declaration. */
	const exported: Readonly<Record<string, string>> = {
		"": "ClientResponse DEFAULT_LIMITS FilePreferences RecordsClient Resolver TCP TLSSocket network parseJSON text timers", "/http-client": "overHTTPClient",
		"/abort": "AbortController", "/batch": "Batch", "/files": "download upload", "/filter": "filter", "/health": "Health", "/lists": "PageKey eachRecord getFirst getFullList", "/live": "LiveRecords",
		"/outbox": "DEFAULT_OUTBOX_LIMITS Outbox", "/outbox/files": "Directory FileStorage", "/outbox/ram": "RamStorage", "/wifi": "DEFAULT_WIFI_LIMITS StayConnected", "/wifi/ready": "default"
	};
	for (const name of Object.keys(entries).filter((each) => !each.includes("/internal")))
		t.is(Object.keys(await import(name) as object).sort().join(" "), exported[name.slice("records-client".length)], name);
});

/** The folder of lib/ that an entry's code is in. */
function folderOf(name: string): string {
	return `lib/${name.replace(/^records-client\/(?:internal\/)?/, "").split("/")[0]}/`;
}

const withManifest = allEntries.filter(({ manifest }) => manifest !== undefined);

test("the code of an entry's folder is in the bundles of its entries alone", (t) => {
	for (const { device, name } of withManifest) {
		const own = Object.entries(entries).filter(([other]) => folderOf(other) === folderOf(name)).flatMap(([, pair]) => pair);
		// On Node the client itself takes signals.
		const others = coded.filter((bundle) => !own.includes(bundle) && !(name === "records-client/abort" && bundle === "dist/node-internal.js"));
		for (const bundle of others)
			t.deepEqual(sourceMap(bundle).sources.map(sourcePath).filter((path) => path.startsWith(folderOf(name)) || path === device), [], `${name} in ${bundle}`);
	}
	for (const manifest of ["manifest.json", "manifests/http.json"])
		t.false(withManifest.some(({ name }) => read(manifest).includes(`"${name}"`)), manifest);
});

/** What a manifest includes of the package, itself among it. */
function included(path: string): string[] {
	const { include = [] } = json(path);
	return [path, ...(include as string[]).filter((other) => other.startsWith("./")).flatMap((other) => included(posix.join(dirname(path), other)))];
}

for (const { name } of withManifest) {
	test(`the manifest of ${name} has its bundle, preloaded but on Linux, and the manifests of what that imports`, (t) => {
		const path = `manifests/${shortName(name)}.json`;
		const { modules, platforms } = json(path);
		const { lin, ...others } = platforms;
		t.is((modules[name] ?? others["..."].modules[name]) as unknown, `../dist/${shortName(name)}`);
		t.is(lin.preload, undefined);
		t.is((others["..."] ?? others.esp32).preload, name);
		const reached = included(path);
		const wanted = imports(`dist/${shortName(name)}.js`).filter((other) => withManifest.some((entry) => entry.name === other)).map((other) => `manifests/${shortName(other)}.json`);
		t.deepEqual(wanted.filter((other) => !reached.includes(other)), []);
	});
}

test("what a device's health says of the library is the package's version", (t) => {
	t.true(read("lib/health/health.ts").includes(`const VERSION = "${json("package.json").version}"`));
});

test("the program of the package needs Node alone, and begins as a program does", (t) => {
	t.true(imports("dist/ca.js").every((name) => name.startsWith("node:")));
	t.true(read("dist/ca.js").startsWith("#!/usr/bin/env node\n"));
});
