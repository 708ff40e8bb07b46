/**
 * `node rollup/bundle.mjs TARGET STATE [FOLDER]`: makes the bundles of a target, and leaves nothing else in the folder. Each is
 * written down once it is there: after an interruption only the others are made, as long as the state of the sources is the same. A
 * process of its own, because the compiler holds up the one that shows the progress.
 */
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { rollup } from "rollup";
import { targets } from "../rollup.config.mjs";

const [target, state, folder] = process.argv.slice(2);
const record = `build/stamps/${target}.begun`;
mkdirSync("build/stamps", { recursive: true });
const [begun, ...lines] = existsSync(record) ? readFileSync(record, "utf8").trimEnd().split("\n") : [];
const made = begun === state ? lines.map((line) => line.split("\t")).filter((files) => files.every(existsSync)) : [];
writeFileSync(record, [state, ...made.map((files) => files.join("\t")), ""].join("\n"));

for (const [done, options] of targets[target].entries()) {
	process.send?.({ done, total: targets[target].length });
	const outputs = [options.output].flat();
	// A folder has its files written down, too; its own name tells whose they are.
	const name = outputs[0].file ?? outputs[0].dir;
	if (made.some(([first]) => first === name))
		continue;
	const bundle = await rollup({ ...options, onwarn: ({ message }) => console.error(message) });
	const files = [name];
	for (const output of outputs) {
		const { output: written } = await bundle.write(output);
		files.push(...written.map(({ fileName }) => join(output.dir ?? dirname(output.file), fileName)));
	}
	await bundle.close();
	made.push(files);
	appendFileSync(record, `${files.join("\t")}\n`);
}

if (folder !== undefined) {
	const kept = new Set(made.flat());
	for (const path of readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map(({ name, parentPath }) => join(parentPath, name)))
		if (!kept.has(path))
			rmSync(path);
}
