import { testOnXS } from "../runner/on-xs.js";
import { runSmall, title } from "./faults/small.js";
import { XSMachine } from "./faults/xs-machine.js";

const test = await testOnXS("readings through faults on XS");

test(title, (t) => runSmall(t, (folder) => new XSMachine(folder)));
