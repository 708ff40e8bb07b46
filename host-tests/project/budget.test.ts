import test from "ava";
import { measureBudgeted, most, readBudgets } from "../../bench/budgets.js";
import { prepareHost } from "../../bench/engine.js";
import { measureGrowth, runCreates } from "../../bench/measure.js";
import type { Host } from "../../bench/runner.js";
import { withRecords } from "../../tools/records.js";

const oneConnection = "a login and 1,001 creates take one connection";
const noGrowth = "2,000 creates leave the live heap, the keys and the connections where they were after 100";

function titleOf(operation: string): string {
	return `${operation} stays in its budget`;
}

function instructionsTitleOf(operation: string): string {
	return `${operation} stays in its budget of instructions`;
}

const budgets = await readBudgets();
/** Operations whose instructions are counted. */
const counted = Object.entries(budgets).filter(([, { instructions }]) => instructions > 0);
const prepared = await prepareHost(true);
if (prepared.host === undefined) {
	console.warn(`not run: the memory budgets, because there is no XS to measure on: ${prepared.why}`);
	for (const title of [...Object.keys(budgets).map(titleOf), ...counted.map(([name]) => instructionsTitleOf(name)), oneConnection, noGrowth])
		test.skip(title, () => undefined);
}
else {
	const { host } = prepared;
	const { host: plain } = await prepareHost() as { host: Host };
	const measuring = withRecords(async (records) => ({
		allocations: await measureBudgeted(host, records),
		creates: await runCreates(plain, "ours", records, 1001, {}),
		growth: await measureGrowth(plain, records, 2000)
	}));
	measuring.catch(() => undefined);

	for (const [name, budget] of Object.entries(budgets)) {
		test(titleOf(name), async (t) => {
			const { allocations } = await measuring;
			const figures = allocations.find((candidate) => candidate.name === name)!;
			for (const part of ["slots", "bytes", "computrons"] as const) {
				t.true(figures[part] <= most(budget, part), `${name}: ${figures[part]} ${part}, at most ${most(budget, part)}`);
			}
			t.is(figures.keys, 0, `${name}: keys added`);
			t.is(figures.sockets, 0, `${name}: connections opened`);
		});
	}

	if (host.isCounting !== true)
		console.warn("not run: the budgets of instructions, because valgrind is not installed");
	for (const [name, budget] of counted) {
		test[host.isCounting === true ? "serial" : "skip"](instructionsTitleOf(name), async (t) => {
			const { allocations } = await measuring;
			const { instructions } = allocations.find((candidate) => candidate.name === name)!;
			t.true(instructions > 0);
			t.true(instructions <= most(budget, "instructions"), `${name}: ${instructions} instructions, at most ${most(budget, "instructions")}`);
		});
	}

	test(oneConnection, async (t) => {
		const { creates } = await measuring;
		t.is(creates?.sockets, 1);
	});

	test(noGrowth, async (t) => {
		const [early, late] = (await measuring).growth;
		t.is(late.keys, early.keys);
		t.is(late.sockets, early.sockets);
		t.true(late.liveSlots <= early.liveSlots, `${late.liveSlots} slots after ${early.liveSlots}`);
		t.true(late.liveBytes <= early.liveBytes, `${late.liveBytes} bytes after ${early.liveBytes}`);
	});
}
