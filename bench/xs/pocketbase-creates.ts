import "./web.js";
import "./create-with-pocketbase.js";
