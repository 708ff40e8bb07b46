import "./globals.js";
import "../../xs/ours-creates.js";
