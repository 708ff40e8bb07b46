import { runGroupOnXS } from "../xs/run-cases.js";

await runGroupOnXS("spec", "service");
