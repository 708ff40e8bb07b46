/** `npm run release`: checks all, and makes the tag of a release. */
import { parseArgs } from "node:util";
import { projectRoot } from "../service/project.js";
import { checks } from "./checks.js";
import { release } from "./release.js";

const usage = `usage: npm run release -- [options] VERSION

  VERSION     as in package.json and CHANGELOG.md, such as 1.2.3
  --dry-run   check all, make no tag
  --help      print this text

Refuses unless all is committed, the version, CHANGELOG.md and the addresses in package.json
agree, and npm test, npm run test:device and the checks of the package pass; that takes an
hour and needs the Moddable SDK. Then it puts the tag vVERSION on a commit of its own, which
has dist/. It pushes nothing.`;

const show = (line: string): void => console.log(line);

try {
	const { positionals, values } = parseArgs({
		allowPositionals: true,
		options: { "dry-run": { type: "boolean", default: false }, help: { type: "boolean", default: false } }
	});
	if (values.help)
		show(usage);
	else if (positionals.length !== 1)
		throw new Error("one version is wanted; --help says more");
	else {
		const refusals = await release({ folder: projectRoot(), version: positionals[0], checks, dryRun: values["dry-run"], tell: show });
		for (const refusal of refusals)
			console.error(`refused: ${refusal}`);
		process.exitCode = refusals.length === 0 ? 0 : 1;
	}
}
catch (error) {
	console.error(error instanceof Error ? error.message : String(error));
	process.exitCode = 1;
}
