import { authCases } from "./auth/index.js";
import { placesOfFile } from "./places.js";
import { runCases } from "./run-cases.js";

runCases(authCases, placesOfFile("front"));
