import test from "ava";
import { type Front, startFront } from "../../tools/front/front.js";
import { serviceOfFile } from "../../tools/service-of-file.js";
import { prepareXS } from "../../tools/xs/install.js";
import { runCasesOnXS } from "../xs/run-cases.js";

const readiness = await prepareXS();
const service = serviceOfFile(readiness.ready);
let front: Front;

test.before(async () => {
	if (readiness.ready)
		front = await startFront(service);
});
test.after.always(() => front?.close());

runCasesOnXS(readiness, "auth", () => ({ service: service.url, peer: "", front: front.url }));
