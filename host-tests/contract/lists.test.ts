import { serviceOfFile } from "../../tools/service-of-file.js";
import { listCases } from "./lists/index.js";
import { runCases } from "./run-cases.js";

const service = serviceOfFile();

runCases(listCases, () => ({ service: service.url, peer: "" }));
