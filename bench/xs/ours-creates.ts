import { createWith } from "./create-with.js";

createWith();
