import { walk } from "estree-walker";
import MagicString from "magic-string";
import { isName } from "./names.mjs";

function isFunction({ type }) {
	return /Function/.test(type);
}

/**
 * Has a variable take the place of one that is not used any more, `let a$b = f(); g(a$b); a$b = h();` for
 * `const a = f(); g(a); const b = h();`: to XS a variable takes 6 bytes and 3 steps, an assignment 2 bytes and a step. The name
 * says what it holds, one after the other. Not for what functions keep.
 */
export const locals = {
	name: "locals",
	renderChunk(code) {
		const program = this.parse(code);
		const text = new MagicString(code);

		function merge(owner) {
			const parents = new Map();
			const uses = new Map();
			const declarations = new Map();
			const excluded = new Set();
			let inner = 0;
			walk(owner, {
				enter(node, parent) {
					parents.set(node, parent);
					if (node !== owner && isFunction(node))
						inner++;
					if (node.type === "VariableDeclarator" && inner === 0) {
						const isOne = node.id.type === "Identifier" && !declarations.has(node.id.name);
						if (isOne)
							declarations.set(node.id.name, { declarator: node, declaration: parent });
						else
							walk(node.id, { enter: ({ name }) => void (name && excluded.add(name)) });
					}
					if (node.type === "CatchClause" && node.param !== null || node.type === "ClassExpression" || node.type === "ClassDeclaration" || node.type === "FunctionDeclaration" && node !== owner)
						walk(node.param ?? node.id ?? {}, { enter: ({ name }) => void (name && excluded.add(name)) });
					if (node.type === "Identifier" && !(parent && isName(node, parent))) {
						if (inner > 0)
							excluded.add(node.name);
						uses.set(node.name, [...uses.get(node.name) ?? [], node]);
					}
				},
				leave(node) {
					if (node !== owner && isFunction(node))
						inner--;
				}
			});
			if (uses.has("arguments"))
				return;
			/** The statement of a block that a node is in. */
			const within = (node, block) => {
				let found = node;
				while (found !== null && parents.get(found) !== block)
					found = parents.get(found);
				return found;
			};
			const lastIn = (name, block) => Math.max(-1, ...uses.get(name).map((node) => block.body.indexOf(within(node, block))));
			const slots = [];
			for (const parameter of owner.params) {
				if (parameter.type === "Identifier" && !excluded.has(parameter.name) && !declarations.has(parameter.name))
					slots.push({ block: owner.body, last: lastIn(parameter.name, owner.body), names: [parameter.name], nodes: [...uses.get(parameter.name)], declaration: undefined });
			}
			const params = new Set(owner.params.map(({ name }) => name));
			for (const [name, { declarator, declaration }] of declarations) {
				const block = parents.get(declaration);
				if (excluded.has(name) || params.has(name) || block?.type !== "BlockStatement" || declarator.init === null || /Function|Class/.test(declarator.init.type))
					continue;
				const isInside = uses.get(name).every((node) => within(node, block) !== null);
				if (!isInside)
					continue;
				const slot = declaration.declarations.length > 1 ? undefined : slots.find((one) => {
					const statement = within(declaration, one.block) ?? (parents.get(declaration) === one.block ? declaration : null);
					if (statement === null)
						return false;
					const at = one.block.body.indexOf(statement);
					return one.last < at || one.last === at && statement === declaration;
				});
				if (slot === undefined) {
					slots.push({ block, last: lastIn(name, block), names: [name], nodes: [...uses.get(name)], declaration });
					continue;
				}
				slot.names.push(name);
				slot.nodes.push(...uses.get(name));
				slot.last = slot.block === block ? lastIn(name, block) : slot.block.body.indexOf(within(declaration, slot.block));
				// What would be assigned to itself is not.
				const isSame = declarator.init.type === "Identifier" && slot.names.includes(declarator.init.name);
				text.remove(declaration.start, isSame ? declaration.end : declarator.start);
				if (isSame)
					slot.nodes = slot.nodes.filter(({ end, start }) => start < declaration.start || end > declaration.end);
			}
			for (const { declaration, names, nodes } of slots) {
				if (names.length === 1)
					continue;
				let name = names.join("$");
				while (uses.has(name))
					name += "$";
				if (declaration?.kind === "const")
					text.overwrite(declaration.start, declaration.start + 5, "let");
				for (const node of nodes) {
					const parent = parents.get(node);
					text.overwrite(node.start, node.end, parent.type === "Property" && parent.shorthand ? `${node.name}: ${name}` : name);
				}
			}
		}
		walk(program, {
			enter(node) {
				if (isFunction(node) && node.body.type === "BlockStatement")
					merge(node);
			}
		});
		return { code: text.toString(), map: text.generateMap() };
	}
};
