import { readFileSync } from "node:fs";
import { walk } from "estree-walker";
import MagicString from "magic-string";
import ts from "typescript";
import { isName } from "./names.mjs";

const known = new Map();

/** Names of the private methods that a source has. */
function privateMethods(path) {
	if (!known.has(path)) {
		const names = new Set();
		const visit = (node) => {
			if (ts.isMethodDeclaration(node) && node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword))
				names.add(node.name.text);
			ts.forEachChild(node, visit);
		};
		visit(ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest));
		known.set(path, names);
	}
	return known.get(path);
}

function isFunction({ type }) {
	return /Function/.test(type);
}

/** Calls back with each variable in a node: its identifier, and the node around that. */
function eachVariable(root, found) {
	walk(root, {
		enter(node, parent) {
			if (node.type === "Identifier" && !(parent !== null && isName(node, parent)))
				found(node, parent);
		}
	});
}

function variablesIn(...roots) {
	const names = new Set();
	for (const root of roots)
		eachVariable(root, ({ name }) => names.add(name));
	return names;
}

/** Names of variables that are assigned after they were declared. */
function assignedIn(root) {
	const names = new Set();
	walk(root, {
		enter({ argument, left, type }) {
			const target = type === "AssignmentExpression" || /^For(?:In|Of)/.test(type) ? left : type === "UpdateExpression" ? argument : undefined;
			if (target !== undefined)
				eachVariable(target, ({ name }) => names.add(name));
		}
	});
	return names;
}

/** Names that a function declares in its own scopes, its parameters among them. */
function declaredIn(root) {
	const names = new Set();
	walk(root, {
		enter({ id, param, params, type }) {
			if (type === "VariableDeclarator" || /^(?:Class|Function)Declaration$/.test(type))
				eachVariable(id, ({ name }) => names.add(name));
			for (const pattern of [...params ?? [], ...type === "CatchClause" && param !== null ? [param] : []])
				eachVariable(pattern, ({ name }) => names.add(name));
		}
	});
	return names;
}

/** The function's own `return` statements. */
function returnsOf(root) {
	const found = [];
	walk(root.body, {
		enter(node) {
			if (isFunction(node))
				this.skip();
			else if (node.type === "ReturnStatement")
				found.push(node);
		}
	});
	return found;
}

/** Whether nothing in a function needs to be one: no parameters but names, no `arguments`, no function within, and no native code, which the SDK binds to a function. */
function isPlain({ async, body, generator, params }) {
	let plain = !async && !generator && body.body.length > 0 && params.every(({ type }) => type === "Identifier");
	walk(body, {
		enter(node) {
			plain &&= !isFunction(node) && !/^(?:Class|Super$|MetaProperty)/.test(node.type) && node.name !== "arguments" && node.name !== "native";
		}
	});
	return plain;
}

/** What a statement does with a call that is all of its value. */
function useOf(call, parents) {
	const parent = parents.get(call);
	const around = parents.get(parent);
	switch (parent.type) {
		case "ExpressionStatement":
			return { kind: "ignored", statement: parent };
		case "ReturnStatement":
			return { kind: "returned", statement: parent };
		case "VariableDeclarator":
			return around.declarations.length === 1 && parent.id.type === "Identifier" && parents.get(around).type === "BlockStatement" ? { kind: "kept", statement: around } : { kind: "operand", statement: parent };
		case "AssignmentExpression": {
			const { left, operator } = parent;
			const isSimple = left.type === "Identifier" || left.type === "MemberExpression" && !left.computed && left.object.type === "ThisExpression";
			return parent.right === call && operator === "=" && isSimple && around.type === "ExpressionStatement" ? { kind: "kept", statement: around } : { kind: "operand", statement: parent };
		}
		default:
			return { kind: "operand", statement: parent };
	}
}

/** Whether nothing of a function runs after a statement of it. */
function isLast(statement, owner, parents) {
	const parent = parents.get(statement);
	if (parent === owner.body)
		return parent.body.at(-1) === statement;
	return parent.type === "IfStatement" && isLast(parent, owner, parents)
		|| parent.type === "BlockStatement" && parent.body.at(-1) === statement && parents.get(parent) !== null && !isFunction(parents.get(parent)) && isLast(parent, owner, parents);
}

/**
 * Writes a private method, or a function of the module, that is called in one place alone in the place of the call: to XS a
 * method takes 18 bytes, a parameter 8, and a call some 25 steps. For calls that are a statement, or all that a statement returns,
 * assigns or declares; for any other call if the function is one expression and gets plain values. Not where the function has
 * functions within, or a `return` that would end more than itself. What is moved keeps its place in the source map.
 */
