import "./globals.js";
import "../../xs/ours.js";
