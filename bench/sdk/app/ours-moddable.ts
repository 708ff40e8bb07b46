/** This library on Moddable's HTTP client. */
import "./globals.js";
import { carryOut } from "./plan.js";
import { Ours } from "./subject.js";
import { moddable } from "./moddable-network.js";

carryOut(new Ours(moddable));
