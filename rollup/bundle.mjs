/** `node rollup/bundle.mjs TARGET`: makes the bundles of a target. A process of its own, because the compiler holds up the one that shows the progress. */
import { rollup } from "rollup";
import { targets } from "../rollup.config.mjs";

const groups = targets[process.argv[2]];
for (const [done, options] of groups.entries()) {
	process.send?.({ done, total: groups.length });
	const made = await rollup({ ...options, onwarn: ({ message }) => console.error(message) });
	for (const output of [options.output].flat())
		await made.write(output);
	await made.close();
}
