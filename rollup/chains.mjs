import { walk } from "estree-walker";
import MagicString from "magic-string";

/** The value that `this.a = value;` assigns, if it is the same wherever it is written; undefined for anything else. */
function valueOf({ expression, type }) {
	if (type !== "ExpressionStatement" || expression.type !== "AssignmentExpression" || expression.operator !== "=")
		return undefined;
	const { left, right } = expression;
	if (left.type !== "MemberExpression" || left.computed || left.object.type !== "ThisExpression")
		return undefined;
	if (right.type === "Literal" && right.regex === undefined)
		return right.raw;
	return right.type === "UnaryExpression" && right.operator === "void" ? "void 0" : undefined;
}

/**
 * Writes properties that get the same constant one after the other as one statement, `this.a = this.b = 0`: XS evaluates the
 * constant once. They come into being in the reverse order. Not in a bundle with setters.
 */
export const chains = {
	name: "chains",
	renderChunk(code) {
		const program = this.parse(code);
		const text = new MagicString(code);
		let hasSetters = false;
		walk(program, {
			enter({ body, kind }) {
				hasSetters ||= kind === "set";
				if (!Array.isArray(body))
					return;
				body.slice(1).forEach((statement, index) => {
					const before = body[index];
					const value = valueOf(statement);
					if (value !== undefined && value === valueOf(before))
						text.overwrite(before.expression.right.start, statement.start, "");
				});
			}
		});
		return hasSetters ? null : { code: text.toString(), map: text.generateMap() };
	}
};
