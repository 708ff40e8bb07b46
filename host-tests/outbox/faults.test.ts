import test from "ava";
import { Ledger } from "./faults/ledger.js";
import { NodeMachine } from "./faults/node-machine.js";
import { runSmall, title } from "./faults/small.js";

test(title, (t) => runSmall(t, (folder) => new NodeMachine(folder)));

test("what is lost, there twice, another's or never put is found", (t) => {
	const ledger = new Ledger();
	ledger.add(1, "one");
	ledger.add(2, "two");
	ledger.skip();
	ledger.add(4, "four");
	const all = [{ id: "four", value: 4 }, { id: "two", value: 2 }, { id: "one", value: 1 }];
	const three = { id: "three", value: 3 };
	t.deepEqual(ledger.audit(all), { lost: 0, twice: 0, untold: 0, findings: [] });
	t.deepEqual(ledger.audit([...all, three]), { lost: 0, twice: 0, untold: 1, findings: [] });
	t.deepEqual(ledger.audit(all.slice(1)), { lost: 1, twice: 0, untold: 0, findings: ["reading 4 (four) is lost"] });
	t.deepEqual(ledger.audit([...all, three, { id: "other", value: 3 }]), {
		lost: 0, twice: 1, untold: 1, findings: ["reading 3 is there twice, as three and as other"]
	});
	t.deepEqual(ledger.audit([{ id: "other", value: 4 }, ...all.slice(1)]).findings, ["reading 4 was told to be four and is other"]);
	t.deepEqual(ledger.audit([...all, { id: "five", value: 5 }]).findings, ["reading 5 (five) was never put"]);
});
