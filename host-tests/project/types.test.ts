import { readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";
import test from "ava";
import ts from "typescript";
import { Collection } from "../../lib/collection.js";
import { projectRoot } from "../../service/project.js";
import { tableOf } from "./readme/blocks.js";

const root = projectRoot();
const entries = { firmware: "dist/records-client.d.ts", node: "dist/node.d.ts" } as const;

const programs = new Map<string, ts.Program>();

/** The project as its tsconfig.json says, each project being a folder of its own as a user's would. Made once: the compiler takes a second for each. */
function program(project: string, options: ts.CompilerOptions = {}): ts.Program {
	const key = project + JSON.stringify(options);
	const made = programs.get(key) ?? makeProgram(project, options);
	programs.set(key, made);
	return made;
}

function makeProgram(project: string, options: ts.CompilerOptions): ts.Program {
	const path = join(root, "host-tests", "project", "types", project, "tsconfig.json");
	const config = ts.getParsedCommandLineOfConfigFile(path, options, {
		...ts.sys,
		onUnRecoverableConfigFileDiagnostic(diagnostic) {
			throw new Error(describe([diagnostic]));
		}
	});
	return ts.createProgram(config!.fileNames, config!.options);
}

function describe(diagnostics: readonly ts.Diagnostic[]): string {
	return ts.formatDiagnostics(diagnostics, {
		getCanonicalFileName: (name) => name,
		getCurrentDirectory: () => root,
		getNewLine: () => "\n"
	});
}

function declarations(made: ts.Program, entry: string): ts.SourceFile {
	const file = made.getSourceFile(join(root, entry).replaceAll(sep, "/"));
	if (file === undefined)
		throw new Error(`"records-client" is not ${entry} but ${made.getSourceFiles().map(({ fileName }) => relative(root, fileName)).join(", ")}`);
	return file;
}

/** Whether a member is private, by its name or by its modifier: it is declared without a type then. */
function isPrivate(node: ts.Node): boolean {
	return ts.isClassElement(node)
		&& (node.name?.kind === ts.SyntaxKind.PrivateIdentifier || (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Private) !== 0);
}

/** The members of the client that docs/api.md has in its table of calls, but for what other entries export. */
function documentedMembers(): string[] {
	const calls = tableOf("docs/api.md", "Call").map(([call]) => call).filter((call) => !call.includes("records-client/"));
	const names = calls.flatMap((call) => [...call.matchAll(/`(\w+)[^`]*`/g)].map(([, name]) => name));
	return [...new Set(names)].filter((name) => name !== "new").sort();
}

/** Everything declared below a node that has a type: members, parameters, results, type arguments. */
function findAny(checker: ts.TypeChecker, node: ts.Node, found: string[] = []): string[] {
	const typed = ts.isTypeNode(node) && !ts.isTemplateLiteralTypeSpan(node) || ts.isParameter(node) || ts.isVariableDeclaration(node) || ts.isPropertySignature(node)
		|| ts.isPropertyDeclaration(node) || ts.isAccessor(node);
	if (typed && !isPrivate(node) && (checker.getTypeAtLocation(node).flags & ts.TypeFlags.Any) !== 0)
		found.push(node.getText());
	if (isPrivate(node))
		return found;
	if ((ts.isMethodDeclaration(node) || ts.isMethodSignature(node) || ts.isFunctionDeclaration(node)) && node.type === undefined)
		found.push(node.getText());
	ts.forEachChild(node, (child) => void findAny(checker, child, found));
	return found;
}

for (const [name, options] of Object.entries({
	node16: { module: ts.ModuleKind.Node16, moduleResolution: ts.ModuleResolutionKind.Node16 },
	nodenext: { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext },
	bundler: { module: ts.ModuleKind.Preserve, moduleResolution: ts.ModuleResolutionKind.Bundler }
})) {
	test(`node: a user's code compiles with moduleResolution "${name}", by the declarations for Node`, (t) => {
		const made = program("node", options);
		t.is(describe(ts.getPreEmitDiagnostics(made)), "");
		const files = made.getSourceFiles().map(({ fileName }) => relative(root, fileName).replaceAll(sep, "/")).filter((path) => path.startsWith("dist/"));
		t.deepEqual(files.sort(), ["dist/files.d.ts", "dist/filter.d.ts", "dist/lists.d.ts", "dist/node-live.d.ts", "dist/node-outbox-files.d.ts", "dist/node-outbox.d.ts", "dist/node-wifi.d.ts", "dist/node.d.ts", "dist/outbox-ram.d.ts", "dist/wifi-ready.d.ts"].filter((path) => files.includes(path)));
		t.true(["dist/lists.d.ts", "dist/node.d.ts", "dist/node-outbox.d.ts", "dist/node-outbox-files.d.ts"].every((path) => files.includes(path)), files.join(" "));
	});
}

for (const [project, entry] of Object.entries(entries)) {
	test(`${project}: a user's code compiles and its mistakes are found`, (t) => {
		const made = program(project);
		t.is(declarations(made, entry).fileName, join(root, entry).replaceAll(sep, "/"));
		t.is(describe(ts.getPreEmitDiagnostics(made)), "");
	});

	test(`${project}: the declarations are right by themselves`, (t) => {
		// The SDK's typings are not, so that the project at large skips them.
		const made = program(project, { skipLibCheck: false });
		const file = declarations(made, entry);
		t.is(describe([...made.getSyntacticDiagnostics(file), ...made.getSemanticDiagnostics(file)]), "");
	});

	test(`${project}: so are those of every other entry`, (t) => {
		const files = readdirSync(join(root, "dist")).filter((name) => name.endsWith(".d.ts") && name.startsWith("node") === (project === "node")).map((name) => join(root, "dist", name));
		t.true(files.length >= 3, files.join());
		const made = ts.createProgram(files, { ...program(project).getCompilerOptions(), skipLibCheck: false });
		for (const path of files) {
			const file = made.getSourceFile(path);
			t.is(describe([...made.getSyntacticDiagnostics(file), ...made.getSemanticDiagnostics(file)]), "", path);
		}
	});

	test(`${project}: nothing public is of type any`, (t) => {
		const made = program(project);
		t.deepEqual(findAny(made.getTypeChecker(), declarations(made, entry)), []);
	});

	test(`${project}: the declarations import nothing and hold nothing internal`, (t) => {
		const file = declarations(program(project), entry);
		t.deepEqual(ts.preProcessFile(file.text, true, true).importedFiles.map(({ fileName }) => fileName), []);
		t.deepEqual(file.referencedFiles, []);
		t.deepEqual(file.typeReferenceDirectives, []);
		t.notRegex(file.text, /@internal|retryBase/);
		t.notRegex(file.text, /\w\$\d/, "a name that the bundler made");
		t.notRegex(file.text, /\b(Configuration|Connection|ConnectionOwner|Exchange|RequestScheduler|Session|TokenStore|ReceiveBuffer)\b/);
	});

	test(`${project}: each public class has the members that its users are told of, and no others`, (t) => {
		const made = program(project);
		const checker = made.getTypeChecker();
		const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(declarations(made, entry))!);
		const members = (name: string): string[] => {
			const symbol = exported.find((candidate) => candidate.name === name)!;
			const properties = checker.getDeclaredTypeOfSymbol(symbol).getProperties().filter(({ valueDeclaration: declaration }) =>
				declaration === undefined || !isPrivate(declaration));
			return properties.map((property) => property.name).sort();
		};
		for (const name of ["SuccessResponse", "FailureResponse"])
			t.deepEqual(members(name), ["body", "error", "json", "kind", "ok", "statusCode"]);
		t.deepEqual(members("RecordsClient"), documentedMembers());
		t.deepEqual(members("Collection"), Object.getOwnPropertyNames(Collection.prototype).filter((member) => member !== "constructor").sort());
		const values = exported.filter((symbol) => checker.getAliasedSymbol(symbol).flags & ts.SymbolFlags.Value);
		t.deepEqual(values.map(({ name }) => name).sort(), {
			firmware: ["ClientResponse", "DEFAULT_LIMITS", "RecordsClient", "Resolver", "TLSSocket", "network", "parseJSON", "text", "timers"],
			node: ["ClientResponse", "DEFAULT_LIMITS", "FilePreferences", "RecordsClient", "Resolver", "TCP", "TLSSocket", "network", "parseJSON", "text", "timers"]
		}[project]);
	});
}
