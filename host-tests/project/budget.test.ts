import ava from "ava";
import { measureBudgeted, most, readBudgets } from "../../bench/budgets.js";
import { measureGrowth, runCreates } from "../../bench/measure.js";
import { withRecords } from "../../tools/records.js";
import { hostOfTests, once } from "../runner/on-xs.js";

const budgets = await readBudgets();
/** Operations whose instructions are counted. */
const counted = Object.entries(budgets).filter(([, { instructions }]) => instructions > 0);
const { host, test } = await hostOfTests("the memory budgets", true);
const { host: plain } = await hostOfTests("the memory budgets' plain host");
const measuring = once(() => withRecords(async (records) => ({
	allocations: await measureBudgeted(host, records),
	creates: await runCreates(plain, "ours", records, 1001, {}),
	growth: await measureGrowth(plain, records, 2000)
})));

for (const [name, budget] of Object.entries(budgets)) {
	test(`${name} stays in its budget`, async (t) => {
		const { allocations } = await measuring();
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
	(host.isCounting === true ? test : ava.skip)(`${name} stays in its budget of instructions`, async (t) => {
		const { allocations } = await measuring();
		const { instructions } = allocations.find((candidate) => candidate.name === name)!;
		t.true(instructions > 0);
		t.true(instructions <= most(budget, "instructions"), `${name}: ${instructions} instructions, at most ${most(budget, "instructions")}`);
	});
}

test("a login and 1,001 creates take one connection", async (t) => {
	const { creates } = await measuring();
	t.is(creates?.sockets, 1);
});

test("2,000 creates leave the live heap, the keys and the connections where they were after 100", async (t) => {
	const [early, late] = (await measuring()).growth;
	t.is(late.keys, early.keys);
	t.is(late.sockets, early.sockets);
	t.true(late.liveSlots <= early.liveSlots, `${late.liveSlots} slots after ${early.liveSlots}`);
	t.true(late.liveBytes <= early.liveBytes, `${late.liveBytes} bytes after ${early.liveBytes}`);
});
