/** The full size: a thousand changes. */
import { count, table } from "../../tools/report/table.js";
import type { Part } from "../../tools/report/part.js";
import { runChanges, type Size } from "./changes.js";

const size: Size = { changes: 1000, records: 40, cuts: 50, restarts: 5, silences: 5 };

export const part: Part = {
	name: "live",
	heading: "Live records through cuts, restarts and silence",
	async run(seed) {
		const { again, cut, findings, overwritten, silenced, streams, told } = await runChanges(seed, size);
		const report = [
			`Records of PocketBase are changed one after the other. `
			+ "Meanwhile all connections of the device are cut, the service is killed and started anew, and the event stream says nothing any more and stays open. In the end the last state that was told of each record is the service's. "
			+ "A change that is overwritten before the device has read it is never told.",
			table(["", "times"], [
				["changes", count(size.changes)], ["of records", count(size.records)], ["cuts", count(size.cuts)], ["connections that they have ended", count(cut)],
				["restarts", count(size.restarts)], ["silent streams", count(silenced)], ["streams opened", count(streams)],
				["states told", count(told)], ["of those told before", count(again)], ["changes overwritten before they were told", count(overwritten)],
				["latest states wrong", count(findings.length)]
			])
		];
		return { findings, report };
	}
};
