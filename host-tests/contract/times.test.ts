import { serviceOfFile } from "../../tools/service-of-file.js";
import { timeCases } from "./outbox/times.js";
import { runCases } from "./run-cases.js";

const service = serviceOfFile();

runCases(timeCases, () => ({ service: service.url, peer: "" }));
