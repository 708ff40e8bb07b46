import { walk } from "estree-walker";
import MagicString from "magic-string";

/**
 * The value that `this.a = value;` assigns, if it is the same wherever it is written; undefined for anything else.
 * @param setters names of properties to which an assignment may do anything
 */
function valueOf({ expression, type }, setters) {
	if (type !== "ExpressionStatement" || expression.type !== "AssignmentExpression" || expression.operator !== "=")
		return undefined;
	const { left, right } = expression;
	if (left.type !== "MemberExpression" || left.computed || left.object.type !== "ThisExpression" || setters.has(left.property.name))
		return undefined;
	if (right.type === "Literal" && right.regex === undefined)
		return right.raw;
	return right.type === "UnaryExpression" && right.operator === "void" ? "void 0" : undefined;
}

/**
 * Writes properties that get the same constant one after the other as one statement, `this.a = this.b = 0`: XS evaluates the
 * constant once. They come into being in the reverse order. Not where the bundle has a setter of that name.
 */
export const chains = {
	name: "chains",
	renderChunk(code) {
		const program = this.parse(code);
		const text = new MagicString(code);
		const setters = new Set();
		walk(program, {
			enter({ key, kind }) {
				if (kind === "set")
					setters.add(key.name);
			}
		});
		walk(program, {
			enter({ body }) {
				if (!Array.isArray(body))
					return;
				body.slice(1).forEach((statement, index) => {
					const before = body[index];
					const value = valueOf(statement, setters);
					if (value !== undefined && value === valueOf(before, setters))
						text.overwrite(before.expression.right.start, statement.start, "");
				});
			}
		});
		return { code: text.toString(), map: text.generateMap() };
	}
};
