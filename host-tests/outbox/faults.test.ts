import test from "ava";
import { NodeMachine } from "./faults/node-machine.js";
import { runSmall, title } from "./faults/small.js";

test(title, (t) => runSmall(t, (folder) => new NodeMachine(folder)));
