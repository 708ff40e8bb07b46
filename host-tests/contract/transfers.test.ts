import { transferCases } from "./transfers/index.js";
import { placesOfFile } from "./places.js";
import { runCases } from "./run-cases.js";

runCases(transferCases, placesOfFile("service", "peer"));
