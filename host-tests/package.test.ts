import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { SourceMap, type SourceMapPayload } from "node:module";
import { dirname, join, posix, relative, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import test from "ava";
import ts from "typescript";
import { projectRoot } from "../service/project.js";

const root = projectRoot();
const run = promisify(execFile);
const bundles = ["dist/records-client.js", "dist/node.js"] as const;
const dependencyKinds = ["dependencies", "optionalDependencies", "peerDependencies", "bundleDependencies", "bundledDependencies"];

interface PackedFile {
	readonly path: string;
	/** Bytes. */
	readonly size: number;
}

interface Packed {
	/** Bytes to download. */
	readonly size: number;
	/** Bytes on the disk. */
	readonly unpackedSize: number;
	readonly files: readonly PackedFile[];
}

let packed: Packed;

test.before(async (t) => {
	t.timeout(60_000);
	const options = { cwd: root, shell: process.platform === "win32" };
	const { stdout } = await run("npm", ["pack", "--dry-run", "--json", "--ignore-scripts", "--offline"], options);
	[packed] = JSON.parse(stdout) as [Packed];
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

function imports(path: string): string[] {
	return [...new Set(ts.preProcessFile(read(path), true, true).importedFiles.map(({ fileName }) => fileName))].sort();
}

function library(): string[] {
	return readdirSync(join(root, "lib"), { recursive: true, encoding: "utf8" })
		.filter((name) => name.endsWith(".ts")).map((name) => `lib/${name.replaceAll(sep, "/")}`);
}

/** Each declaration of a bundle that comes from a library module: "module: text", in order. */
function libraryCode(bundle: string): string[] {
	const file = ts.createSourceFile(bundle, read(bundle), ts.ScriptTarget.Latest);
	const map = new SourceMap(sourceMap(bundle));
	const found: string[] = [];
	for (const statement of file.statements) {
		if (ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement))
			continue;
		const text = statement.getText(file);
		const start = file.getLineAndCharacterOfPosition(statement.getStart(file));
		const end = file.getLineAndCharacterOfPosition(statement.getEnd());
		// The last mapping in the statement; one further up would be another statement's.
		const entry = map.findEntry(end.line, end.character);
		if (!("originalSource" in entry) || entry.generatedLine < start.line)
			throw new Error(`${bundle}:${start.line + 1} has no source: ${text}`);
		const source = sourcePath(entry.originalSource);
		// Of the texts for TLS each platform has those that it can tell.
		if (source.startsWith("lib/") && !source.startsWith("lib/moddable") && source !== "lib/tls-error.ts")
			found.push(`${source}: ${text}`);
	}
	return found;
}

test("the package holds the bundles, their sources, the manifest and its texts, and nothing else", (t) => {
	const paths = packed.files.map(({ path }) => path);
	const names = ["records-client", "node"].flatMap((name) => [`${name}.d.ts`, `${name}.js`, `${name}.js.map`]);
	const standIns = Object.keys(json("manifest-http.json").modules).filter((name) => name !== "records-client");
	const dist = [...names, ...standIns.flatMap((name) => [`without-tls/${name}.js`, `without-tls/${name}.js.map`])].map((name) => `dist/${name}`);
	const texts = ["README.md", "LICENSE", "CHANGELOG.md"].filter((name) => existsSync(join(root, name)));
	const sources = new Set(bundles.flatMap((bundle) => sourceMap(bundle).sources.map(sourcePath)));
	const host = [...sources].filter((path) => path.startsWith("host/"));
	t.deepEqual([...paths].sort(), [...dist, ...library(), ...host, ...texts, "manifest.json", "manifest-http.json", "package.json"].sort());
});

test("no file of the package is heavier than the library itself, and all of it is light", (t) => {
	const heaviest = Math.max(...packed.files.filter(({ path }) => bundles.some((bundle) => bundle === path)).map(({ size }) => size));
	for (const { path, size } of packed.files)
		t.true(size <= heaviest, `${path}: ${size} bytes`);
	t.true(packed.size < 300_000, `${packed.size} bytes to download`);
	t.true(packed.unpackedSize < 1_250_000, `${packed.unpackedSize} bytes on the disk`);
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
		t.regex(version, /^\d+\.\d+\.\d+$/, name);
		t.is(packages[`node_modules/${name}`].version, version, name);
	}
	t.deepEqual(packages[""].devDependencies, devDependencies);
	for (const kind of dependencyKinds)
		t.is(packages[""][kind], undefined, kind);
	t.deepEqual(Object.keys(packages).filter((path) => packages[path].resolved !== undefined), []);
	// Binaries for other platforms than the one the lockfile was made on have no sum there.
	const unsummed = Object.keys(packages).filter((path) => path !== "" && packages[path].integrity === undefined);
	t.deepEqual(unsummed.filter((path) => !packages[path].optional || packages[path].os === undefined), []);
	for (const [path, { optionalDependencies = {} }] of Object.entries<{ optionalDependencies?: object }>(packages)) {
		for (const name of Object.keys(optionalDependencies))
			t.true(`node_modules/${name}` in packages || `${path}/node_modules/${name}` in packages, `npm ci wants ${name}`);
	}
});

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
	const paths = library().filter((path) => !path.startsWith("lib/moddable"));
	t.true(paths.includes("lib/client.ts") && paths.includes("lib/http/client.ts"));
	for (const path of paths) {
		for (const name of imports(path)) {
			t.regex(name, /^\.\.?\//, path);
			t.true(posix.join(dirname(path), name).startsWith("lib/"), `${path} imports ${name}`);
			t.false(name.includes("/moddable"), path);
		}
	}
});

