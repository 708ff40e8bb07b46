/** The PocketBase JavaScript SDK on the Moddable SDK's fetch. */
import "./globals.js";
import { install } from "bench/shims";
import { carryOut } from "../../xs/plan.js";
import { Theirs } from "../../xs/pocketbase-subject.js";

install();
carryOut(new Theirs());
