import files from "embedded:storage/files";
import { RecordsClient } from "records-client";
import { Outbox } from "records-client/outbox";
import { FileStorage } from "records-client/outbox/files";
import Timer from "timer";

/** Puts readings into the files of its folder until it is ended, delivers none, and says what became of each. */
export default function main() {
	const outbox = new Outbox({
		client: new RecordsClient({ baseUrl: "http://127.0.0.1:9" }),
		collection: "readings",
		storage: new FileStorage({ directory: files }),
		limits: { age: 3_600_000, bootJitter: 3_600_000, count: 1_000_000 }
	});
	Timer.repeat(() => {
		const { error, id, stored } = outbox.put({ value: 1 });
		trace(stored ? `stored ${id} pending ${outbox.pending}` : `refused ${error}`, "\n");
	}, 20);
}
