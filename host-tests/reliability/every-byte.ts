/** What `npm run test:all` takes samples of: the faults at every byte of each answer, request and write, at each fourth of ciphertext, and all values that a device may store, on Node. */
import { join } from "node:path";
import { count, table } from "../../tools/report/table.js";
import { projectRoot } from "../../service/project.js";
import { runNode } from "../runner/command.js";
import { outcomeOfTests } from "../runner/outcome.js";
import type { Part } from "../../tools/report/part.js";

/** The files by what they break, with how many bytes lie between two faults. At every byte of the ciphertext a run takes more than an hour: each fault has its handshake, and a stall its timeout. */
const files: Readonly<Record<string, readonly [file: string, step: number]>> = {
	"requests and answers over TCP": ["host-tests/contract/faults", 1],
	"the ciphertext of TLS, each 4th byte": ["host-tests/contract/tls-faults", 4],
	"writes and stored bytes of the outbox": ["host-tests/outbox/life", 1],
	"what a device stores in the kit": ["kit/tests/odd", 1]
};

export const part: Part = {
	name: "every-byte",
	heading: "Faults at every byte",
	async run(_seed, say) {
		const findings: string[] = [];
		const rows: string[][] = [];
		for (const [name, [file, step]] of Object.entries(files)) {
			// One test can take longer than ava allows otherwise.
			const parameters = ["node_modules/ava/entrypoints/cli.mjs", "--timeout=2h", join("build", `${file}.test.js`)];
			const ending = await runNode(parameters, projectRoot(), { environment: { FAULT_STEP: String(step) }, silence: 7_200_000 });
			const { passed, failed, skipped, text } = outcomeOfTests(ending);
			if (failed + skipped > 0)
				findings.push(`${name}: ${failed} failed, ${skipped} skipped`, text);
			const faults = sumOf(ending.output + ending.errors);
			say(`${name}: ${count(faults)} faults`);
			rows.push([name, count(passed), count(faults)]);
		}
		const written = "Each call was settled, each answer that was ok was the service's own, the service had done at most once what was asked, and the next call was answered; "
			+ "after each cut of the power all acknowledged readings were there, once; whatever a device stored in the kit, the readers of all devices' data answered as before.";
		return { findings, report: [written, table(["where", "tests", "faults"], rows)] };
	}
};

/** What a file says that it has injected. */
function sumOf(printed: string): number {
	return [...printed.matchAll(/faults injected: (\d+)|(\d+) (?:cuts in|damages)/g)].reduce((sum, [, faults, cuts]) => sum + Number(faults ?? cuts), 0);
}
