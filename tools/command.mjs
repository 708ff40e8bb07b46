/**
 * `node tools/command.mjs NAME [options]`: what package.json's scripts run. Wrong options, `--help` and a platform without
 * PocketBase are answered at once; then what has changed is built, and the program runs in this process.
 */
import { existsSync } from "node:fs";
import { URL, fileURLToPath } from "node:url";
import { build } from "../rollup/build.mjs";

/**
 * By name of the script: the module that reads its options (`usage`, `readArguments`), the program, and the targets that are
 * built for it, all of them where none are named.
 */
const commands = {
	start: { options: "../examples/arguments.mjs", program: "examples/start.js", targets: ({ engine }) => ["library", "firmware", "start", ...engine === "xs" ? ["xs"] : []] },
	service: { options: "../service/arguments.mjs", program: "service/main.js", targets: () => ["start"] },
	"service:export": { options: "../kit/export/arguments.mjs", program: "kit/export/main.js", targets: () => ["start"] },
	fleet: { options: "../kit/fleet/arguments.mjs", program: "kit/fleet/main.js", isAlone: true, targets: () => ["start"] },
	bench: { options: "../bench/arguments.mjs", program: "bench/main.js" },
	"bench:device": { options: "../bench/sdk/arguments.mjs", program: "bench/sdk/main.js" },
	soak: { options: "../bench/soak/arguments.mjs", program: "bench/soak/main.js" },
	fuzz: { options: "../host-tests/fuzz/arguments.mjs", program: "host-tests/fuzz/main.js", isAlone: true },
	test: { options: "../host-tests/arguments.mjs", program: "host-tests/run.js", targets: testTargets },
	ca: { options: "../host/ca/arguments.mjs", program: "../dist/ca.js", isAlone: true, targets: () => ["library"] },
	"test:reliability": { options: "../host-tests/reliability/arguments.mjs", program: "host-tests/reliability/main.js" },
	release: { options: "./release/arguments.mjs", program: "tools/release/main.js", targets: () => ["programs"] },
	"test:device": { options: "../device-tests/host/arguments.mjs", program: "device-tests/run.js" },
	mutants: { options: "./mutants/arguments.mjs", program: "tools/mutants/main.js", targets: () => ["library", "programs"] }
};

/** What test files need that are named by a part of their path; all targets for any that may be anywhere. */
function testTargets({ positionals, within }) {
	if (within.startsWith("kit"))
		return ["library", "firmware", "programs"];
	const needs = new Set(["programs"]);
	// The programs are checked against the declarations of the package.
	if (!existsSync(new URL("../dist/node.d.ts", import.meta.url)))
		needs.add("library");
	for (const path of positionals.map((part) => part.replace(/^(?:\.\/)?(?:build\/)?(?:host-tests\/)?/, ""))) {
		if (!/^(?:contract|fuzz|integration|outbox|unit)\//.test(path))
			return undefined;
		if (!/^(?:fuzz|unit\/(?!outbox))/.test(path))
			needs.add("library");
		if (/^(?:contract|integration|outbox)/.test(path))
			["bench", "firmware", "start", "xs"].forEach((target) => needs.add(target));
	}
	return positionals.length === 0 ? undefined : [...needs];
}

const [name, ...given] = process.argv.slice(2);
const { isAlone, options, program, targets } = commands[name];
const { readArguments, usage } = await import(options);

/** Returns what was given, undefined when that has been answered. */
function read() {
	try {
		const values = readArguments(given);
		if (!values.help)
			return values;
		console.log(usage);
	}
	catch (error) {
		console.error(`error    ${error.message}\n\n${usage}`);
		process.exitCode = 1;
	}
	return undefined;
}

/** Runs the program as if it had been started by itself. */
async function run(values) {
	if (!isAlone && values.url === undefined) {
		const { checkPlatform } = await import("../service/pocketbase.mjs");
		checkPlatform();
	}
	await build(targets?.(values));
	const path = new URL(`../build/${program}`, import.meta.url);
	process.argv.splice(1, 2, fileURLToPath(path));
	await import(path.href);
}

const values = read();
if (values !== undefined) {
	await run(values).catch((error) => {
		console.error(`error    ${error.message}`);
		process.exitCode = 1;
	});
}
