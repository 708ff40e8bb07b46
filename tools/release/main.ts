/** `npm run release`: checks all, and makes the tag and the tarball of a release. */
import { projectRoot } from "../../service/project.js";
import { readArguments } from "./arguments.mjs";
import { checks } from "./checks.js";
import { release } from "./release.js";

const refusals = await release(projectRoot(), checks, readArguments(process.argv.slice(2))["dry-run"], (line) => console.log(line));
for (const refusal of refusals)
	console.error(`refused: ${refusal}`);
process.exitCode = refusals.length === 0 ? 0 : 1;
