import test from "ava";
import { measureBudgeted, most, readBudgets } from "../../bench/budgets.js";
import { prepareHost } from "../../bench/engine.js";
import { measureGrowth, runCreates } from "../../bench/measure.js";
import { withRecords } from "../../tools/records.js";

const oneConnection = "a login and 1,001 creates take one connection";
const noGrowth = "2,000 creates leave the live heap, the keys and the connections where they were after 100";

function titleOf(operation: string): string {
	return `${operation} stays in its budget`;
}

const budgets = await readBudgets();
const prepared = await prepareHost();
if (prepared.host === undefined) {
	console.warn(`not run: the memory budgets, because there is no XS to measure on: ${prepared.why}`);
	for (const title of [...Object.keys(budgets).map(titleOf), oneConnection, noGrowth])
		test.skip(title, () => undefined);
}
else {
	const { host } = prepared;
	const measuring = withRecords(async (records) => ({
		allocations: await measureBudgeted(host, records),
		creates: await runCreates(host, "ours", records, 1001, {}),
		growth: await measureGrowth(host, records, 2000)
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
