/** `npm run release`: checks all, and makes the tag and the tarball of a release. */
import { projectRoot } from "../../service/project.js";
import { readArguments } from "./arguments.mjs";
import { checks } from "./checks.js";
import { release } from "./release.js";

try {
	const { dryRun, version } = readArguments(process.argv.slice(2));
	const refusals = await release({ folder: projectRoot(), version, checks, dryRun, tell: (line) => console.log(line) });
	for (const refusal of refusals)
		console.error(`refused: ${refusal}`);
	process.exitCode = refusals.length === 0 ? 0 : 1;
}
catch (error) {
	console.error(error instanceof Error ? error.message : String(error));
	process.exitCode = 1;
}
