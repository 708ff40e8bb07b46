import "./globals.js";
import { Legacy } from "./legacy-sender.js";
import { createsWith } from "./sender-creates.js";

createsWith((url) => new Legacy(url));
