import "./web.js";
import { createWithPocketBase } from "./create-with-pocketbase.js";

createWithPocketBase();
