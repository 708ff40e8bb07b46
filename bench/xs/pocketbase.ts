/** The PocketBase JavaScript SDK on a small fetch of ours. */
import "./web.js";
import { carryOut } from "./plan.js";
import { Theirs } from "./pocketbase-subject.js";

carryOut(new Theirs());
