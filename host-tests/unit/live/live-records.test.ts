/** Live records of services that are not as they should be; the others: contract/live. */
import test from "ava";
import { LiveRecords } from "../../../lib/live/live-records.js";
import type { LiveOptions } from "../../../lib/live/options.js";
import type { ConnectionParts } from "../../../lib/request/connection.js";
import { ClientResponse } from "../../../lib/response.js";

for (const updated of ["no date", "9", 5, null, undefined, "1970-01-01 00:00:00.000Z"]) {
	test(`polls go on where \`updated\` is ${JSON.stringify(updated)} and the service's time is not known`, async (t) => {
		const paths: string[] = [];
		const due: (() => void)[] = [];
		const client: LiveOptions["client"] = {
			now: () => -1,
			sendEx(_method, path) {
				paths.push(path);
				return Promise.resolve(new ClientResponse("", 200, "", JSON.stringify({ items: [{ id: "a", updated }] })));
			}
		};
		const timers = { set: (callback: () => void) => due.push(callback), clear: () => undefined, now: () => 0 };
		const states: string[] = [];
		const records = new LiveRecords({ timers, partsOf: () => ({ platform: {} }) as ConnectionParts }, {
			client, collection: "settings", onRecord: () => undefined, onState: (_part, { error }) => states.push(error)
		});
		for (let poll = 1; poll <= 3; poll++) {
			due.pop()?.();
			for (let turn = 0; turn < 20; turn++)
				await Promise.resolve();
			t.is(paths.length, poll);
		}
		t.deepEqual(states, [""]);
		records.close();
	});
}
