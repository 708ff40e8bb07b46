import { runGroupOnXS } from "../xs/run-cases.js";

await runGroupOnXS("lists", "service", "peer");
