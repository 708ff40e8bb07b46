import { runGroupOnXS } from "../xs/run-cases.js";

await runGroupOnXS("transfers", "service", "peer");
