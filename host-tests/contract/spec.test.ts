import { serviceOfFile } from "../../tools/service-of-file.js";
import { runCases } from "./run-cases.js";
import { specCases } from "./spec/index.js";

const service = serviceOfFile();

runCases(specCases, () => ({ service: service.url, peer: "" }));
