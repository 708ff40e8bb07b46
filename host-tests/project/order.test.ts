/** The order of the folders (eslint.config.mjs), which ESLint holds imports to. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { join as joined } from "node:path/posix";
import { pathToFileURL } from "node:url";
import test from "ava";
import { Linter } from "eslint";
import { projectRoot } from "../../service/project.js";

const { imports, order } = await import(pathToFileURL(join(projectRoot(), "eslint.config.mjs")).href) as {
	imports: Linter.Config[];
	order: readonly (readonly string[])[];
};

/** All sources of lib/, by their paths from there. */
const sources = readdirSync(join(projectRoot(), "lib"), { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".ts"));

test("every source of lib/ has its place in the order", (t) => {
	const folders = sources.map((path) => dirname(path) === "." ? path : dirname(path));
	t.deepEqual([...new Set(folders)].sort(), order.flat().sort());
});

test("docs/design.md says what each folder of lib/ has", (t) => {
	const [, layers] = readFileSync(join(projectRoot(), "docs", "design.md"), "utf8").split("\n## Layers\n");
	const folders = order.flat().filter((place) => !/[./]/.test(place));
	t.deepEqual(folders.filter((folder) => !layers.split("\n## ")[0].includes(`\`${folder}/\``)), []);
});

for (const [filename, specifier, isAllowed] of [
	["lib/auth/session.ts", "../scheduler/request-scheduler.js", false],
	["lib/auth/session.ts", "../http/connection.js", false],
	["lib/http/http-connection.ts", "../auth/session.js", false],
	["lib/shared/arguments.ts", "../response.js", false],
	["lib/client-options.ts", "./auth/credentials.js", false],
	["lib/response.ts", "./client.js", false],
	["lib/moddable/tls/socket.ts", "../index.js", false],
	["lib/tls/judge.ts", "../dns/resolver.js", false],
	["lib/tls/judge.ts", "../moddable/tls/store.js", false],
	["lib/moddable/tls/socket.ts", "../../client.js", false],
	["lib/http/http-connection.ts", "../pocketbase/paths.js", false],
	["lib/http-client/attempt.ts", "../pocketbase/answers.js", false],
	["lib/auth/session.ts", "./growing-pause.js", true],
	["lib/auth/session.ts", "../pocketbase/token-claims.js", true],
	["lib/auth/session.ts", "../request/exchange.js", true],
	["lib/client-options.ts", "./client-limits.js", true],
	["lib/moddable/index.ts", "./tls/socket.js", true],
	["tools/proxies/proxied-service.ts", "../../bench/records.js", false],
	["bench/own.ts", "../host-tests/contract/case.js", false],
	["kit/bench/fleet/fleet.ts", "../../../device-tests/host/kills.js", false],
	["host-tests/integration/soak.test.ts", "../../device-tests/host/kills.js", false],
	["host-tests/integration/soak.test.ts", "../../bench/engine.js", true],
	["host/node.ts", "../kit/fleet/fleet.js", false],
	["service/launcher.ts", "../kit/export/export.js", false],
	["kit/fleet/service.ts", "../../lib/client.js", false],
	["kit/tests/rules.test.ts", "../../host/node.js", false],
	["kit/tests/rules.test.ts", "../../host-tests/contract/case.js", false],
	["kit/tests/rules.test.ts", "records-client", true],
	["kit/tests/rules.test.ts", "../../host-tests/runner/folder.js", true],
	["kit/tests/fleet-walk.test.ts", "../bench/haproxy.js", true],
	["device-tests/host/board.ts", "../../tools/password.js", true]
] as const) {
	test(`${filename} ${isAllowed ? "may" : "may not"} import ${specifier}`, (t) => {
		for (const code of [`import { a } from "${specifier}"; a();`, `export { a } from "${specifier}";`]) {
			const found = new Linter().verify(code, [{ files: ["**/*.ts"] }, ...imports], { filename });
			t.is(found.length, isAllowed ? 0 : 1, found[0]?.message);
		}
	});
}

test("no source of lib/ or tools/ imports itself by way of others", (t) => {
	const paths = ["lib", "tools"].flatMap((folder) => readdirSync(join(projectRoot(), folder), { recursive: true, encoding: "utf8" }).map((path) => joined(folder, path)))
		.filter((path) => path.endsWith(".ts") && !path.includes("node_modules"));
	const imported = new Map(paths.map((path) => [path, [...readFileSync(join(projectRoot(), path), "utf8").matchAll(/ from "(\.[^"]+)\.js"/g)]
		.map(([, specifier]) => `${joined(dirname(path), specifier)}.ts`)]));
	const done = new Set<string>();
	const visit = (path: string, way: readonly string[]): void => {
		t.false(way.includes(path), [...way, path].join(" → "));
		if (done.has(path) || way.includes(path))
			return;
		for (const next of imported.get(path) ?? [])
			visit(next, [...way, path]);
		done.add(path);
	};
	for (const path of paths)
		visit(path, []);
});
