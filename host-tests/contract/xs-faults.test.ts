import test from "ava";
import { FaultScene } from "./fault-scene.js";
import { prepareXS } from "../../tools/xs/install.js";
import { runCasesOnXS } from "../xs/run-cases.js";

// Every byte takes XS many minutes: FAULT_STEP=1.
const step = 32;
const secureStep = 100;

const readiness = await prepareXS();
const scene = new FaultScene();

test.before(async () => {
	if (readiness.ready)
		await scene.open();
});
test.after.always(async () => {
	if (readiness.ready)
		await scene.close("XS");
});

runCasesOnXS(readiness, "faults", () => scene.places(step));
runCasesOnXS(readiness, "tls-faults", () => scene.places(secureStep));
