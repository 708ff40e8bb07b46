import { census } from "./census.js";
import { doNothing } from "./nothing.js";

doNothing(census);
