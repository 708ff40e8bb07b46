import "./globals.js";
import { createWith } from "./create-with.js";
import { creates } from "./creates.js";

createWith(creates);
