import { runGroupOnXS } from "../xs/run-cases.js";

await runGroupOnXS("live", "service", "peer");
