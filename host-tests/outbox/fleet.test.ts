import test from "ava";
import { type FleetSettings, runFleet } from "../../kit/bench/fleet/fleet.js";
import { Random } from "../../tools/random.js";

/** Times are shorter than by default, as the outage is. */
const settings: Omit<FleetSettings, "seed" | "jitter"> = {
	devices: 60,
	readings: 4,
	interval: 500,
	outage: 2000,
	patience: 600_000,
	outbox: { count: 1, bootJitter: 0, retryBase: 1000, retryMaximum: 4000 } as object,
	client: { retryBase: 100, retryPause: 1000 } as object,
	rate: 20
};

test("a fleet loses the service and is limited when it is back: all readings arrive once, in fewer requests at once than without jitter", async (t) => {
	const { seed } = new Random();
	t.log(`again with SEED=${seed}`);
	const peaks: number[] = [];
	for (const jitter of [true, false]) {
		const { findings, ...figures } = await runFleet({ ...settings, seed, jitter });
		t.log(`${jitter ? "with" : "without"} jitter: ${JSON.stringify(figures)}`);
		t.deepEqual(findings, [], `seed ${seed}`);
		peaks.push(figures.peak);
	}
	t.true(peaks[0] < peaks[1], `the most requests in a second: ${peaks.join(" with jitter, ")} without`);
});
