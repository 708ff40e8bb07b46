import "./globals.js";
import "../../xs/ours-own.js";
