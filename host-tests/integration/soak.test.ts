import { soak, soakFaults, STRANGE_SHARE, strangeFaults } from "../reliability/soak.js";
import { hostOfTests } from "../runner/on-xs.js";

const SEED = 1;
const COUNT = 3000;
const STRANGE = 200;

const { host, test } = await hostOfTests("the soak");

test(`${STRANGE} requests, each second one answered by a stranger or a cache: none is believed, none hangs, none is done twice, no time is learned`, async (t) => {
	const { findings, states, faults } = await soak(host, SEED, STRANGE, STRANGE, undefined, strangeFaults, STRANGE_SHARE);
	t.deepEqual(findings, [], `seed ${SEED}`);
	t.is(states.length, 1);
	t.true((faults.get("stranger") ?? 0) >= STRANGE / 4);
	t.true((faults.get("cached") ?? 0) >= STRANGE / 10);
});

test(`${COUNT} requests, one in fifty through a fault: all settled and true, heap, keys, timers and sockets as after the first 1,000`, async (t) => {
	const { findings, states, faults } = await soak(host, SEED, COUNT, 1000);
	t.deepEqual(findings, [], `seed ${SEED}`);
	// The timer is that of the timeouts, which goes on over requests.
	t.deepEqual(states.map(({ requests, timers, sockets }) => [requests, timers, sockets]), [[1000, 1, 1], [2000, 1, 1], [3000, 1, 1]]);
	for (const name of soakFaults)
		t.true((faults.get(name) ?? 0) > 0, name);
	t.log(`${[...faults.values()].reduce((one, other) => one + other, 0)} faults`);
});
