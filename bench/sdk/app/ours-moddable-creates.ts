import "./globals.js";
import { createWith } from "../../xs/create-with.js";
import { creates } from "../../xs/creates.js";
import { moddable } from "./moddable-network.js";

createWith(creates, { network: moddable });
