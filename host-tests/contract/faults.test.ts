import test from "ava";
import { faultCases } from "./faults/index.js";
import { cutUploadCases } from "./transfers/cuts.js";
import { FaultScene } from "./fault-scene.js";
import { runCases } from "./run-cases.js";

const scene = new FaultScene();

test.before(() => scene.open());
test.after.always(() => scene.close("Node"));

runCases([...faultCases, ...cutUploadCases], () => scene.places(), 4);
