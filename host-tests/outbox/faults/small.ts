import type { ExecutionContext } from "ava";
import { type Fault, faults } from "../../../tools/network/faults.js";
import { Random } from "../../../tools/random.js";
import type { Machine } from "./machine.js";
import { faultsOf, run } from "./run.js";

const readings = 500;
const leastFaults = 20;
/** Of a hundred requests so many meet a fault. */
const share = 22;

export const title = `${readings} readings through faults of network, service and device: none lost, none twice`;

/** The small size, as a test. */
export async function runSmall(t: ExecutionContext, make: (folder: string) => Machine): Promise<void> {
	const { seed } = new Random();
	t.log(`again with SEED=${seed}`);
	const told = await run(make, seed, readings, share);
	t.deepEqual(told.findings, [], `seed ${seed}`);
	t.is(told.readings, readings);
	t.true(faultsOf(told) >= leastFaults, `${faultsOf(told)} faults`);
	const kinds = Object.keys(faults) as Fault[];
	t.true(kinds.filter((name) => told.faults.has(name)).length > kinds.length / 2, [...told.faults.keys()].join());
	console.log(`faults injected: ${faultsOf(told)} on ${told.engine}`);
}
