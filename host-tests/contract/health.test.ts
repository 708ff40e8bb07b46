import { serviceOfFile } from "../../tools/service-of-file.js";
import { healthCases } from "./health/index.js";
import { runCases } from "./run-cases.js";

const service = serviceOfFile();

runCases(healthCases, () => ({ service: service.url, peer: "" }));
