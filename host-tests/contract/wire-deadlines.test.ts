import { deadlineCases } from "./wire/deadlines.js";
import { timeoutCases } from "./wire/timeout.js";
import { placesOfFile } from "./places.js";
import { runCases } from "./run-cases.js";

runCases([...timeoutCases, ...deadlineCases], placesOfFile("peer"));
