import { walk } from "estree-walker";
import MagicString from "magic-string";
import { isName } from "./names.mjs";

const loops = ["DoWhileStatement", "ForInStatement", "ForOfStatement", "ForStatement", "WhileStatement"];

function isFunction({ type }) {
	return /Function/.test(type);
}

/** Names of properties that may change: that are assigned elsewhere than in a constructor, or that are accessors. */
function changingOf(program) {
	const changing = new Set();
	let constructors = 0;
	walk(program, {
		enter(node) {
			const { kind, key, type } = node;
			if (type === "MethodDefinition" && kind === "constructor")
				constructors++;
			else if ((type === "MethodDefinition" || type === "Property") && (kind === "get" || kind === "set"))
				changing.add(key.name);
			const target = type === "AssignmentExpression" ? node.left : type === "UpdateExpression" || type === "UnaryExpression" && node.operator === "delete" ? node.argument : undefined;
			if (target?.type === "MemberExpression" && !target.computed && (constructors === 0 || target.object.type !== "ThisExpression"))
				changing.add(target.property.name);
		},
		leave({ kind, type }) {
			if (type === "MethodDefinition" && kind === "constructor")
				constructors--;
		}
	});
	return changing;
}

/** Uses of a variable in the function that declares it; undefined when one of them is in a loop or a function within. */
function usesOf(name, scope) {
	const uses = [];
	let inner = 0;
	walk(scope, {
		enter(node, parent) {
			if (node !== scope && (isFunction(node) || loops.includes(node.type)))
				inner++;
			if (node.type === "Identifier" && node.name === name && !isName(node, parent))
				uses.push({ node, parent, isInner: inner > 0 });
		},
		leave(node) {
			if (node !== scope && (isFunction(node) || loops.includes(node.type)))
				inner--;
		}
	});
	return uses;
}

/**
 * Reads a property where it is used in place of a constant that holds it, `this.a` for `a` after `const a = this.a`, up to
 * four times, outside of loops and of functions within, if the bundle assigns the property in constructors alone: to XS a
 * constant takes ten bytes and five steps, each such reading two bytes and a step more than a constant's. Not in a
 * class that extends one of another module, whose assignments are not seen.
 */
export const aliases = {
	name: "aliases",
	renderChunk(code) {
		const program = this.parse(code);
		const changing = changingOf(program);
		const text = new MagicString(code);
		const functions = [];
		const own = new Set(program.body.map(({ id }) => id?.name));
		let strangers = 0;

		function isStrange({ superClass, type }) {
			return /^Class(Declaration|Expression)$/.test(type) && superClass != null && !own.has(superClass.name);
		}

		function inline(declarator, declaration, isConstructor) {
			const { id, init } = declarator;
			const scope = functions.at(-1);
			if (strangers > 0 || isConstructor || init?.type !== "MemberExpression" || init.object.type !== "ThisExpression" || init.computed || changing.has(init.property.name))
				return false;
			const uses = usesOf(id.name, scope).filter(({ node }) => node !== id);
			if (uses.length === 0 || uses.length > 4 || uses.some(({ isInner, parent }) => isInner || parent.type === "CatchClause" || parent.type === "VariableDeclarator" && parent.id.name === id.name))
				return false;
			for (const { node, parent } of uses)
				text.overwrite(node.start, node.end, parent.type === "Property" && parent.shorthand ? `${id.name}: ${code.slice(init.start, init.end)}` : code.slice(init.start, init.end));
			return true;
		}

		const methods = [];
		walk(program, {
			enter(node, parent) {
				if (isStrange(node))
					strangers++;
				if (isFunction(node)) {
					functions.push(node);
					methods.push(parent.type === "MethodDefinition" && parent.kind === "constructor");
				}
				if (node.type !== "VariableDeclaration" || node.kind !== "const" || functions.length === 0 || loops.includes(parent.type))
					return;
				const kept = node.declarations.filter((declarator) => !inline(declarator, node, methods.at(-1)));
				if (kept.length === node.declarations.length)
					return;
				if (kept.length === 0) {
					text.remove(node.start, node.end);
					return;
				}
				const gone = node.declarations.filter((declarator) => !kept.includes(declarator));
				for (const declarator of gone) {
					const index = node.declarations.indexOf(declarator);
					const after = node.declarations[index + 1];
					if (after !== undefined)
						text.remove(declarator.start, after.start);
					else
						text.remove(kept.at(-1).end, declarator.end);
				}
			},
			leave(node) {
				if (isStrange(node))
					strangers--;
				if (isFunction(node)) {
					functions.pop();
					methods.pop();
				}
			}
		});
		return { code: text.toString(), map: text.generateMap() };
	}
};