export const inlining = {
	name: "inlining",
	renderChunk(code, chunk) {
		const program = this.parse(code);
		const text = new MagicString(code);
		const hidden = new Set((chunk?.moduleIds ?? []).filter((id) => id.endsWith(".ts")).flatMap((id) => [...privateMethods(id)]));
		const parents = new Map();
		const definitions = new Map();
		const mentions = new Map();
		const add = (map, name, value) => map.set(name, [...map.get(name) ?? [], value]);
		walk(program, {
			enter(node, parent) {
				parents.set(node, parent);
				if (node.type === "MethodDefinition" && node.kind === "method" && !node.static && !node.computed && hidden.has(node.key.name))
					add(definitions, `.${node.key.name}`, node);
				else if (node.type === "FunctionDeclaration" && parent === program)
					add(definitions, node.id.name, node);
				else if (node.type === "Identifier") {
					if (!(parent.type === "FunctionDeclaration" && parent.id === node))
						add(mentions, isName(node, parent) ? `.${node.name}` : node.name, node);
					// A shorthand is a name, too.
					if (parent.type === "Property" && parent.shorthand)
						add(mentions, `.${node.name}`, node);
				}
			}
		});
		const topLevel = variablesIn(...program.body.flatMap(({ declarations, id }) => declarations?.map((declarator) => declarator.id) ?? id ?? []));
		const touched = new Set();
		const functionAround = (node) => {
			let found = parents.get(node);
			while (found !== null && !isFunction(found))
				found = parents.get(found);
			return found;
		};

		function inline(name, definition) {
			const method = definition.type === "MethodDefinition" ? definition.value : definition;
			const uses = (mentions.get(name) ?? []).filter((node) => parents.get(node) !== definition);
			if (uses.length !== 1 || !isPlain(method))
				return;
			const [use] = uses;
			const callee = name.startsWith(".") ? parents.get(use) : use;
			const call = parents.get(callee);
			if (call?.type !== "CallExpression" || call.callee !== callee || call.optional || callee !== use && (callee.object.type !== "ThisExpression" || callee.optional))
				return;
			const owner = functionAround(call);
			const found = owner === null ? undefined : useOf(call, parents);
			if (found === undefined || owner.body.type !== "BlockStatement" || owner === method || owner.async || owner.generator || touched.has(owner) || touched.has(method)
				|| call.arguments.length !== method.params.length || call.arguments.some(({ type }) => type === "SpreadElement"))
				return;
			if (name.startsWith(".") && (owner.type === "ArrowFunctionExpression" || parents.get(parents.get(definition)) !== parents.get(parents.get(parents.get(owner)))))
				return;
			const { kind, statement } = found;
			const statements = method.body.body;
			const returns = returnsOf(method);
			const last = statements.at(-1);
			const isConstructor = parents.get(owner).kind === "constructor";
			const isWhole = kind === "ignored" ? returns.length === 0 || returns.every(({ argument }) => argument === null) && !isConstructor && isLast(statement, owner, parents)
				: kind === "returned" ? !isConstructor
					: returns.length === 1 && returns[0] === last && last.argument !== null && (kind === "kept" || statements.length === 1);
			if (!isWhole)
				return;

			// Names
			const inner = declaredIn(method);
			const outer = variablesIn(owner);
			const assigned = new Set([...assignedIn(method.body), ...assignedIn(owner)]);
			const outerDeclared = declaredIn(owner);
			if ([...variablesIn(method.body)].some((used) => !inner.has(used) && outerDeclared.has(used)))
				return;
			const renamed = new Map();
			const kept = [];
			method.params.forEach(({ name: parameter }, index) => {
				const argument = call.arguments[index];
				const isConstant = argument.type === "Literal" && typeof argument.value !== "string" && argument.regex === undefined && !assigned.has(parameter)
					|| argument.type === "Identifier" && !assigned.has(argument.name) && !assigned.has(parameter) && (outerDeclared.has(argument.name) || topLevel.has(argument.name)) && (argument.name === parameter || !inner.has(argument.name));
				if (isConstant)
					renamed.set(parameter, code.slice(argument.start, argument.end));
				else
					kept.push([parameter, argument]);
			});
			if (kind === "operand" && kept.length > 0)
				return;
			const freeOf = (taken) => {
				let free = `${taken}$`;
				while (inner.has(free) || outer.has(free))
					free += "$";
				return free;
			};
			for (const declared of inner) {
				if (!renamed.has(declared) && outer.has(declared))
					renamed.set(declared, freeOf(declared));
			}
			eachVariable(method.body, (node, parent) => {
				const other = renamed.get(node.name);
				if (other !== undefined && other !== node.name)
					text.overwrite(node.start, node.end, parent.type === "Property" && parent.shorthand ? `${node.name}: ${other}` : other);
			});

			// The body
			const heads = kept.map(([parameter, { end, start }]) => `${assigned.has(parameter) ? "let" : "const"} ${renamed.get(parameter) ?? parameter} = ${code.slice(start, end)};\n`).join("");
			const isBlock = statement.type !== "VariableDeclaration";
			const begin = `${isBlock ? "{ " : ""}${heads}`;
			const { start } = statements[0];
			if (kind === "operand") {
				const { argument } = last;
				text.prependRight(argument.start, "(");
				text.appendLeft(argument.end, ")");
				text.move(argument.start, argument.end, call.start);
				text.remove(definition.start, argument.start);
				text.remove(argument.end, definition.end);
				text.remove(call.start, call.end);
			}
			else if (kind === "kept") {
				const { argument } = last;
				if (statements.length > 1) {
					const { end } = statements.at(-2);
					text.prependRight(start, begin);
					text.appendLeft(end, "\n");
					text.move(start, end, statement.start);
					text.remove(definition.start, start);
					text.remove(end, argument.start);
				}
				else {
					text.appendLeft(statement.start, begin);
					text.remove(definition.start, argument.start);
				}
				text.move(argument.start, argument.end, call.start);
				text.remove(argument.end, definition.end);
				text.remove(call.start, call.end);
				if (isBlock)
					text.appendLeft(statement.end, " }");
			}
			else {
				text.prependRight(start, begin);
				text.appendLeft(last.end, `${kind === "returned" && !/^(?:Return|Throw)/.test(last.type) ? "\nreturn;" : ""} }`);
				text.move(start, last.end, statement.start);
				text.remove(definition.start, start);
				text.remove(last.end, definition.end);
				text.remove(statement.start, statement.end);
			}
			touched.add(owner);
			touched.add(method);
		}

		for (const [name, found] of definitions) {
			if (found.length === 1)
				inline(name, found[0]);
		}
		return { code: text.toString(), map: text.generateMap() };
	}
};
