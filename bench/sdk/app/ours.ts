import "./globals.js";
import { carryOut } from "./plan.js";
import { Ours } from "./subject.js";

carryOut(new Ours());
