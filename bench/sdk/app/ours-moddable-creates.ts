import "./globals.js";
import { createWith } from "./create-with.js";
import { creates } from "./creates.js";
import { moddable } from "./moddable-network.js";

createWith(creates, { network: moddable });
