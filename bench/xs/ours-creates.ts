import { createWith } from "./create-with.js";
import { creates } from "./creates.js";

createWith(creates);
