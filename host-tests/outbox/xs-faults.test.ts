import test from "ava";
import { runSmall, title } from "./faults/small.js";
import { XSMachine } from "./faults/xs-machine.js";
import { prepareXS } from "../../tools/xs/install.js";

const readiness = await prepareXS();
if (readiness.ready)
	test(title, (t) => runSmall(t, (folder) => new XSMachine(folder)));
else {
	console.log(`not run on XS: readings through faults: ${readiness.why}`);
	test.skip(title, (t) => t.fail());
}
