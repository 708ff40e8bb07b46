import { runGroupOnXS } from "../xs/run-cases.js";

await runGroupOnXS("wifi", "service");
