import { deadlineCases } from "./wire/deadlines.js";
import { wireCases } from "./wire/index.js";
import { placesOfFile } from "./places.js";
import { runCases } from "./run-cases.js";

// The deadlines are in a file of their own: among hundreds of cases at once a short one is over before its time.
runCases(wireCases.filter((wireCase) => !deadlineCases.includes(wireCase)), placesOfFile("peer"));
