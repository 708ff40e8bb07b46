/**
 * `node tools/command.mjs NAME [options]`: what package.json's scripts run. Wrong options, `--help` and a platform without
 * PocketBase are answered at once; then what has changed is built, and the program runs in this process.
 */
import { existsSync } from "node:fs";
import { URL, fileURLToPath } from "node:url";
import { build } from "../rollup/build.mjs";

const tests = { options: "../host-tests/arguments.mjs", program: "host-tests/run.js", targets: testTargets };

/**
 * By name of the script: the module that reads its options (`usage`, `readArguments`), the options that it always has, the program,
 * and the targets that are built for it, all of them where none are named.
 */
const commands = {
	start: { options: "../examples/arguments.mjs", program: "examples/start.js", targets: ({ engine }) => ["library", "firmware", "start", ...engine === "xs" ? ["xs"] : []] },
	service: { options: "../service/arguments.mjs", program: "service/main.js", targets: () => ["start"] },
	"service:export": { options: "../kit/export/arguments.mjs", program: "kit/export/main.js", targets: () => ["start"] },
	fleet: { options: "../kit/fleet/arguments.mjs", program: "kit/fleet/main.js", isAlone: true, targets: () => ["start"] },
	bench: { options: "../bench/arguments.mjs", program: "bench/main.js" },
	"bench:device": { options: "../bench/sdk/arguments.mjs", program: "bench/sdk/main.js" },
	test: tests,
	"test:all": { ...tests, always: ["--part", "all"] },
	"test:rest": { ...tests, always: ["--part", "rest"] },
	ca: { options: "../host/ca/arguments.mjs", program: "../dist/ca.js", isAlone: true, targets: () => ["library"] },
	"test:reliability": { options: "../host-tests/reliability/arguments.mjs", program: "host-tests/reliability/main.js" },
	release: { options: "./release/arguments.mjs", program: "tools/release/main.js", targets: () => ["programs"] },
	"test:device": { options: "../device-tests/host/arguments.mjs", program: "device-tests/run.js" },
	mutants: { options: "./mutants/arguments.mjs", program: "tools/mutants/main.js", targets: () => ["library", "programs"] }
};

/** What test files need beside the programs, by the beginning of the path that they are named by; all targets for what is not here. */
const needs = [
	[/^(?:fuzz|unit\/(?!o)\w)/, []],
	[/^(?:contract\/(?![px])|outbox\/(?!x)|unit\/outbox)\w/, ["library"]],
	[/^(?:contract|outbox)\/xs-/, ["library", "xs"]],
	[/^contract\/plain\//, ["library", "plain"]],
	[/^integration\/(?!so)\w/, ["library", "firmware", "xs"]]
];

function testTargets({ isNamed, part, positionals, within }) {
	if (within.startsWith("kit"))
		return ["library", "firmware", "programs"];
	if (!isNamed)
		return part === "fast" ? ["library", "firmware", "xs", "programs"] : undefined;
	const found = positionals.map((path) => path.replace(/^(?:\.\/)?(?:build\/)?(?:host-tests\/)?/, "")).map((path) => needs.find(([beginning]) => beginning.test(path))?.[1]);
	// The programs are checked against the declarations of the package.
	const declared = existsSync(new URL("../dist/node.d.ts", import.meta.url)) ? [] : ["library"];
	return positionals.length === 0 || found.includes(undefined) ? undefined : ["programs", ...declared, ...found.flat()];
}

const [name, ...given] = process.argv.slice(2);
const { always = [], isAlone, options, program, targets } = commands[name];
const { readArguments, usage } = await import(options);

/** Returns what was given, undefined when that has been answered. */
function read() {
	try {
		const values = readArguments([...always, ...given]);
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
	process.argv.splice(1, 2, fileURLToPath(path), ...always);
	await import(path.href);
}

const values = read();
if (values !== undefined) {
	await run(values).catch((error) => {
		console.error(`error    ${error.message}`);
		process.exitCode = 1;
	});
}
