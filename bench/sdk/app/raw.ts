import "./globals.js";
import { Raw } from "./raw-sender.js";
import { planWith } from "./sender-plan.js";

planWith((url) => new Raw(url));
