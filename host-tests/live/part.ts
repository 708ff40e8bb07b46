/** The full size: a thousand changes. */
import { count, row } from "../../tools/report/table.js";
import { commandOf, type Outcome, type Part } from "../../tools/report/part.js";
import { runChanges, type Size } from "./changes.js";

const size: Size = { changes: 1000, records: 40, cuts: 50, restarts: 5, silences: 5 };

export const part: Part = {
	name: "live",
	heading: "Live records through cuts, restarts and silence",
	async run(seed: number): Promise<Outcome> {
		const { again, cut, findings, overwritten, silenced, streams, told } = await runChanges(seed, size);
		const text = [
			"",
			`Written by \`${commandOf(part, seed)}\` on ${new Date().toISOString().slice(0, 10)}, on Node ${process.version}. Records of PocketBase are changed one after the other. `
			+ "Meanwhile all connections of the device are cut, the service is killed and started anew, and the event stream says nothing any more and stays open. In the end the last state that was told of each record is the service's. "
			+ "A change that is overwritten before the device has read it is never told.",
			"",
			row(["", "times"]), row(["---", "---:"]),
			row(["changes", count(size.changes)]), row(["of records", count(size.records)]), row(["cuts", count(size.cuts)]), row(["connections that they have ended", count(cut)]),
			row(["restarts", count(size.restarts)]), row(["silent streams", count(silenced)]), row(["streams opened", count(streams)]),
			row(["states told", count(told)]), row(["of those told before", count(again)]), row(["changes overwritten before they were told", count(overwritten)]),
			row(["latest states wrong", count(findings.length)]),
			""
		].join("\n");
		return { text, findings };
	}
};
