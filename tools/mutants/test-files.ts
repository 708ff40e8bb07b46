import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { isFast } from "../test-parts.js";

/** Tests that drive lib/ on Node. Those of host/, of the package, of commands and of XS run the same code at a higher price. */
const driving = /^(unit\/(?!host\/)|contract\/(?!xs-)|outbox\/(?!xs-)|fuzz\/|integration\/(closed-client|process-end|restarts)\.)/;
/** Tests that run others, or compare documents. */
const indirect = /^contract\/(spec-coverage|failures)\.test\.js$/;
/** The test files, as paths in build/host-tests, divided by "/". @param withRest whether those that `npm test` leaves out, too */
export function testFiles(root: string, withRest: boolean): string[] {
	return readdirSync(join(root, "build", "host-tests"), { recursive: true, encoding: "utf8" })
		.map((name) => name.replaceAll(sep, "/"))
		.filter((name) => name.endsWith(".test.js") && driving.test(name) && !indirect.test(name) && (withRest || isFast(name)))
		.filter((name) => existsSync(join(root, "host-tests", name.replace(/js$/, "ts"))))
		.sort();
}

/** Text that differs when a test file or anything that it imports differs. */
export function stateOf(root: string, test: string): string {
	const hash = createHash("sha256");
	for (const path of [...reached(root, join(root, "build", "host-tests", test), new Set())].sort())
		hash.update(relative(root, path)).update("\0").update(readFileSync(path)).update("\0");
	return hash.digest("hex");
}

function reached(root: string, path: string, found: Set<string>): Set<string> {
	if (found.has(path) || !existsSync(path))
		return found;
	found.add(path);
	for (const [, specifier] of readFileSync(path, "utf8").matchAll(/\b(?:from|import) ?\(?"([^"]+)"/g)) {
		if (specifier.startsWith("."))
			reached(root, resolve(dirname(path), specifier), found);
		else if (specifier.startsWith("records-client"))
			readdirSync(join(root, "dist")).filter((name) => name.endsWith(".js")).forEach((name) => reached(root, join(root, "dist", name), found));
	}
	return found;
}
