import { httpClientCases } from "./http-clients/index.js";
import { runCases } from "./run-cases.js";

runCases(httpClientCases, () => ({ service: "", peer: "" }));
