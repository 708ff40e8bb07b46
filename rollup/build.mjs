/**
 * `node rollup/build.mjs [TARGET …]`: builds what a command needs, and of that only what has changed since it was built.
 * Without a target it builds everything.
 */
import { fork } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Progress } from "../tools/progress.mjs";
import { compile, ended } from "./compile.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stamps = join(root, "build", "stamps");

/** Files and folders that every target is made with. */
const tools = ["package-lock.json", "rollup.config.mjs", "rollup", "tsconfig.json"];
const library = ["lib", "host"];
/** The shared cases as one module. */
const cases = ["host-tests/contract", "tools/seeded-random.ts", "tools/memory-preferences.ts", "tools/password.ts", "tools/proxies/proxied.ts"];
const programs = [...library, "examples", "service", "kit", "tools", "host-tests", "bench", "device-tests"];

/**
 * The targets: `library` is built first, the others two at a time. Each is a group of bundles of rollup.config.mjs, or a TypeScript
 * project, compiled into `out`; `library` is both. `from` are the files and folders that it is made of, `makes` is a file that
 * is there when it was made, `folder` one in which nothing else may be. `plain` is made of what `library` has compiled. What is
 * `within` another target is made of the same files, and made with that.
 */
const targets = {
	library: { project: "lib/tsconfig.json", out: "build/esm", isBundled: true, folder: "dist", from: library, makes: "dist/node.d.ts" },
	firmware: { from: [...library, ...["sensor", "button", "weather", "gateway", "history", "camera", "relay", "update", "provision"].map((name) => `examples/${name}`)], makes: "build/firmware/provision.js" },
	start: { project: "examples/tsconfig.json", within: "programs", from: programs, makes: "build/examples/start.js" },
	xs: { from: [...library, "tools/xs/worker", "tools/xs/protocol.ts", ...cases, "host-tests/xs", "host-tests/outbox/faults/life.ts"], makes: "build/xs/outbox-life.js" },
	programs: { project: "tsconfig.json", from: programs, makes: "build/host-tests/run.js" },
	device: { from: [...library, "device-tests", ...cases], makes: "build/device/cases.js" },
	bench: { from: [...library, "bench/sdk/app", "bench/figures.ts"], makes: "build/bench/sdk/app/base-creates.js" },
	plain: { from: library, makes: "build/plain/node.js" }
};

function filesIn(path) {
	if (!statSync(path).isDirectory())
		return [path];
	return readdirSync(path, { withFileTypes: true })
		.filter(({ name }) => name !== "node_modules")
		.flatMap(({ name }) => filesIn(join(path, name)));
}

/**
 * @param {readonly string[]} paths files and folders, from the project's folder; node_modules in them are left out
 * @returns {string} text that differs when any of the files differs
 */
export function stateOf(paths) {
	const hash = createHash("sha256");
	for (const file of paths.flatMap((path) => filesIn(resolve(root, path))).sort())
		hash.update(relative(root, file)).update("\0").update(readFileSync(file)).update("\0");
	return hash.digest("hex");
}

function isBuilt(name, makes, state) {
	const stamp = join(stamps, name);
	return existsSync(join(root, makes)) && existsSync(stamp) && readFileSync(stamp, "utf8") === state;
}

/**
 * @param {string} name
 * @param {string} state
 * @param {string | undefined} folder
 * @param {Progress} progress
 */
function bundle(name, state, folder, progress) {
	// The compiler's garbage is mostly young: with more room for it, a tenth of the build's time is saved.
	const child = fork(join(root, "rollup", "bundle.mjs"), [name, state, ...folder === undefined ? [] : [folder]], { cwd: root, execArgv: ["--max-semi-space-size=64"] });
	child.on("message", ({ done, total }) => progress.count(done, total));
	return ended(child, `building ${name}`);
}

/** Builds one target where it has changed. */
async function make(name) {
	const { folder, from, makes, out = "build", project, within, isBundled = project === undefined } = targets[name];
	const state = stateOf([...tools, ...from]);
	if (isBuilt(name, makes, state) || within !== undefined && isBuilt(within, makes, state))
		return;
	const progress = new Progress(`building ${name}`);
	rmSync(join(stamps, name), { force: true });
	// The compiler would take what it has written once for still being there.
	if (!existsSync(join(root, makes)))
		rmSync(join(root, out, `${name}.tsbuildinfo`), { force: true });
	try {
		if (project !== undefined)
			await compile(project, out, `${name}.tsbuildinfo`);
		if (isBundled)
			await bundle(name, state, folder, progress);
	}
	catch (error) {
		progress.end(true);
		throw error;
	}
	mkdirSync(stamps, { recursive: true });
	writeFileSync(join(stamps, name), state);
	progress.end();
}

/**
 * @param {readonly string[]} names targets, all of them where none are named
 * @throws Error when one cannot be built; the compiler has printed why
 */
export async function build(names = Object.keys(targets)) {
	process.chdir(root);
	if (names.includes("library"))
		await make("library");
	const waiting = Object.keys(targets).filter((name) => name !== "library" && names.includes(name) && !names.includes(targets[name].within));
	const work = async () => {
		for (let name = waiting.shift(); name !== undefined; name = waiting.shift())
			await make(name);
	};
	const faults = (await Promise.allSettled([work(), work()])).filter(({ status }) => status === "rejected");
	if (faults.length > 0)
		throw faults[0].reason;
}

const usage = `usage: npm run build -- [target …]
  target    only these: ${Object.keys(targets).join(", ")}
  --help    this text`;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const given = process.argv.slice(2);
	const unknown = given.find((name) => !(name in targets));
	if (given.includes("--help"))
		console.log(usage);
	else if (unknown !== undefined) {
		console.error(`there is no target ${unknown}\n${usage}`);
		process.exitCode = 2;
	}
	else
		await build(given.length === 0 ? undefined : given);
}
