import test from "ava";
import { secureFaultCases } from "./cases/faults/secure.js";
import { FaultScene } from "./fault-scene.js";
import { runCases } from "./run-cases.js";

const scene = new FaultScene();

test.before(() => scene.open());
test.after.always(() => scene.close("Node"));

/** Milliseconds for all of them. */
const patience = 600_000;

runCases(secureFaultCases, () => scene.places(), 2, patience);
