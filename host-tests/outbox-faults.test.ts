import test from "ava";
import { Ledger } from "./outbox-faults/ledger.js";
import { NodeMachine } from "./outbox-faults/node-machine.js";
import { runSmall, title } from "./outbox-faults/small.js";

test(title, (t) => runSmall(t, (folder) => new NodeMachine(folder)));

test("what is lost, there twice, another's or never put is found", (t) => {
	const ledger = new Ledger();
	ledger.add(1, "one");
	ledger.add(2, "two");
	ledger.skip();
	ledger.add(4, "four");
	const all = [{ id: "four", value: 4 }, { id: "two", value: 2 }, { id: "one", value: 1 }];
	t.deepEqual(ledger.findings(all), []);
	t.deepEqual(ledger.findings([...all, { id: "three", value: 3 }]), []);
	t.deepEqual(ledger.findings(all.slice(1)), ["reading 4 (four) is lost"]);
	t.deepEqual(ledger.findings([...all, { id: "three", value: 3 }, { id: "other", value: 3 }]), ["reading 3 is there twice, as three and as other"]);
	t.deepEqual(ledger.findings([{ id: "other", value: 4 }, ...all.slice(1)]), ["reading 4 was told to be four and is other"]);
	t.deepEqual(ledger.findings([...all, { id: "five", value: 5 }]), ["reading 5 (five) was never put"]);
});
