import ts from "typescript";

/** One small change of a module's text. */
export interface Mutant {
	/** Offset of the text that is replaced. */
	readonly start: number;
	readonly old: string;
	readonly new: string;
	/** What kind of change it is. */
	readonly mutator: string;
}

/** Operators, and what each becomes. */
const operators = new Map<string, readonly [to: string, mutator: string]>(Object.entries({
	"<": ["<=", "boundary"], "<=": ["<", "boundary"], ">": [">=", "boundary"], ">=": [">", "boundary"],
	"===": ["!==", "equality"], "!==": ["===", "equality"], "==": ["!=", "equality"], "!=": ["==", "equality"],
	"&&": ["||", "logical"], "||": ["&&", "logical"], "??": ["&&", "logical"],
	"+": ["-", "arithmetic"], "-": ["+", "arithmetic"], "*": ["/", "arithmetic"], "/": ["*", "arithmetic"], "%": ["*", "arithmetic"],
	"&": ["|", "bits"], "|": ["&", "bits"], "^": ["&", "bits"], "<<": [">>", "bits"], ">>": ["<<", "bits"], ">>>": ["<<", "bits"],
	"+=": ["-=", "assignment"], "-=": ["+=", "assignment"], "|=": ["&=", "assignment"], "&=": ["|=", "assignment"],
	"++": ["--", "assignment"], "--": ["++", "assignment"]
}));

/**
 * Every mutant of a module of JavaScript.
 * @param code as the compiler writes it, so that offsets are those of V8's coverage
 */
export function mutantsOf(code: string): Mutant[] {
	const source = ts.createSourceFile("module.js", code, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
	const mutants: Mutant[] = [];

	function add(node: ts.Node, text: string, mutator: string): void {
		mutants.push({ start: node.getStart(source), old: node.getText(source), new: text, mutator });
	}

	function addOperator(token: ts.Node, text: string): void {
		const found = operators.get(text);
		if (found !== undefined)
			add(token, ...found);
	}

	function negate(condition: ts.Expression | undefined): void {
		if (condition !== undefined)
			add(condition, `!(${condition.getText(source)})`, "condition");
	}

	function visit(node: ts.Node): void {
		if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node))
			return;
		if (ts.isIfStatement(node) || ts.isWhileStatement(node) || ts.isDoStatement(node))
			negate(node.expression);
		else if (ts.isConditionalExpression(node) || ts.isForStatement(node))
			negate(node.condition);
		else if (ts.isBinaryExpression(node) && !isJoining(node))
			addOperator(node.operatorToken, node.operatorToken.getText(source));
		else if (ts.isPrefixUnaryExpression(node))
			visitPrefix(node);
		else if (ts.isPostfixUnaryExpression(node))
			add(node, node.operand.getText(source) + (node.operator === ts.SyntaxKind.PlusPlusToken ? "--" : "++"), "assignment");
		else if (node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword)
			add(node, String(node.kind === ts.SyntaxKind.FalseKeyword), "boolean");
		else if (ts.isNumericLiteral(node))
			add(node, String(changed(Number(node.text), node.getStart(source))), "number");
		else if (ts.isStringLiteralLike(node) && !isName(node))
			add(node, node.text === "" ? '"mutant"' : '""', "text");
		else if (ts.isTemplateExpression(node))
			add(node, '""', "text");
		else if (ts.isReturnStatement(node) && node.expression !== undefined && node.expression.getText(source) !== "undefined")
			add(node, "return;", "return");
		else if (isRemovable(node))
			add(node, ";", "statement");
		ts.forEachChild(node, visit);
	}

	function visitPrefix(node: ts.PrefixUnaryExpression): void {
		const operand = node.operand.getText(source);
		if (node.operator === ts.SyntaxKind.ExclamationToken)
			add(node, operand, "condition");
		else if (node.operator === ts.SyntaxKind.MinusToken)
			add(node, operand, "arithmetic");
		else if (node.operator === ts.SyntaxKind.PlusPlusToken || node.operator === ts.SyntaxKind.MinusMinusToken)
			add(node, (node.operator === ts.SyntaxKind.PlusPlusToken ? "--" : "++") + operand, "assignment");
	}

	visit(source);
	return mutants;
}

/** Another number: each is one more or one less, by where it stands. */
function changed(value: number, position: number): number {
	return value === 0 || position % 2 === 0 ? value + 1 : value - 1;
}

/** Whether a "+" joins texts: with "-" it would be no number whatever runs, which any test finds. */
function isJoining({ left, operatorToken, right }: ts.BinaryExpression): boolean {
	return (operatorToken.kind === ts.SyntaxKind.PlusToken || operatorToken.kind === ts.SyntaxKind.PlusEqualsToken) && [left, right].some(isText);
}

function isText(node: ts.Expression): boolean {
	return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) || ts.isBinaryExpression(node) && isJoining(node);
}

/** Whether a text is a property's name. */
function isName(node: ts.StringLiteralLike): boolean {
	const { parent } = node;
	return (ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent) || ts.isMethodDeclaration(parent)) && parent.name === node;
}

function isRemovable(node: ts.Node): boolean {
	if (ts.isExpressionStatement(node))
		return !(ts.isCallExpression(node.expression) && node.expression.expression.kind === ts.SyntaxKind.SuperKeyword);
	return ts.isThrowStatement(node) || ts.isBreakStatement(node) || ts.isContinueStatement(node);
}

/** The module with a mutant in it. */
export function mutated(code: string, mutant: Mutant): string {
	return code.slice(0, mutant.start) + mutant.new + code.slice(mutant.start + mutant.old.length);
}
