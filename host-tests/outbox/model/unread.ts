/** Blocks of a flash that can't be read for a whole start, one or two at a time and others at the next. */
import { Random } from "../../../tools/random.js";
import { Flash } from "../disk.js";
import { LocalService } from "./local-service.js";
import type { Outbox } from "../../../lib/outbox/outbox.js";
import { openOutbox } from "../open.js";
import { watchedBlocks } from "../watched.js";

const blockLength = 512;
const blocks = 6;

/** Starts on such a flash, and then all is well. Returns which readings are lost, and how; "" for none. */
export async function liveUnread(runSeed: number): Promise<string> {
	const random = new Random(runSeed);
	const flash = new Flash(new Uint8Array(blocks * blockLength).fill(255), blockLength);
	const service = new LocalService();
	const ids: string[] = [];
	const story: string[] = [];
	let away: number[] = [];
	const storage = watchedBlocks(flash, (operation, at) => {
		if (operation === "read" && away.includes(Math.floor(at / blockLength)))
			throw new Error("EIO");
	});
	const start = (): Outbox => {
		storage.user = undefined;
		return openOutbox(storage, service, { whenFull: "refuse-newest" }, () => `a start ${random.below(1e9)}`);
	};
	// All blocks have been in use: some are read by each of two starts.
	const first = start();
	for (let value = 0; value < 60; value++) {
		first.put({ sensor: "t", value });
		if (value % 8 === 0)
			await first.flush();
	}
	first.close();
	for (let starts = 0; starts < 12; starts++) {
		// None at two starts in a row: a third would give it up.
		away = Array.from({ length: random.below(3) }, () => random.below(blocks)).filter((block) => !away.includes(block));
		const outbox = start();
		// Each start looks at the storage: of those that do not, the outbox knows nothing.
		story.push(`${outbox.pending} pending, without ${away.join(" and ")}`);
		for (let count = random.below(6); count > 0; count--) {
			const { error, id } = outbox.put({ sensor: "t", value: ids.length });
			if (id !== "")
				ids.push(id);
			story.push(`put ${id}${error}`);
		}
		if (random.below(4) === 0)
			story.push(`${(await outbox.flush()).delivered} delivered`);
		outbox.close();
	}
	away = [];
	// Of two blocks with one generation each start reads one.
	for (let starts = 0; starts < 2; starts++) {
		const outbox = start();
		for (let count = 0; count < 20 && (await outbox.flush()).left > 0; count++)
			story.push(`${outbox.pending} left`);
		outbox.close();
	}
	const arrived = service.records();
	const lost = ids.filter((id) => !arrived.has(id));
	return lost.length === 0 ? "" : [`seed ${runSeed}: ${lost.join(" and ")} lost`, ...story].join("\n");
}
