import { deadlineCases } from "./wire/deadlines.js";
import { placesOfFile } from "./places.js";
import { runCases } from "./run-cases.js";

// They wait for the same limits, and hardly do anything else.
runCases(deadlineCases, placesOfFile("peer"), Infinity);
