import { deadlineCases } from "./wire/deadlines.js";
import { timeoutCases } from "./wire/timeout.js";
import { placesOfFile } from "./places.js";
import { runCases } from "./run-cases.js";

// They wait for the same limits, and hardly do anything else.
runCases([...timeoutCases, ...deadlineCases], placesOfFile("peer"), Infinity);
