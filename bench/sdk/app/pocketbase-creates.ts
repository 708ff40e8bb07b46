import "./globals.js";
import { install } from "bench/shims";
import { createWithPocketBase } from "../../xs/create-with-pocketbase.js";

install();
createWithPocketBase();
