import { wifiCases } from "./wifi/index.js";
import { placesOfFile } from "./places.js";
import { runCases } from "./run-cases.js";

runCases(wifiCases, placesOfFile("service"));
