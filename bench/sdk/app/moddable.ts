import "./globals.js";
import { Moddable } from "./moddable-sender.js";
import { planWith } from "./sender-plan.js";

planWith((url) => new Moddable(url));
