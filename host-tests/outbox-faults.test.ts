import test from "ava";
import { NodeMachine } from "./outbox-faults/node-machine.js";
import { runSmall, title } from "./outbox-faults/small.js";

test(title, (t) => runSmall(t, (folder) => new NodeMachine(folder)));
