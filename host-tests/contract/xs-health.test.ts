import { serviceOfFile } from "../../tools/service-of-file.js";
import { prepareXS } from "../../tools/xs/install.js";
import { runCasesOnXS } from "../xs/run-cases.js";

const readiness = await prepareXS();
const service = serviceOfFile(readiness.ready);

runCasesOnXS(readiness, "health", () => ({ service: service.url, peer: "" }));
