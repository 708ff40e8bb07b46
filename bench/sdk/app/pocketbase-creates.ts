import "./globals.js";
import "./shims.js";
import "../../xs/create-with-pocketbase.js";
