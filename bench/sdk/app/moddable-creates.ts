import "./globals.js";
import { Moddable } from "./moddable-sender.js";
import { createsWith } from "./sender-creates.js";

createsWith((url) => new Moddable(url));
