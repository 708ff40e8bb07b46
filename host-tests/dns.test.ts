import { dnsCases } from "./cases/dns/index.js";
import { runCases } from "./run-cases.js";

runCases(dnsCases, () => ({ service: "", peer: "" }));
