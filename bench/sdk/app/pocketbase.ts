/** The PocketBase JavaScript SDK on the Moddable SDK's fetch. */
import "./globals.js";
import "./shims.js";
import { carryOut } from "./plan.js";
import { Theirs } from "./pocketbase-subject.js";

carryOut(new Theirs());
