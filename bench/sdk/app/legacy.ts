import "./globals.js";
import { Legacy } from "./legacy-sender.js";
import { planWith } from "./sender-plan.js";

planWith((url) => new Legacy(url));
