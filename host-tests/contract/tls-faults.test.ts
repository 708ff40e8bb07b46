import test from "ava";
import { secureFaultCases } from "./faults/secure.js";
import { FaultScene } from "./fault-scene.js";
import { runCases } from "./run-cases.js";

const scene = new FaultScene();

test.before(() => scene.open());
test.after.always(() => scene.close("Node"));

runCases(secureFaultCases, () => scene.places(), 2);
