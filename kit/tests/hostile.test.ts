/** Devices beside a guest and a device that mean harm, as `npm run test:reliability -- hostile` has them, for some seconds. */
import ava from "ava";
import { serverOf } from "../../tools/installed.js";
import { runHostile } from "../bench/hostile/run.js";

const isThere = serverOf("haproxy") !== undefined;
if (!isThere)
	console.log("not run: devices beside enemies: HAProxy is not installed (Debian's package haproxy)");
const test = isThere ? ava : ava.skip;

test("beside a guest and a device that mean harm no reading is lost, and none is there twice", async (t) => {
	const { findings, readings, statuses } = await runHostile({ devices: 40, interval: 1000, calm: 2000, hostile: 20_000, connections: 40, hold: 1000 });
	t.deepEqual(findings, []);
	t.true(readings >= 40);
	t.true(statuses.some(([status]) => status === 400) && statuses.some(([status]) => status === 429 || status === 0), JSON.stringify(statuses));
});
