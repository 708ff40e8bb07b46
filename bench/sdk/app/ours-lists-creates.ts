import "./globals.js";
import "../../xs/ours-lists-creates.js";
