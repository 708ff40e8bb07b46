import "./globals.js";
import type { Network } from "records-client";
import { createWith } from "../../xs/create-with.js";
import { moddable } from "./network.js";

createWith(moddable as unknown as Network);
