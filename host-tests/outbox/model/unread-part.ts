/** The full size: twenty thousand flashes of which blocks can't be read for a while. */
import { count } from "../../../tools/report/table.js";
import type { Part } from "../../../tools/report/part.js";
import { liveUnread } from "./unread.js";

const flashes = 20_000;
const stretch = 1000;

export const part: Part = {
	name: "outbox-unread",
	heading: "Outbox: 20,000 flashes with blocks that can't be read for a while",
	async run(seed, say) {
		for (let run = 0; run < flashes; run++) {
			const finding = await liveUnread(seed + run);
			if (finding !== "")
				return { findings: [finding] };
			if ((run + 1) % stretch === 0)
				say(`${count(run + 1)} flashes`);
		}
		const text = "Twelve starts each, at each of which none, one or two of six blocks can't be read, never the same twice in a row; puts and deliveries between; then all is well. "
			+ `Of ${count(flashes)} flashes none lost a reading.`;
		return { report: [text] };
	}
};
