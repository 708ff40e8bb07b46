import { liveCases } from "./live/index.js";
import { placesOfFile } from "./places.js";
import { runCases } from "./run-cases.js";

runCases(liveCases, placesOfFile("service", "peer"));
