import { healthCases } from "./health/index.js";
import { placesOfFile } from "./places.js";
import { runCases } from "./run-cases.js";

runCases(healthCases, placesOfFile("service"));
