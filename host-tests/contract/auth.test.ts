import test from "ava";
import { type Front, startFront } from "../../tools/front/front.js";
import { serviceOfFile } from "../../tools/service-of-file.js";
import { authCases } from "./auth/index.js";
import { runCases } from "./run-cases.js";

const service = serviceOfFile();
let front: Front;

test.before(async () => {
	front = await startFront(service);
});
test.after.always(() => front?.close());

runCases(authCases, () => ({ service: service.url, peer: "", front: front.url }));
