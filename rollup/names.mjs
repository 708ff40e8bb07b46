/** Whether an identifier is a name and no variable. */
export function isName(node, parent) {
	return parent.type === "MemberExpression" && parent.property === node && !parent.computed
		|| parent.type === "Property" && parent.key === node && !parent.shorthand && !parent.computed
		|| parent.type === "PropertyDefinition" && parent.key === node && !parent.computed
		|| parent.type === "MethodDefinition" && parent.key === node && !parent.computed;
}

/** Names that a pattern declares. */
function namesIn(pattern) {
	switch (pattern?.type) {
		case "Identifier":
			return [pattern.name];
		case "AssignmentPattern":
			return namesIn(pattern.left);
		case "RestElement":
			return namesIn(pattern.argument);
		case "ArrayPattern":
			return pattern.elements.flatMap(namesIn);
		case "ObjectPattern":
			return pattern.properties.flatMap((property) => namesIn(property.value ?? property));
		default:
			return [];
	}
}

function declaredBy({ declarations, id, type }) {
	return type === "VariableDeclaration" ? declarations.flatMap((declarator) => namesIn(declarator.id)) : /^(?:Class|Function)Declaration$/.test(type) ? namesIn(id) : [];
}

/** Names that a node declares for what is in it. `var` is not among them, which nothing of lib/ has. */
export function declaredIn({ body, id, init, left, param, params = [], type }) {
	if (/Function/.test(type))
		return [...params.flatMap(namesIn), ...type === "FunctionExpression" ? namesIn(id) : []];
	if (type === "BlockStatement")
		return body.flatMap(declaredBy);
	return [...type === "CatchClause" ? namesIn(param) : [], .../^For/.test(type) ? declaredBy(init ?? left ?? {}) : []];
}
