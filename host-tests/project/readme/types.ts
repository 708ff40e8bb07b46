import { join } from "node:path";
import ts from "typescript";
import { projectRoot } from "../../../service/project.js";
import type { Block } from "./blocks.js";
import { asModule } from "./examples.js";

/** What the SDK brings and @moddable/typings does not have. */
const ambient = `
	declare const device: { readonly network: import("records-client/http-client").HTTPClientNetwork };
	declare module "Resource" {
		const Resource: new (name: string) => ArrayBuffer;
		export default Resource;
	}
`;

/**
 * What the compiler says of blocks as modules of firmware or of a program for Node, each line with its place; "" for nothing.
 * @param extension "js" for blocks as JavaScript, whose types are checked as far as they can be inferred
 */
export function checkTypes(blocks: readonly Block[], kind: "firmware" | "node" = "firmware", extension: "ts" | "js" = "ts"): string {
	const folder = join(projectRoot(), "host-tests", "project", "types", kind);
	const config = ts.readConfigFile(join(folder, "tsconfig.json"), (path) => ts.sys.readFile(path));
	const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, folder);
	// Snippets end where the app goes on.
	options.noUnusedLocals = options.noUnusedParameters = false;
	options.allowJs = options.checkJs = extension === "js";
	// What has no type in JavaScript is no fault of a snippet.
	options.noImplicitAny = extension === "ts";
	const host = ts.createCompilerHost(options);
	const texts = new Map(blocks.map((block) => asModule(block, extension)).map(({ text }, index) => [join(folder, `readme-${index}.${extension}`), text]));
	texts.set(join(folder, "readme.d.ts"), ambient);
	const { fileExists, getSourceFile, readFile } = host;
	host.fileExists = (path) => texts.has(path) || fileExists(path);
	host.readFile = (path) => texts.get(path) ?? readFile(path);
	host.getSourceFile = (path, version, ...others) => {
		const text = texts.get(path);
		return text === undefined ? getSourceFile(path, version, ...others) : ts.createSourceFile(path, text, version);
	};
	const names = [...texts.keys()];
	return ts.getPreEmitDiagnostics(ts.createProgram(names, options, host)).map(({ file, messageText, start = 0 }) => {
		const block = blocks[names.indexOf(file?.fileName ?? "")];
		const line = block === undefined || file === undefined ? 0 : file.getLineAndCharacterOfPosition(start).line + asModule(block).line;
		return `${block?.document ?? ""}:${line}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
	}).join("\n");
}

/** The texts of what a module awaits outside functions. */
export function topLevelAwaits(text: string): readonly string[] {
	const found: string[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isFunctionLike(node))
			return;
		if (ts.isAwaitExpression(node) || ts.isForOfStatement(node) && node.awaitModifier !== undefined)
			found.push(node.getText());
		ts.forEachChild(node, visit);
	};
	visit(ts.createSourceFile("snippet.ts", text, ts.ScriptTarget.ES2023, true));
	return found;
}