test("the devices' bundle imports the SDK's modules that it needs and no others; Node's only Node", (t) => {
	t.deepEqual(imports("dist/records-client.js"), [
		"ber", "embedded:io/socket/tcp", "embedded:io/socket/udp", "embedded:network/dns/resolver/udp", "net", "preference", "ssl/alert", "ssl/session",
		"text/encoder", "time", "timer", "x509"
	]);
	for (const name of imports("dist/node.js"))
		t.regex(name, /^node:/);
});

test("the maps name sources that are in the package, and hold none themselves", (t) => {
	const paths = new Set(packed.files.map(({ path }) => path));
	for (const bundle of bundles) {
		const { sources, sourcesContent } = sourceMap(bundle);
		t.true(sources.length > 20, bundle);
		t.deepEqual(sources.map(sourcePath).filter((path) => !paths.has(path)), []);
		t.falsy((sourcesContent as string[] | undefined)?.length);
		t.true(read(bundle).trimEnd().endsWith(`//# sourceMappingURL=${posix.basename(bundle)}.map`));
	}
});

test("the code that runs on Node is, text for text, the code that runs on devices", (t) => {
	const [device, node] = bundles.map(libraryCode);
	t.true(device.length > 50);
	t.deepEqual(node.map((text) => text.split("\n", 1)[0]), device.map((text) => text.split("\n", 1)[0]));
	t.deepEqual(node, device);
	const modules = new Set(device.map((text) => text.slice(0, text.indexOf(":"))));
	for (const path of ["lib/client.ts", "lib/connection.ts", "lib/http/client.ts", "lib/http/response-parser.ts", "lib/token-store.ts"])
		t.true(modules.has(path), path);
	// Nothing in a bundle is from elsewhere.
	for (const source of sourceMap("dist/records-client.js").sources)
		t.regex(sourcePath(source), /^lib\//);
	for (const source of sourceMap("dist/node.js").sources)
		t.regex(sourcePath(source), /^(lib|host)\//);
});

test("\"records-client\" is Node's bundle on Node and the devices' under the condition \"moddable\"", async (t) => {
	const resolved = async (...options: string[]): Promise<string> => {
		const script = "console.log(import.meta.resolve('records-client'))";
		const { stdout } = await run(process.execPath, [...options, "--input-type=module", "--eval", script], { cwd: root });
		return stdout.trim();
	};
	t.is(await resolved(), pathToFileURL(join(root, "dist", "node.js")).href);
	t.is(await resolved("--conditions=moddable"), pathToFileURL(join(root, "dist", "records-client.js")).href);

	const node: Record<string, unknown> = await import("records-client");
	t.deepEqual(Object.keys(node).sort(), [
		"ClientResponse", "DEFAULT_LIMITS", "FilePreferences", "HTTPClient", "HTTPError", "RecordsClient", "Resolver", "TCP", "TLSSocket", "text", "timers"
	]);
});

test("each file that package.json's exports name is in the package", (t) => {
	const paths = new Set(packed.files.map(({ path }) => path));
	const check = (target: unknown): void => {
		if (typeof target === "string")
			t.true(paths.has(posix.normalize(target)), target);
		else
			Object.values(target as object).forEach(check);
	};
	check(json("package.json").exports);
});

test("the manifest maps the module to the bundle, preloads it but on Linux and includes the SDK's manifests only", (t) => {
	const { build, include, modules, platforms, ...rest } = json("manifest.json");
	t.deepEqual(rest, {});
	t.deepEqual(build, { MODULES: "$(MODDABLE)/modules" });
	t.deepEqual(modules, { "records-client": "./dist/records-client" });
	t.deepEqual(platforms, { lin: { creation: { stack: 1024 } }, "...": { preload: "records-client" } });
	for (const [name, path] of Object.entries<string>(modules)) {
		t.true(existsSync(join(root, `${path}.js`)), name);
		t.true(existsSync(join(root, `${path}.d.ts`)), name);
	}
	t.true(include.length > 0);
	for (const path of include as string[])
		t.regex(path, /^\$\(MODDABLE\)\/[\w/]+\.json$/);
});

test("the example includes the library's manifest and lists modules that exist", (t) => {
	const folder = join(root, "examples", "sensor");
	const { include, modules } = json("examples/sensor/manifest.json");
	const own = (include as string[]).filter((path) => !path.startsWith("$("));
	t.deepEqual(own.map((path) => relative(root, join(folder, path))), ["manifest.json"]);
	for (const path of modules["*"] as string[])
		t.true(existsSync(join(folder, `${path}.ts`)), path);
});

test("the manifest without TLS is the other, with a stand-in for each of the SDK's TLS", (t) => {
	const { include, modules, platforms, ...rest } = json("manifest-http.json");
	const whole = json("manifest.json");
	t.deepEqual(rest, { build: whole.build });
	t.deepEqual(include, whole.include.filter((path: string) => !path.includes("/crypt/")));
	const missing = imports("dist/records-client.js").filter((name) => /^(?:ber|ssl\/.*|x509)$/.test(name));
	t.deepEqual(modules, { ...whole.modules, ...Object.fromEntries(missing.map((name) => [name, `./dist/without-tls/${name}`])) });
	t.deepEqual(platforms, { lin: { creation: { stack: 1024 } }, "...": { preload: ["records-client", ...missing] } });
	for (const name of missing)
		t.true(existsSync(join(root, "dist", "without-tls", `${name}.js`)), name);
});
