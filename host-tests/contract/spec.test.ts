import { specCases } from "./spec/index.js";
import { placesOfFile } from "./places.js";
import { runCases } from "./run-cases.js";

runCases(specCases, placesOfFile("service"));
