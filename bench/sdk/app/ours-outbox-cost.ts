import "./globals.js";
import "../../xs/ours-outbox-cost.js";
