/** The PocketBase JavaScript SDK on the Moddable SDK's fetch. */
import "./globals.js";
import "./shims.js";
import { carryOut } from "../../xs/plan.js";
import { Theirs } from "../../xs/pocketbase-subject.js";

carryOut(new Theirs());
