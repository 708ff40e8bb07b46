import "./globals.js";
import { Raw } from "./raw-sender.js";
import { createsWith } from "./sender-creates.js";

createsWith((url) => new Raw(url));
