import { timeCases } from "./outbox/times.js";
import { placesOfFile } from "./places.js";
import { runCases } from "./run-cases.js";

runCases(timeCases, placesOfFile("service"));
