import { census } from "./census.js";
import { createWith } from "./create-with.js";

createWith(census);
