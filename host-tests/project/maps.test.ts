import { readdirSync, readFileSync } from "node:fs";
import { SourceMap, type SourceMapPayload } from "node:module";
import { join } from "node:path";
import test from "ava";
import ts from "typescript";
import { projectRoot } from "../../service/project.js";

const dist = join(projectRoot(), "dist");
const bundles = readdirSync(dist).filter((name) => name.endsWith(".js.map")).map((name) => name.slice(0, -4));

/** What a call names, and where an engine says that the call is; undefined for a call of what has no name. */
function calleeOf(node: ts.Node, file: ts.SourceFile): { name: string; at: number } | undefined {
	if (!ts.isCallExpression(node) && !ts.isNewExpression(node))
		return undefined;
	let called: ts.Expression = node.expression;
	// `(0, a.b)(c)`
	while (ts.isParenthesizedExpression(called) || ts.isBinaryExpression(called) && called.operatorToken.kind === ts.SyntaxKind.CommaToken)
		called = ts.isParenthesizedExpression(called) ? called.expression : called.right;
	const named = ts.isPropertyAccessExpression(called) ? called.name : ts.isIdentifier(called) ? called : undefined;
	// A name that two modules have is another one in the bundle: `text$1`.
	return named === undefined ? undefined : { name: named.text.replace(/\$\d+$/, ""), at: (ts.isNewExpression(node) ? node : named).getStart(file) };
}

test("98 of a hundred calls of the bundles, and more, are mapped to the line of their source", (t) => {
	const lines = new Map<string, readonly string[]>();
	const wrong: string[] = [];
	let calls = 0;
	for (const bundle of bundles) {
		const file = ts.createSourceFile(bundle, readFileSync(join(dist, bundle), "utf8"), ts.ScriptTarget.Latest);
		const map = new SourceMap(JSON.parse(readFileSync(join(dist, `${bundle}.map`), "utf8")) as SourceMapPayload);
		const visit = (node: ts.Node): void => {
			ts.forEachChild(node, visit);
			const callee = calleeOf(node, file);
			if (callee === undefined)
				return;
			calls++;
			const { character, line } = file.getLineAndCharacterOfPosition(callee.at);
			const entry = map.findEntry(line, character);
			const source = "originalSource" in entry && entry.generatedLine === line ? join(dist, entry.originalSource) : "";
			if (source !== "" && !lines.has(source))
				lines.set(source, readFileSync(source, "utf8").split("\n"));
			if (source === "" || !lines.get(source)![(entry as { originalLine: number }).originalLine].includes(callee.name))
				wrong.push(`${bundle}:${line + 1}: ${callee.name}`);
		};
		visit(file);
	}
	t.true(calls > 3000, `${calls} calls`);
	t.true(wrong.length <= calls * 0.02, `${wrong.length} of ${calls}:\n${wrong.join("\n")}`);
	t.log(`${wrong.length} of ${calls} calls`);
});
