/**
 * `host-tests/project/types/generated/pocketbase-types.ts` is what `pocketbase-typegen` 1.5.0 wrote of three of the development service's
 * collections, without PocketBase's SDK. It is kept because that tool's database driver has to be compiled.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import ts from "typescript";
import { projectRoot } from "../../service/project.js";
import { Superuser } from "../../tools/front/superuser.js";
import { serviceOfFile } from "../../tools/service-of-file.js";

interface Collection {
	readonly name: string;
	readonly fields: readonly { readonly name: string }[];
}

const service = serviceOfFile();

/** Names of the fields of a generated type. */
function fieldsOf(file: ts.SourceFile, type: string): readonly string[] {
	const alias = file.statements.filter(ts.isTypeAliasDeclaration).find(({ name }) => name.text === type);
	return alias !== undefined && ts.isTypeLiteralNode(alias.type) ? alias.type.members.map((member) => member.name!.getText(file)).sort() : [];
}

test("the generated types that a test compiles have the fields of the service's collections", async (t) => {
	const file = ts.createSourceFile("a.ts", readFileSync(join(projectRoot(), "host-tests/project/types/generated/pocketbase-types.ts"), "utf8"), ts.ScriptTarget.Latest, true);
	const { items } = await (await Superuser.of(service)).ask<{ items: readonly Collection[] }>("GET", "/api/collections?perPage=100");
	for (const [name, type] of [["readings", "ReadingsRecord"], ["commands", "CommandsRecord"], ["users", "UsersRecord"]] as const)
		t.deepEqual(fieldsOf(file, type), items.find((collection) => collection.name === name)!.fields.map((field) => field.name).sort(), name);
});
