import { dnsCases } from "./dns/index.js";
import { runCases } from "./run-cases.js";

runCases(dnsCases, () => ({ service: "", peer: "" }));
