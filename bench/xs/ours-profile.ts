import { createWith } from "./create-with.js";
import { profile } from "./profile.js";

createWith(profile);
