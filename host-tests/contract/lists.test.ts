import { listCases } from "./lists/index.js";
import { placesOfFile } from "./places.js";
import { runCases } from "./run-cases.js";

runCases(listCases, placesOfFile("service", "peer"));
