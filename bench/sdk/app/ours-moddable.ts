/** This library on Moddable's HTTP client. */
import "./globals.js";
import { carryOut } from "../../xs/plan.js";
import { Ours } from "../../xs/subject.js";
import { moddable } from "./moddable-network.js";

carryOut(new Ours(moddable));
