import { walk } from "estree-walker";
import { minify } from "terser";
import { rewriting } from "./code.mjs";

/** Only what works out constants and leaves out what nobody uses: the rest of terser makes texts short, which XS doesn't need. */
const options = {
	module: true,
	ecma: 2022,
	keep_classnames: true,
	keep_fnames: true,
	compress: { defaults: false, dead_code: true, evaluate: true, if_return: true, reduce_vars: true, toplevel: true, unused: true },
	mangle: false,
	format: { beautify: true, comments: false },
	sourceMap: { asObject: true }
};

/** A function that terser does not know. What is its argument stays apart. */
const apart = "$apart$";

function isText({ left, operator, right, type, value }) {
	return type === "Literal" ? typeof value === "string" : type === "TemplateLiteral" || type === "UnaryExpression" && operator === "typeof"
		|| type === "BinaryExpression" && operator === "+" && (isText(left) || isText(right));
}

/** Whether two operands of sums next to each other may be constants, and neither is a text, with which it does not matter what is added first. */
function areUnclear(...operands) {
	return operands.every((operand) => /^(?:Identifier|Literal|(?:Binary|Conditional|Logical|Sequence|Unary)Expression)$/.test(operand.type) && !isText(operand));
}

function isSum({ operator, type }) {
	return type === "BinaryExpression" && operator === "+";
}

function firstOf(sum) {
	return isSum(sum) ? firstOf(sum.left) : sum;
}

/** Terser takes `text + a + 1 + 2` for `text + a + 3`, and a function that is used once out of the constant that it has its name of. */
const keepApart = rewriting("keep-apart", (code) => {
	function keep({ end, start }) {
		code.text.prependRight(start, `${apart}(`);
		code.text.appendLeft(end, ")");
	}
	walk(code.program, {
		enter({ id, init, left, operator, right, type }) {
			if (isSum({ operator, type }) && isSum(left) && areUnclear(left.right, firstOf(right)))
				keep(right);
			else if (type === "VariableDeclarator" && id.type === "Identifier" && /^(?:Arrow)?Function|^Class/.test(init?.type))
				keep(init);
		}
	});
});

const bringBack = rewriting("bring-back", (code) => {
	walk(code.program, {
		enter({ argument, callee, operator, type }) {
			// The parentheses stay.
			if (type === "CallExpression" && callee.name === apart)
				code.text.remove(callee.start, callee.end);
			// Terser's undefined; null takes a byte less than 0.
			else if (type === "UnaryExpression" && operator === "void" && argument.value === 0)
				code.text.overwrite(argument.start, argument.end, "null");
		}
	});
});

/** Puts constants in the place of their names, by terser: to XS each takes bytecode of its own, and of each function that reads it. */
export const constants = [keepApart, { name: "constants", renderChunk: (code) => minify(code, options) }, bringBack];
