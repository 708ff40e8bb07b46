import { prepareXS } from "../../tools/xs/install.js";
import { runCasesOnXS } from "../xs/run-cases.js";

runCasesOnXS(await prepareXS(), "http-clients", () => ({ service: "", peer: "" }));
