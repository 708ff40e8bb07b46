/** The English of pages, docstrings and error texts: habits that this project has had and that make a newcomer read twice. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import ts from "typescript";
import { projectRoot } from "../../service/project.js";

interface Habit {
	readonly name: string;
	readonly pattern: RegExp;
	readonly example: string;
	/** Uses that are good English. */
	readonly exceptions: readonly string[];
}

/** What may stand before a service or a device; there "behind" is the usual word. */
const front = "(?:a |an |the )?(?:reverse |user's )?(?:caddy|captive|cdn|cloudflare|firewall|front|gateway|haproxy|load balancer|nat|nginx|prox(?:y|ies)|router|traefik)";

const habits: readonly Habit[] = [
	{ name: "say, report, return or know", pattern: /\b(?:tells?|told)\b(?! apart)/gi, example: "the app is told of it", exceptions: ["An error is told apart from an end."] },
	{ name: "is not one, is invalid", pattern: /(?<!there )\b(?:is|are) none\b/gi, example: "a path that is none", exceptions: ["undefined when there is none"] },
	{ name: "after", pattern: new RegExp(`\\bbehind\\b(?! ${front})`, "gi"), example: "the bytes behind it", exceptions: ["A create behind nginx, behind a CDN or behind Cloudflare's heads."] },
	{ name: "again", pattern: /(?<!-)\banew\b(?!-)/gi, example: "it is read anew", exceptions: ["docs/decisions/0065-ids-begin-anew-with-each-start.md"] },
	{ name: "except", pattern: /\bbut for\b/gi, example: "all but for the last", exceptions: [] },
	{ name: "the thing itself at the beginning", pattern: /^(?:In which|On which|Whose|Which of|So many|Of (?:an?|the|what))\b/g, example: "In which nothing is asked.", exceptions: ["Of each address 60 readings may wait."] },
	{ name: "by itself", pattern: /\bof its own accord\b/gi, example: "it ends of its own accord", exceptions: ["by itself"] },
	{
		name: "a noun as the subject", pattern: /(?<=^|[.:!] |\*\* )What (?:(?!is wrong|to do)[\w`'()]+ ){1,9}(?:is|are|may|must|stays?|ends?|counts?|goes|leaves|becomes|waits)\b(?=[^?:]*\.)/g,
		example: "What is stored stays until then.", exceptions: ["What is wrong with it, \"\" for nothing.", "What can you do?", "What a log-in needs."]
	}
];

const root = projectRoot();

function habitsOf(text: string): readonly string[] {
	return habits.flatMap(({ name, pattern }) => [...text.matchAll(pattern)].map(({ index }) => `${name}: …${text.slice(Math.max(0, index - 30), index + 50)}…`));
}

function filesIn(folder: string, ending: RegExp): readonly string[] {
	return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).filter((path) => ending.test(path)).map((path) => join(folder, path).replaceAll("\\", "/")).sort();
}

/** Paragraphs, items and rows of a page; its code blocks are tested elsewhere. */
function proseOf(page: string): readonly string[] {
	return page.replace(/^```[^]*?^```/gm, "").replace(/\]\([^)]*\)/g, "]").split("\n").map((line) => line.replace(/^[-\s|#*]+/, ""));
}

/** Comments, each as one line, and string literals of a source. */
function textsOf(source: string): readonly string[] {
	const texts: string[] = [];
	const file = ts.createSourceFile("a.ts", source, ts.ScriptTarget.Latest, true);
	const visit = (node: ts.Node): void => {
		if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node))
			texts.push(node.text);
		ts.forEachChild(node, visit);
	};
	visit(file);
	const scanner = ts.createScanner(ts.ScriptTarget.Latest, false, ts.LanguageVariant.Standard, source);
	for (let kind = scanner.scan(); kind !== ts.SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
		if (kind === ts.SyntaxKind.MultiLineCommentTrivia || kind === ts.SyntaxKind.SingleLineCommentTrivia)
			texts.push(scanner.getTokenText().replace(/^\/[*/]+\s*|\s*\*\/$/g, "").replace(/\n\s*\* ?/g, " "));
	}
	return texts;
}

for (const { name, pattern, example, exceptions } of habits) {
	test(`"${name}" is asked for where it should stand, and only there`, (t) => {
		t.regex(example, pattern);
		t.deepEqual(exceptions.flatMap(habitsOf), []);
	});
}

test("comments and texts are found in a source", (t) => {
	t.deepEqual(textsOf("/** A\n * b. */\nconst c = \"d e\"; // f\nconst g = `h ${c} i`;\n"), ["d e", "h ", " i", "A b.", "f"]);
});

test("the pages are free of these habits", (t) => {
	const pages = [...readdirSync(root).filter((name) => name.endsWith(".md") && name !== "CHANGELOG.md"), ...filesIn("docs", /\.md$/), ...filesIn("device-tests/board", /\.md$/), "host-tests/README.md", "kit/README.md"];
	t.true(pages.length >= 40, String(pages.length));
	t.deepEqual(pages.flatMap((page) => proseOf(readFileSync(join(root, page), "utf8")).flatMap(habitsOf).map((habit) => `${page}: ${habit}`)), []);
});

test("docstrings, comments and error texts of the library are free of these habits", (t) => {
	const sources = [...filesIn("lib", /\.ts$/), ...filesIn("host", /\.ts$/)];
	t.true(sources.length >= 60, String(sources.length));
	t.deepEqual(sources.flatMap((path) => textsOf(readFileSync(join(root, path), "utf8")).flatMap(habitsOf).map((habit) => `${path}: ${habit}`)), []);
});
